/* SPDX-License-Identifier: MIT */
/* program_link.c: clCompileProgram and clLinkProgram: their inputs are copied, and the rest is a
 * task for the compiler as a build is. */
#include "driver/clover/program/program.h"

#include <string.h>

/* Frees a task that was not handed on. */
static cl_int drop(struct clover_task *task, cl_int error)
{
    clover_task_finish(task);
    return error;
}

static cl_int add_headers(struct clover_task *task, cl_uint count, const cl_program *headers,
                          const char **names)
{
    for (cl_uint i = 0; i < count; i++) {
        if (!clover_is(headers[i], &clover_program_class))
            return CL_INVALID_PROGRAM;
        if (!names[i])
            return CL_INVALID_VALUE;
        if (!headers[i]->source)
            return CL_INVALID_OPERATION;
        if (!clover_task_add(task, names[i], headers[i]->source, headers[i]->source_size))
            return CL_OUT_OF_HOST_MEMORY;
    }
    return CL_SUCCESS;
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                        const char *options, cl_uint num_input_headers,
                        const cl_program *input_headers, const char **header_include_names,
                        clover_notify pfn_notify, void *user_data)
{
    CLOVER_CALL;
    struct clover_task task = {.action = COMPILER_COMPILE};
    bool headers = num_input_headers != 0;

    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    if (headers != (input_headers != NULL) || headers != (header_include_names != NULL) ||
        (!pfn_notify && user_data))
        return CL_INVALID_VALUE;
    cl_int error = clover_check_program_devices(program->context, num_devices, device_list);
    if (!error && !program->source && !program->module)
        error = CL_INVALID_OPERATION;
    if (!error)
        error = add_headers(&task, num_input_headers, input_headers, header_include_names);
    if (error)
        return drop(&task, error);
    return clover_program_do(program, &task, options, pfn_notify, user_data);
}

/* Adds what a program was compiled to, or was created from. */
static cl_int add_object(struct clover_task *task, cl_program program)
{
    cl_int error = CL_INVALID_OPERATION;

    pthread_mutex_lock(&program->lock);
    const struct clover_build *build = program->build ? program->build : program->given;
    task->arg_info |= program->arg_info;
    if (build && program->status != CL_BUILD_IN_PROGRESS &&
        build->binary->type != ROOTLE_EXECUTABLE)
        error = clover_task_add(task, "", build->image, build->image_size) ? CL_SUCCESS
                                                                           : CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_unlock(&program->lock);
    return error;
}

static cl_int add_objects(struct clover_task *task, cl_uint count, const cl_program *programs)
{
    cl_int error = CL_SUCCESS;

    for (cl_uint i = 0; !error && i < count; i++)
        error = clover_is(programs[i], &clover_program_class) ? add_object(task, programs[i])
                                                              : CL_INVALID_PROGRAM;
    return error;
}

static cl_int check_link(cl_context context, cl_uint num_devices, const cl_device_id *devices,
                         cl_uint num_programs, const cl_program *programs, bool bad_notify)
{
    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (num_programs == 0 || !programs || bad_notify)
        return CL_INVALID_VALUE;
    return clover_check_program_devices(context, num_devices, devices);
}

/* Section 5.6.3: a link that could begin has a program even when it fails, with the build log; one
 * that could not has none, so that the context hears why. */
static cl_program keep_or_drop(cl_program program, cl_int error)
{
    if (error == CL_SUCCESS || error == CL_LINK_PROGRAM_FAILURE)
        return program;
    const char *why = program->log ? program->log : "";
    clover_report(program->context, "clLinkProgram: %.*s", (int)strcspn(why, "\n"), why);
    clover_release(program, &clover_program_class);
    return NULL;
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                         const char *options, cl_uint num_input_programs,
                         const cl_program *input_programs, clover_notify pfn_notify,
                         void *user_data, cl_int *errcode_ret)
{
    CLOVER_CALL;
    struct clover_task task = {.action = COMPILER_LINK};
    cl_program program = NULL;
    cl_int error = check_link(context, num_devices, device_list, num_input_programs, input_programs,
                              !pfn_notify && user_data);

    if (!error)
        error = add_objects(&task, num_input_programs, input_programs);
    if (!error && !(program = clover_program_create(context, num_devices, device_list)))
        error = CL_OUT_OF_HOST_MEMORY;
    if (error)
        return clover_result(NULL, drop(&task, error), errcode_ret);
    clover_ref(program); /* a callback may release it at once */
    error = clover_program_do(program, &task, options, pfn_notify, user_data);
    if (errcode_ret)
        *errcode_ret = error;
    cl_program kept = keep_or_drop(program, error);
    clover_unref(program);
    return kept;
}
