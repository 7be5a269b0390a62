/* SPDX-License-Identifier: MIT */
/* rootle-bench: times one thing on whatever driver the ICD loader finds, and prints one JSON
 * record. ci/bench runs it on several drivers and makes the table. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/bench/host.h"
#include "driver/bench/programs.h"
#include "driver/bench/stream.h"
#include "driver/bench/transfers.h"
#include "driver/bench/workloads.h"

struct options {
    const char *what;
    const char *output; /* file for the result's bytes, or NULL */
    unsigned repeat;
    size_t width, height; /* work-items, 0: all */
};

static const char usage[] =
    "usage: rootle-bench [-c] [-r REPEAT] [-s WIDTHxHEIGHT] [-o FILE] WHAT\n"
    "WHAT: start (a context and a queue), cold, cached (builds of\n"
    "      origin.cl), launch (of a small kernel), stream, stream-large\n"
    "      (copies of 16 and 128 MiB by all processors), stream-tiled (of 128\n"
    "      MiB in the order of tiles), or one of ci/bench's workloads,\n"
    "      programs or transfers\n"
    "  -c  count processor time, not time on the wall\n"
    "  -r  times to measure (5)\n"
    "  -s  work-items to launch (all)\n"
    "  -o  write the result's bytes to FILE\n";

static void print_times(const char *name, const double *seconds, unsigned count)
{
    printf("\"%s\": [", name);
    for (unsigned i = 0; i < count; i++)
        printf("%s%.9f", i ? ", " : "", seconds[i]);
    printf("]");
}

/* A record's beginning: whose device it is that was measured, as a loader may give another than was
 * asked for. */
