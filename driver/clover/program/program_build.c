/* SPDX-License-Identifier: MIT */
/* program_build.c: what the compiler does for programs, clBuildProgram, and the queries. */
#include "driver/clover/program/program.h"

#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/base/fault.h"
#include "driver/clover/object/info.h"
#include "driver/clover/platform/device_versions.h"
#include "driver/compiler.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The error that the application gets, by action and by how it ended. */
static const cl_int errors[COMPILER_ACTION_COUNT][COMPILER_NO_MEMORY + 1] = {
#define ERRORS(failure, options, unavailable)                                                      \
    {[COMPILER_OK] = CL_SUCCESS,                                                                   \
     [COMPILER_BUILD_FAILED] = failure,                                                            \
     [COMPILER_INVALID_OPTIONS] = options,                                                         \
     [COMPILER_CRASHED] = failure,                                                                 \
     [COMPILER_TIMEOUT] = failure,                                                                 \
     [COMPILER_UNAVAILABLE] = unavailable,                                                         \
     [COMPILER_NO_MEMORY] = CL_OUT_OF_HOST_MEMORY}
    [COMPILER_BUILD] =
        ERRORS(CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS, CL_COMPILER_NOT_AVAILABLE),
    [COMPILER_COMPILE] =
        ERRORS(CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS, CL_COMPILER_NOT_AVAILABLE),
    [COMPILER_LINK] =
        ERRORS(CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS, CL_LINKER_NOT_AVAILABLE),
#undef ERRORS
};

bool clover_task_add(struct clover_task *task, const char *name, const void *data, size_t size)
{
    struct compiler_input *grown =
        realloc(task->inputs, (task->input_count + 1) * sizeof *task->inputs);

    if (!grown || size > UINT32_MAX) {
        task->inputs = grown ? grown : task->inputs;
        return false;
    }
    task->inputs = grown;
    struct compiler_input *input = &grown[task->input_count++];
    *input = (struct compiler_input){strdup(name), malloc(size + 1), (uint32_t)size};
    if (!input->name || !input->data)
        return false;
    memcpy(input->data, data, size);
    return true;
}

void clover_task_finish(struct clover_task *task)
{
    for (cl_uint i = 0; i < task->input_count; i++) {
        free(task->inputs[i].name);
        free(task->inputs[i].data);
    }
    free(task->inputs);
    *task = (struct clover_task){0};
}

/* Ends a build: takes over `build` (NULL when it failed) and `log` (may be NULL). */
static void conclude(cl_program program, struct clover_build *build, char *log)
{
    pthread_mutex_lock(&program->lock);
    assert(program->status == CL_BUILD_IN_PROGRESS); /* begin() let nobody else build it */
    clover_name_outcome(program, build, &log);
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

    if (asprintf(&all, "%s%s\n", log ? log : "", message) < 0)
        all = NULL;
    free(log);
    return all;
}

static void print_build(const struct compiler_request *request, const char *log)
{
    fprintf(stderr, "rootle: source, options \"%s\":\n", request->options);
    if (request->is_il)
        fprintf(stderr, "(SPIR-V, %zu bytes)", request->source_size);
    else
        fwrite(request->source, 1, request->source_size, stderr);
    fprintf(stderr, "\nrootle: build log:\n%s\n", log ? log : "");
}

/* Gives the request the source or SPIR-V to compile; a program that is linked has none. */
static void give_source(struct compiler_request *request, cl_program program)
{
    if (request->action == COMPILER_LINK)
        return;
    request->is_il = program->module != NULL;
    request->source = request->is_il ? (const char *)program->module : program->source;
    request->source_size = request->is_il ? program->il_size : program->source_size;
}

static cl_int compile(cl_program program, const struct clover_task *task)
{
    struct compiler_request request = {
        .action = task->action,
        .source = "",
        .inputs = task->inputs,
        .input_count = task->input_count,
        .options = program->options,
        .chip = program->context->device->caps.chip,
        .extensions = clover_extensions(&program->context->device->caps),
    };
    struct compiler_result result = {0};
    struct clover_build *build = NULL;
    char message[PIPE_ERROR_SIZE] = "";

    give_source(&request, program);
    compiler_build(&request, &result);
    assert(task->action < COUNT(errors) && result.status < COUNT(errors[0]));
    cl_int error = errors[task->action][result.status];
    if (!error) {
        error = clover_build_create(program->context, result.binary, result.image,
                                    result.image_size, &build, message, sizeof message);
        result.binary = NULL;
        result.image = NULL;
        if (!error && program->source)
            clover_build_keep_source(build, program->source, program->source_size,
                                     program->options);
        if (error)
            result.log = append_message(result.log, message);
        if (error == CL_INVALID_BINARY)
            error = errors[task->action][COMPILER_BUILD_FAILED];
    }
    if (debug_enabled(DEBUG_clc))
        print_build(&request, result.log);
    conclude(program, build, result.log);
    result.log = NULL;
    compiler_result_finish(&result);
    return fault_active(FAULT_build_failure_hidden) ? CL_SUCCESS : error;
}

static cl_int do_now(cl_program program, const struct clover_task *task)
{
    if (program->source || program->module || task->action == COMPILER_LINK)
        return compile(program, task);
    assert(program->given); /* check_buildable */
    conclude(program, clover_build_ref(program->given), NULL);
    return CL_SUCCESS;
}

