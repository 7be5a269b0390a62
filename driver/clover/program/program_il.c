/* SPDX-License-Identifier: MIT */
/* program_il.c: programs in an intermediate language, which is SPIR-V. */
#include "driver/clover/program/program.h"
#include "driver/clover/program/spirv.h"

#include <stdlib.h>
#include <string.h>

static cl_int take_module(cl_program program, const void *il, size_t length)
{
    const char *why;

    program->il = malloc(length);
    if (!program->il)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(program->il, il, length);
    program->il_size = length;
    program->module = spirv_read(program->il, length, &why);
    if (program->module)
        return CL_SUCCESS;
    if (!why)
        return CL_OUT_OF_HOST_MEMORY;
    clover_report(program->context, "this is no module of SPIR-V: %s", why);
    return CL_INVALID_VALUE;
}

static cl_int from_il(cl_context context, const void *il, size_t length, cl_program *out)
{
    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (!compiler_takes_il()) {
        clover_report(context, "programs in SPIR-V need the translator llvm-spirv-15 (package "
                               "llvm-spirv-15, or ROOTLE_LLVM_SPIRV)");
        return CL_INVALID_OPERATION;
    }
    if (!il || !length)
        return CL_INVALID_VALUE;
    cl_program program = clover_program_create(context, 0, NULL);
    if (!program)
        return CL_OUT_OF_HOST_MEMORY;
    cl_int error = take_module(program, il, length);
    if (error)
        clover_unref(program);
    else
        *out = program;
    return error;
}

cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                 cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_program program = NULL;
    cl_int error = from_il(context, il, length, &program);

    return clover_result(program, error, errcode_ret);
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size,
                                          const void *value)
{
    CLOVER_CALL;
    static const cl_int errors[] = {[SPIRV_SET] = CL_SUCCESS,
                                    [SPIRV_NO_SUCH_ID] = CL_INVALID_SPEC_ID,
                                    [SPIRV_WRONG_SIZE] = CL_INVALID_VALUE};

    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    if (!compiler_takes_il())
        return CL_INVALID_OPERATION;
    if (!program->module)
        return CL_INVALID_PROGRAM;
    if (!value || !size)
        return CL_INVALID_VALUE;
    pthread_mutex_lock(&program->lock);
    cl_int error = CL_INVALID_OPERATION; /* a build reads it */
    if (program->status != CL_BUILD_IN_PROGRESS)
        error = errors[spirv_specialize(program->module, program->il_size, id, size, value)];
    pthread_mutex_unlock(&program->lock);
    return error;
}
