/* SPDX-License-Identifier: MIT */
/* program_build.c: clBuildProgram, its queries, and the neighbours that are not supported. */
#include "driver/clover/program.h"

#include "driver/clover/info.h"
#include "driver/compiler.h"
#include "driver/util/env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void(CL_CALLBACK *build_callback)(cl_program, void *);

/* What the application hears for each end of a compile. */
static const cl_int build_errors[] = {
    [COMPILER_OK] = CL_SUCCESS,
    [COMPILER_BUILD_FAILED] = CL_BUILD_PROGRAM_FAILURE,
    [COMPILER_INVALID_OPTIONS] = CL_INVALID_BUILD_OPTIONS,
    [COMPILER_CRASHED] = CL_BUILD_PROGRAM_FAILURE,
    [COMPILER_TIMEOUT] = CL_BUILD_PROGRAM_FAILURE,
    [COMPILER_UNAVAILABLE] = CL_COMPILER_NOT_AVAILABLE,
    [COMPILER_NO_MEMORY] = CL_OUT_OF_HOST_MEMORY,
};

/* Ends a build: takes over `build` (NULL when it failed) and `log` (may be NULL). */
static void conclude(cl_program program, struct clover_build *build, char *log)
{
    pthread_mutex_lock(&program->lock);
    struct clover_build *old_build = program->build;
    char *old_log = program->log;
    program->build = build;
    program->log = log;
    program->status = build ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    pthread_mutex_unlock(&program->lock);
    clover_build_unref(old_build);
    free(old_log);
}

/* The compiler's log, with our own message behind it; frees the former. */
static char *append_message(char *log, const char *message)
{
    char *all = NULL;

    if (asprintf(&all, "%s%s\n", log, message) < 0)
        all = NULL;
    free(log);
    return all;
}

static cl_int compile(cl_program program)
{
    struct compiler_request request = {
        .source = program->source,
        .source_size = strlen(program->source),
        .options = program->options,
        .chip = program->context->device->caps.chip,
    };
    struct compiler_result result = {0};
    struct clover_build *build = NULL;
    char message[PIPE_ERROR_SIZE] = "";

    compiler_build(&request, &result);
    cl_int error = build_errors[result.status];
    if (!error) {
        build = clover_build_create(program->context, result.binary, result.image,
                                    result.image_size, message, sizeof message);
        result.binary = NULL;
        result.image = NULL;
        if (!build) {
            error = CL_BUILD_PROGRAM_FAILURE;
            result.log = append_message(result.log, message);
        }
    }
    if (debug_enabled(DEBUG_clc))
        fprintf(stderr, "rootle: source, options \"%s\":\n%s\nrootle: build log:\n%s\n",
                program->options, program->source, result.log ? result.log : "");
    conclude(program, build, result.log);
    result.log = NULL;
    compiler_result_finish(&result);
    return error;
}

static cl_int build_now(cl_program program)
{
    if (program->source)
        return compile(program);
    conclude(program, clover_build_ref(program->given), NULL);
    return CL_SUCCESS;
}

struct build_job {
    cl_program program;
    build_callback notify;
    void *data;
};

static void *build_thread(void *data)
{
    struct build_job job = *(struct build_job *)data;

    free(data);
    build_now(job.program);
    job.notify(job.program, job.data);
    clover_unref(job.program);
    return NULL;
}

/* Builds in a thread of its own; false when none could be had. */
static bool build_later(cl_program program, build_callback notify, void *data)
{
    struct build_job *job = malloc(sizeof *job);
    pthread_attr_t attributes;
    pthread_t thread;

    if (!job)
        return false;
    *job = (struct build_job){program, notify, data};
    clover_ref(program);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool started = pthread_create(&thread, &attributes, build_thread, job) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) {
        clover_unref(program);
        free(job);
    }
    return started;
}

