/* SPDX-License-Identifier: MIT */
/* kernel.c: kernel objects: creation and queries. */
#include "driver/clover/launch/kernel.h"

#include "driver/base/count.h"
#include "driver/clover/object/info.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void kernel_destroy(void *object)
{
    cl_kernel kernel = object;

    for (cl_uint i = 0; kernel->args && i < kernel->arg_count; i++)
        free(kernel->args[i].value);
    free(kernel->args);
    clover_build_unref(kernel->build);
    assert(atomic_load(&kernel->program->kernels) > 0);
    atomic_fetch_sub(&kernel->program->kernels, 1);
    clover_unref(kernel->program);
}

static struct clover_slots slots;
const struct clover_class clover_kernel_class = {.name = "a kernel",
                                                 .invalid = CL_INVALID_KERNEL,
                                                 .size = sizeof(struct _cl_kernel),
                                                 .slots = &slots,
                                                 .destroy = kernel_destroy};

static cl_kernel kernel_create(cl_program program, struct clover_build *build,
                               struct clover_code *code)
{
    assert(build->binary->type == ROOTLE_EXECUTABLE);
    assert(code >= build->codes && code < build->codes + build->binary->kernel_count);
    cl_kernel kernel = clover_object_create(&clover_kernel_class);

    if (!kernel)
        return NULL;
    clover_ref(program);
    atomic_fetch_add(&program->kernels, 1);
    kernel->program = program;
    kernel->context = program->context;
    kernel->build = clover_build_ref(build);
    kernel->code = code;
    kernel->arg_count = code->arg_count;
    kernel->args = calloc(code->arg_count + 1, sizeof *kernel->args);
    if (!kernel->args) {
        clover_unref(kernel);
        return NULL;
    }
    return kernel;
}

cl_kernel clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_kernel kernel = NULL;
    cl_int error = CL_INVALID_KERNEL_NAME;

    if (!clover_is(program, &clover_program_class))
        return clover_result(NULL, CL_INVALID_PROGRAM, errcode_ret);
    struct clover_build *build = clover_program_executable(program);
    if (!build)
        return clover_result(NULL, CL_INVALID_PROGRAM_EXECUTABLE, errcode_ret);
    struct clover_code *code = kernel_name ? clover_build_find(build, kernel_name) : NULL;
    if (code) {
        kernel = kernel_create(program, build, code);
        error = kernel ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    } else if (!kernel_name) {
        error = CL_INVALID_VALUE;
    }
    clover_build_unref(build);
    return clover_result(kernel, error, errcode_ret);
}

/* A copy of one argument; false when memory is short. */
static bool copy_argument(struct clover_argument *to, const struct clover_argument *from,
                          size_t size)
{
    *to = *from;
    if (!from->value)
        return true;
    to->value = malloc(size ? size : 1);
    if (to->value)
        memcpy(to->value, from->value, size);
    return to->value;
}

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret)
{
    CLOVER_CALL;
    if (!clover_is(source_kernel, &clover_kernel_class))
        return clover_result(NULL, CL_INVALID_KERNEL, errcode_ret);
    cl_kernel kernel =
        kernel_create(source_kernel->program, source_kernel->build, source_kernel->code);
    bool copied = kernel;
    for (cl_uint i = 0; copied && i < kernel->arg_count; i++)
        copied =
            copy_argument(&kernel->args[i], &source_kernel->args[i], kernel->code->args[i]->size);
    if (!copied)
        clover_unref(kernel);
    return clover_result(kernel, copied ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, errcode_ret);
}

static cl_int create_all(cl_program program, struct clover_build *build, cl_kernel *kernels)
{
    for (uint32_t i = 0; i < build->binary->kernel_count; i++) {
        kernels[i] = kernel_create(program, build, &build->codes[i]);
        if (kernels[i])
            continue;
        while (i-- > 0)
            clover_release(kernels[i], &clover_kernel_class);
        return CL_OUT_OF_HOST_MEMORY;
    }
    return CL_SUCCESS;
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                                cl_uint *num_kernels_ret)
{
    CLOVER_CALL;
    cl_int error = CL_SUCCESS;

    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    struct clover_build *build = clover_program_executable(program);
    if (!build)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    uint32_t count = build->binary->kernel_count;
    if (kernels)
        error = num_kernels < count ? CL_INVALID_VALUE : create_all(program, build, kernels);
    if (!error && num_kernels_ret)
        *num_kernels_ret = count;
    clover_build_unref(build);
    return error;
}

static const struct clover_info kernel_table[] = {
    CLOVER_FIELD(CL_KERNEL_NUM_ARGS, struct _cl_kernel, arg_count),
    CLOVER_HANDLES(CL_KERNEL_REFERENCE_COUNT),
    CLOVER_OBJECT(CL_KERNEL_CONTEXT, struct _cl_kernel, context),
    CLOVER_OBJECT(CL_KERNEL_PROGRAM, struct _cl_kernel, program),
};

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(kernel, &clover_kernel_class))
        return CL_INVALID_KERNEL;
    if (param_name == CL_KERNEL_FUNCTION_NAME)
        return clover_answer_string(to, kernel->code->kernel->name);
    if (param_name == CL_KERNEL_ATTRIBUTES)
        return clover_answer_string(to, kernel->code->kernel->attributes);
    return clover_info_query(kernel_table, COUNT(kernel_table), kernel, param_name, to);
}

