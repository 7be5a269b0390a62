/* SPDX-License-Identifier: MIT */
/* host.c: see host.h. */
#include "driver/bench/host.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void host_die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("rootle-bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

void host_check(cl_int status, const char *call)
{
    if (status != CL_SUCCESS)
        host_die("%s failed with error %d", call, status);
}

static clockid_t clock_used = CLOCK_MONOTONIC;

void host_count_cpu(void)
{
    clock_used = CLOCK_PROCESS_CPUTIME_ID;
}

double host_now(void)
{
    struct timespec now;
    clock_gettime(clock_used, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void host_init(struct host *host)
{
    cl_int status;
    host_check(clGetPlatformIDs(1, &host->platform, NULL), "clGetPlatformIDs");
    host_check(clGetDeviceIDs(host->platform, CL_DEVICE_TYPE_ALL, 1, &host->device, NULL),
               "clGetDeviceIDs");
    host->context = clCreateContext(NULL, 1, &host->device, NULL, NULL, &status);
    host_check(status, "clCreateContext");
    host->queue = clCreateCommandQueue(host->context, host->device, 0, &status);
    host_check(status, "clCreateCommandQueue");
}

void host_finish(struct host *host)
{
    clReleaseCommandQueue(host->queue);
    clReleaseContext(host->context);
}

char *host_read_source(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", BENCH_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        host_die("%s cannot be read", path);
    size_t room = 1 << 16;
    char *text = calloc(1, room);
    size_t size = text ? fread(text, 1, room - 1, file) : 0;
    if (size == 0 || !feof(file))
        host_die("%s cannot be read", path);
    fclose(file);
    return text;
}

static _Noreturn void die_of_build(const struct host *host, cl_program program)
{
    char log[8192] = "";
    clGetProgramBuildInfo(program, host->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    host_die("the build failed:\n%s", log);
}

static bool build(const struct host *host, const char *source, const char *options,
                  cl_program *program)
{
    cl_int status;
    *program = clCreateProgramWithSource(host->context, 1, &source, NULL, &status);
    host_check(status, "clCreateProgramWithSource");
    return clBuildProgram(*program, 1, &host->device, options, NULL, NULL) == CL_SUCCESS;
}

cl_program host_build(const struct host *host, const char *source)
{
    cl_program program;
    if (!build(host, source, "", &program))
        die_of_build(host, program);
    return program;
}

cl_program host_build_if(const struct host *host, const char *source, const char *options)
{
    cl_program program;
    if (build(host, source, options, &program))
        return program;
    clReleaseProgram(program);
    return NULL;
}

cl_kernel host_kernel_if(cl_program program, const char *name)
{
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, name, &status);
    if (status == CL_INVALID_KERNEL_NAME)
        return NULL;
    host_check(status, "clCreateKernel");
    return kernel;
}

cl_kernel host_kernel(cl_program program, const char *name)
{
    cl_kernel kernel = host_kernel_if(program, name);
    if (!kernel)
        host_die("there is no kernel %s", name);
    return kernel;
}

cl_mem host_buffer(const struct host *host, size_t size, const void *data)
{
    cl_int status;
    void *zeros = data ? NULL : calloc(1, size);
    cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_mem buffer =
        clCreateBuffer(host->context, flags, size, data ? (void *)data : zeros, &status);
    host_check(status, "clCreateBuffer");
    free(zeros);
    return buffer;
}

static bool has_format(const struct host *host, cl_mem_object_type type,
                       const cl_image_format *wanted)
{
    cl_image_format formats[256];
    cl_uint count = 0;
    host_check(
        clGetSupportedImageFormats(host->context, CL_MEM_READ_WRITE, type, 256, formats, &count),
        "clGetSupportedImageFormats");
    for (cl_uint i = 0; i < count && i < 256; i++)
        if (formats[i].image_channel_order == wanted->image_channel_order &&
            formats[i].image_channel_data_type == wanted->image_channel_data_type)
            return true;
    return false;
}

static cl_mem make_image(const struct host *host, const cl_image_format *format,
                         const cl_image_desc *desc, const void *data)
{
    cl_mem_flags flags = CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0);
    cl_int status;
    if (!has_format(host, desc->image_type, format))
        return NULL;
    cl_mem image = clCreateImage(host->context, flags, format, desc, (void *)data, &status);
    host_check(status, "clCreateImage");
    return image;
}

cl_mem host_image(const struct host *host, cl_channel_order order, cl_channel_type type,
                  size_t width, size_t height, const void *data)
{
    cl_image_format format = {order, type};
    cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width, .image_height = height};
    return make_image(host, &format, &desc, data);
}

cl_mem host_volume(const struct host *host, cl_channel_order order, cl_channel_type type,
                   const size_t size[3], const void *data)
{
    cl_image_format format = {order, type};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                          .image_width = size[0],
                          .image_height = size[1],
                          .image_depth = size[2]};
    return make_image(host, &format, &desc, data);
}

cl_mem host_levels(const struct host *host, cl_channel_order order, cl_channel_type type,
                   size_t width, size_t height, unsigned levels)
{
    cl_image_format format = {order, type};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                          .image_width = width,
                          .image_height = height,
                          .num_mip_levels = levels};
    return make_image(host, &format, &desc, NULL);
}

void host_set_mem(cl_kernel kernel, cl_uint index, cl_mem mem)
{
    host_check(clSetKernelArg(kernel, index, sizeof mem, &mem), "clSetKernelArg");
}