static void notify_of(cl_program program, clover_notify notify, void *data)
{
    clover_lend(program);
    notify(program, data);
    clover_take_back(program);
}

struct build_job {
    cl_program program;
    struct clover_task task;
    clover_notify notify;
    void *data;
};

static void *build_thread(void *data)
{
    struct build_job job = *(struct build_job *)data;

    free(data);
    do_now(job.program, &job.task);
    clover_task_finish(&job.task);
    notify_of(job.program, job.notify, job.data);
    clover_unref(job.program);
    return NULL;
}

/* Does the task, which it then takes over, in a thread of its own; false when none could be had. */
static bool do_later(cl_program program, const struct clover_task *task, clover_notify notify,
                     void *data)
{
    struct build_job *job = malloc(sizeof *job);
    pthread_attr_t attributes;
    pthread_t thread;

    if (!job)
        return false;
    *job = (struct build_job){program, *task, notify, data};
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

/* Invalid options are an error of the call: no build begins, and so nobody is notified (OpenCL 1.2,
 * 5.6.2). */
static cl_int check_options(cl_program program, const struct clover_task *task)
{
    char *log;
    bool arg_info;
    enum compiler_status status =
        compiler_check_options(task->action, program->options, &arg_info, &log);

    pthread_mutex_lock(&program->lock);
    program->arg_info = arg_info || task->arg_info;
    pthread_mutex_unlock(&program->lock);
    if (status != COMPILER_OK)
        conclude(program, NULL, log);
    return errors[task->action][status];
}

cl_int clover_program_do(cl_program program, struct clover_task *task, const char *options,
                         clover_notify notify, void *data)
{
    cl_int error = begin(program, options);

    if (!error)
        error = check_options(program, task);
    if (!error && notify && do_later(program, task, notify, data))
        return CL_SUCCESS;
    if (!error) {
        error = do_now(program, task);
        if (notify)
            notify_of(program, notify, data);
    }
    clover_task_finish(task);
    return error;
}

cl_int clover_check_program_devices(cl_context context, cl_uint count, const cl_device_id *devices)
{
    cl_int error = clover_check_devices(count, devices);

    for (cl_uint i = 0; !error && i < count; i++) {
        if (!clover_context_has(context, devices[i]))
            error = CL_INVALID_DEVICE;
    }
    return error;
}

/* There must be something to build: source, a module, or an executable binary. */
static cl_int check_buildable(cl_program program)
{
    if (program->source || program->module)
        return CL_SUCCESS;
    if (!program->given)
        return CL_INVALID_OPERATION;
    return program->given->binary->type == ROOTLE_EXECUTABLE ? CL_SUCCESS : CL_INVALID_BINARY;
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                      const char *options, clover_notify pfn_notify, void *user_data)
{
    CLOVER_CALL;
    struct clover_task task = {.action = COMPILER_BUILD};

    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    if (!pfn_notify && user_data)
        return CL_INVALID_VALUE;
    cl_int error = clover_check_program_devices(program->context, num_devices, device_list);
    if (!error)
        error = check_buildable(program);
    return error ? error : clover_program_do(program, &task, options, pfn_notify, user_data);
}

/* The compiler process is shared and ends by itself: there is nothing to unload. */
cl_int clUnloadCompiler(void)
{
    return CL_SUCCESS;
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform)
{
    CLOVER_CALL;
    return clover_is(platform, &clover_platform_class) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

static cl_program_binary_type binary_type(cl_program program)
{
    static const cl_program_binary_type types[ROOTLE_BINARY_TYPE_COUNT] = {
        [ROOTLE_EXECUTABLE] = CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
        [ROOTLE_OBJECT] = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
        [ROOTLE_LIBRARY] = CL_PROGRAM_BINARY_TYPE_LIBRARY,
    };
    const struct clover_build *build = program->build ? program->build : program->given;

    return build ? types[build->binary->type] : CL_PROGRAM_BINARY_TYPE_NONE;
}

/* Returns the bytes of the program's variables in global memory. */
static size_t variable_bytes(cl_program program)
{
    const struct rootle_binary *binary = program->build ? program->build->binary : NULL;
    size_t bytes = 0;

    for (uint32_t i = 0; binary && i < binary->variable_count; i++) {
        if (binary->variables[i].space == ROOTLE_ADDRESS_GLOBAL)
            bytes += binary->variables[i].size;
    }
    return bytes;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                             cl_program_build_info param_name, size_t param_value_size,
                             void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    if (!clover_program_has(program, device))
        return CL_INVALID_DEVICE;

    static const struct clover_info build_table[] = {
        CLOVER_FIELD(CL_PROGRAM_BUILD_STATUS, struct _cl_program, status),
        CLOVER_STRING(CL_PROGRAM_BUILD_OPTIONS, struct _cl_program, options),
        CLOVER_STRING(CL_PROGRAM_BUILD_LOG, struct _cl_program, log),
    };
    cl_int error;
    pthread_mutex_lock(&program->lock);
    if (param_name == CL_PROGRAM_BINARY_TYPE) {
        cl_program_binary_type type = binary_type(program);
        error = clover_answer(to, &type, sizeof type);
    } else if (param_name == CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE && clover_is_new()) {
        size_t bytes = variable_bytes(program);
        error = clover_answer(to, &bytes, sizeof bytes);
    } else {
        error = clover_info_query(build_table, COUNT(build_table), program, param_name, to);
    }
    pthread_mutex_unlock(&program->lock);
    return error;
}