/* Marks the program as being built, unless another build or a kernel object stands against it. */
static cl_int begin(cl_program program, const char *options)
{
    char *copy = strdup(options ? options : "");

    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_lock(&program->lock);
    bool busy = program->status == CL_BUILD_IN_PROGRESS || atomic_load(&program->kernels) > 0;
    char *unused = copy;
    if (!busy) {
        unused = program->options;
        program->options = copy;
        program->status = CL_BUILD_IN_PROGRESS;
    }
    pthread_mutex_unlock(&program->lock);
    free(unused);
    return busy ? CL_INVALID_OPERATION : CL_SUCCESS;
}

static cl_int check_device_list(cl_program program, cl_uint count, const cl_device_id *devices)
{
    cl_int error = clover_check_devices(count, devices);

    for (cl_uint i = 0; !error && i < count; i++) {
        if (devices[i] != program->context->device)
            error = CL_INVALID_DEVICE;
    }
    return error;
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                      const char *options, build_callback pfn_notify, void *user_data)
{
    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    if (!pfn_notify && user_data)
        return CL_INVALID_VALUE;
    cl_int error = check_device_list(program, num_devices, device_list);
    if (!error)
        error = begin(program, options);
    if (error)
        return error;
    if (pfn_notify && build_later(program, pfn_notify, user_data))
        return CL_SUCCESS;
    error = build_now(program);
    if (pfn_notify)
        pfn_notify(program, user_data);
    return error;
}

/* Separate compiling and linking needs a compiler that keeps objects; this one builds programs
 * whole. */
cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                        const char *options, cl_uint num_input_headers,
                        const cl_program *input_headers, const char **header_include_names,
                        build_callback pfn_notify, void *user_data)
{
    (void)options;
    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    bool headers = num_input_headers != 0;
    if (headers != (input_headers != NULL) || headers != (header_include_names != NULL) ||
        (!pfn_notify && user_data))
        return CL_INVALID_VALUE;
    cl_int error = check_device_list(program, num_devices, device_list);
    return error ? error : CL_COMPILER_NOT_AVAILABLE;
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                         const char *options, cl_uint num_input_programs,
                         const cl_program *input_programs, build_callback pfn_notify,
                         void *user_data, cl_int *errcode_ret)
{
    cl_int error = CL_LINKER_NOT_AVAILABLE;

    (void)options;
    if (!clover_is(context, &clover_context_class))
        error = CL_INVALID_CONTEXT;
    else if (num_input_programs == 0 || !input_programs || (!pfn_notify && user_data))
        error = CL_INVALID_VALUE;
    else if (clover_check_devices(num_devices, device_list))
        error = clover_check_devices(num_devices, device_list);
    return clover_result(NULL, error, errcode_ret);
}

/* The compiler process is shared and ends by itself: there is nothing to unload. */
cl_int clUnloadCompiler(void)
{
    return CL_SUCCESS;
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform)
{
    return clover_is(platform, &clover_platform_class) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                             cl_program_build_info param_name, size_t param_value_size,
                             void *param_value, size_t *param_value_size_ret)
{
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    if (device != program->context->device)
        return CL_INVALID_DEVICE;

    static const struct clover_info build_table[] = {
        CLOVER_FIELD(CL_PROGRAM_BUILD_STATUS, struct _cl_program, status),
        CLOVER_STRING(CL_PROGRAM_BUILD_OPTIONS, struct _cl_program, options),
        CLOVER_STRING(CL_PROGRAM_BUILD_LOG, struct _cl_program, log),
    };
    cl_int error;
    pthread_mutex_lock(&program->lock);
    if (param_name == CL_PROGRAM_BINARY_TYPE) {
        cl_program_binary_type type =
            program->build ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE : CL_PROGRAM_BINARY_TYPE_NONE;
        error = clover_answer(to, &type, sizeof type);
    } else {
        error = clover_info_query(build_table, sizeof build_table / sizeof *build_table, program,
                                  param_name, to);
    }
    pthread_mutex_unlock(&program->lock);
    return error;
}