static void begin_record(const struct host *host)
{
    char name[128] = "";
    clGetPlatformInfo(host->platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
    for (char *c = name; *c; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
            *c = '?';
    printf("{\"platform\": \"%s\", ", name);
}

/* The record of a thing that has nothing but times. */
static void print_record(const struct host *host, const double *seconds, unsigned count)
{
    begin_record(host);
    print_times("seconds", seconds, count);
    printf("}\n");
}

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        host_die("%s cannot be written", path);
}

/* Seconds of one launch of the kernel and its end, in groups of so many work-items; NULL, or 0: as
 * the driver likes. */
static double launch_groups(const struct host *host, cl_kernel kernel, const size_t global[2],
                            const size_t *group)
{
    double start = host_now();
    host_check(clEnqueueNDRangeKernel(host->queue, kernel, 2, NULL, global,
                                      group && *group ? group : NULL, 0, NULL, NULL),
               "clEnqueueNDRangeKernel");
    host_check(clFinish(host->queue), "clFinish");
    return host_now() - start;
}

static double launch(const struct host *host, cl_kernel kernel, const size_t global[2])
{
    return launch_groups(host, kernel, global, NULL);
}

static void time_workload(const struct host *host, const struct options *options, double *seconds)
{
    const struct workload *workload = workload_find(options->what);
    size_t global[2] = {options->width ? options->width : workload->width,
                        options->height ? options->height : workload->height};
    if (global[0] > workload->width || global[1] > workload->height)
        host_die("%s has only %zux%zu work-items", workload->name, workload->width,
                 workload->height);
    char *source = host_read_source("kernels.cl");
    cl_program program = workload->options ? host_build_if(host, source, workload->options)
                                           : host_build(host, source);
    cl_kernel kernel = program ? host_kernel_if(program, workload->kernel) : NULL;
    if (!kernel) { /* as the device lacks an extension */
        begin_record(host);
        printf("\"items\": 0}\n");
        exit(0);
    }
    cl_mem result = workload->bind(host, kernel, workload);
    /* Drivers that compile at the first launch do it here. */
    launch_groups(host, kernel, global, workload->group);
    for (unsigned i = 0; i < options->repeat; i++)
        seconds[i] = launch_groups(host, kernel, global, workload->group);
    if (options->output) {
        size_t size = workload_bytes(workload);
        void *data = calloc(1, size);
        if (!data)
            host_die("out of memory");
        workload_read(host, workload, result, data);
        write_file(options->output, data, size);
        free(data);
    }
    begin_record(host);
    printf("\"items\": %zu, ", global[0] * global[1]);
    print_times("seconds", seconds, options->repeat);
    printf("}\n");
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    free(source);
}

/* Launches origin.cl's kernel, for drivers that compile only then. False when a format is missing.
 */
static bool launch_origin(const struct host *host, cl_program program)
{
    cl_mem sampled = host_image(host, CL_INTENSITY, CL_FLOAT, 16, 16, NULL);
    cl_mem read = host_image(host, CL_RGBA, CL_UNSIGNED_INT8, 16, 16, NULL);
    cl_mem written = host_image(host, CL_RGBA, CL_UNSIGNED_INT8, 16, 16, NULL);
    if (!sampled || !read || !written)
        return false;
    cl_int status;
    cl_sampler linear = clCreateSampler(host->context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE,
                                        CL_FILTER_LINEAR, &status);
    host_check(status, "clCreateSampler");
    cl_sampler nearest =
        clCreateSampler(host->context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &status);
    host_check(status, "clCreateSampler");
    cl_mem objects[] = {host_buffer(host, 64, NULL), host_buffer(host, 64, NULL), sampled, read,
                        written};
    cl_kernel kernel = host_kernel(program, "origin");
    for (unsigned i = 0; i < 3; i++)
        host_set_mem(kernel, i, objects[2 + i]);
    host_check(clSetKernelArg(kernel, 3, sizeof linear, &linear), "clSetKernelArg");
    host_check(clSetKernelArg(kernel, 4, sizeof nearest, &nearest), "clSetKernelArg");
    for (unsigned i = 0; i < 2; i++)
        host_set_mem(kernel, 5 + i, objects[i]);
    launch(host, kernel, (const size_t[2]){16, 16});
    clReleaseKernel(kernel);
    clReleaseSampler(linear);
    clReleaseSampler(nearest);
    for (unsigned i = 0; i < COUNT(objects); i++)
        clReleaseMemObject(objects[i]);
    return true;
}

/* Builds origin.cl: with `cold`, each time with a new comment that no cache has seen. */
static void time_builds(const struct host *host, const struct options *options, double *seconds,
                        bool cold)
{
    char *source = host_read_source("origin.cl");
    size_t room = strlen(source) + 100;
    char *text = malloc(room);
    double *with_launch = calloc(options->repeat, sizeof *with_launch);
    if (!text || !with_launch)
        host_die("out of memory");
    bool launched = true;
    snprintf(text, room, "%s", source);
    if (!cold)
        clReleaseProgram(host_build(host, text));
    for (unsigned i = 0; i < options->repeat; i++) {
        if (cold)
            snprintf(text, room, "%s// %d %.9f %u\n", source, (int)getpid(), host_now(), i);
        double start = host_now();
        cl_program program = host_build(host, text);
        seconds[i] = host_now() - start;
        launched = launch_origin(host, program) && launched;
        with_launch[i] = host_now() - start;
        clReleaseProgram(program);
    }
    begin_record(host);
    print_times("seconds", seconds, options->repeat);
    if (launched) {
        printf(", ");
        print_times("with_launch", with_launch, options->repeat);
    }
    printf("}\n");
    free(with_launch);
    free(text);
    free(source);
}

/* A launch so small that only its own cost counts: the mean of many, each waited for. */
static void time_launches(const struct host *host, const struct options *options, double *seconds)
{
    enum { LAUNCHES = 200 };
    char *source = host_read_source("kernels.cl");
    cl_program program = host_build(host, source);
    cl_kernel kernel = host_kernel(program, "one_store");
    cl_mem result = host_buffer(host, sizeof(cl_uint), NULL);
    host_set_mem(kernel, 0, result);
    launch(host, kernel, (const size_t[2]){1, 1});
    for (unsigned i = 0; i < options->repeat; i++) {
        double start = host_now();
        for (unsigned j = 0; j < LAUNCHES; j++)
            launch(host, kernel, (const size_t[2]){1, 1});
        seconds[i] = (host_now() - start) / LAUNCHES;
    }
    print_record(host, seconds, options->repeat);
    clReleaseMemObject(result);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    free(source);
}

static void parse_options(struct options *options, int argc, char **argv)
{
    int option;
    while ((option = getopt(argc, argv, "cr:s:o:")) != -1) {
        if (option == 'r' && sscanf(optarg, "%u", &options->repeat) == 1 && options->repeat > 0)
            continue;
        if (option == 's' && sscanf(optarg, "%zux%zu", &options->width, &options->height) == 2)
            continue;
        if (option == 'o') {
            options->output = optarg;
            continue;
        }
        if (option == 'c') {
            host_count_cpu();
            continue;
        }
        fputs(usage, stderr);
        exit(2);
    }
    options->what = optind + 1 == argc ? argv[optind] : "";
}

/* Runs a benchmark that reports nothing but its times; false when `what` names none of these. */
static bool time_only(const struct host *host, const struct options *options, double *seconds)
{
    const struct transfer *transfer = transfer_find(options->what);
    const struct program *program = program_find(options->what);
    if (transfer)
        transfer_time(host, transfer, options->repeat, seconds);
    else if (program)
        program_time(host, program, options->repeat, seconds);
    else if (strcmp(options->what, "stream") == 0)
        stream_time((size_t)16 << 20, false, options->repeat, seconds);
    else if (strcmp(options->what, "stream-large") == 0)
        stream_time((size_t)128 << 20, false, options->repeat, seconds);
    else if (strcmp(options->what, "stream-tiled") == 0)
        stream_time((size_t)128 << 20, true, options->repeat, seconds);
    else
        return false;
    return true;
}

/* Runs a benchmark that is neither a workload nor one of those above. */
static bool time_other(const struct host *host, const struct options *options, double *seconds)
{
    if (strcmp(options->what, "launch") == 0)
        time_launches(host, options, seconds);
    else if (strcmp(options->what, "cold") == 0 || strcmp(options->what, "cached") == 0)
        time_builds(host, options, seconds, strcmp(options->what, "cold") == 0);
    else
        return strcmp(options->what, "start") == 0; /* who runs this process takes its time */
    return true;
}

int main(int argc, char **argv)
{
    struct options options = {.repeat = 5};
    parse_options(&options, argc, argv);
    double *seconds = calloc(options.repeat, sizeof *seconds);
    if (!seconds)
        host_die("out of memory");
    struct host host;
    host_init(&host);
    bool known = true;
    if (workload_find(options.what))
        time_workload(&host, &options, seconds);
    else if (time_only(&host, &options, seconds))
        print_record(&host, seconds, options.repeat);
    else
        known = time_other(&host, &options, seconds);
    host_finish(&host);
    free(seconds);
    if (!known)
        fputs(usage, stderr);
    return known ? 0 : 2;
}