/* The numbers by which the binary names qualifiers, as constants of the API. */
static const cl_kernel_arg_address_qualifier address_qualifiers[] = {
    [ROOTLE_ADDRESS_PRIVATE] = CL_KERNEL_ARG_ADDRESS_PRIVATE,
    [ROOTLE_ADDRESS_GLOBAL] = CL_KERNEL_ARG_ADDRESS_GLOBAL,
    [ROOTLE_ADDRESS_CONSTANT] = CL_KERNEL_ARG_ADDRESS_CONSTANT,
    [ROOTLE_ADDRESS_LOCAL] = CL_KERNEL_ARG_ADDRESS_LOCAL,
};
static const cl_kernel_arg_access_qualifier access_qualifiers[] = {
    [ROOTLE_ACCESS_NONE] = CL_KERNEL_ARG_ACCESS_NONE,
    [ROOTLE_ACCESS_READ_ONLY] = CL_KERNEL_ARG_ACCESS_READ_ONLY,
    [ROOTLE_ACCESS_WRITE_ONLY] = CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
    [ROOTLE_ACCESS_READ_WRITE] = CL_KERNEL_ARG_ACCESS_READ_WRITE,
};

static cl_kernel_arg_type_qualifier type_qualifiers(uint32_t bits)
{
    return (bits & ROOTLE_TYPE_CONST ? CL_KERNEL_ARG_TYPE_CONST : 0) |
           (bits & ROOTLE_TYPE_RESTRICT ? CL_KERNEL_ARG_TYPE_RESTRICT : 0) |
           (bits & ROOTLE_TYPE_VOLATILE ? CL_KERNEL_ARG_TYPE_VOLATILE : 0);
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index, cl_kernel_arg_info param_name,
                          size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(kernel, &clover_kernel_class))
        return CL_INVALID_KERNEL;
    if (arg_index >= kernel->arg_count)
        return CL_INVALID_ARG_INDEX;
    /* The driver has it in any case. "Kernel argument information is only available if" the program
     * is built with that option (OpenCL 1.2, 5.7.3): who forgets it shall see that here, not
     * elsewhere. */
    if (!kernel->program->arg_info)
        return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    const struct rootle_arg *arg = kernel->code->args[arg_index];
    cl_kernel_arg_type_qualifier qualifiers = type_qualifiers(arg->type_qualifier);
    switch (param_name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return clover_answer(to, &address_qualifiers[arg->address & 3], sizeof *address_qualifiers);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return clover_answer(to, &access_qualifiers[arg->access & 3], sizeof *access_qualifiers);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return clover_answer(to, &qualifiers, sizeof qualifiers);
    case CL_KERNEL_ARG_TYPE_NAME:
        return *arg->type_name ? clover_answer_string(to, arg->type_name)
                               : CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    case CL_KERNEL_ARG_NAME:
        return *arg->name ? clover_answer_string(to, arg->name) : CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    default:
        return CL_INVALID_VALUE;
    }
}

/* Local memory: the static part and the arguments that are set. */
static cl_ulong local_bytes(cl_kernel kernel)
{
    cl_ulong bytes = kernel->code->kernel->lds_bytes;

    for (cl_uint i = 0; i < kernel->arg_count; i++)
        bytes += kernel->args[i].local_bytes;
    return bytes;
}

bool clover_kernel_device_legal(cl_kernel kernel, cl_device_id device)
{
    return device ? clover_context_has(kernel->context, device)
                  : kernel->context->device_count == 1;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info param_name, size_t param_value_size,
                                void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(kernel, &clover_kernel_class))
        return CL_INVALID_KERNEL;
    if (!clover_kernel_device_legal(kernel, device))
        return CL_INVALID_DEVICE;
    const struct pipe_caps *caps = &kernel->context->device->caps;
    const struct rootle_kernel *code = kernel->code->kernel;
    size_t required[3] = {code->required_size[0], code->required_size[1], code->required_size[2]};
    size_t group = caps->max_work_group_size, multiple = caps->wave_size;
    cl_ulong local = local_bytes(kernel), private = code->private_bytes;
    switch (param_name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return clover_answer(to, &group, sizeof group);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return clover_answer(to, required, sizeof required);
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return clover_answer(to, &local, sizeof local);
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return clover_answer(to, &multiple, sizeof multiple);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return clover_answer(to, &private, sizeof private);
    default: /* CL_KERNEL_GLOBAL_WORK_SIZE is for custom devices and built-in kernels */
        return CL_INVALID_VALUE;
    }
}
