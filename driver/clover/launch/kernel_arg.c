/* SPDX-License-Identifier: MIT */
/* kernel_arg.c: clSetKernelArg: one checker for each kind of argument. */
#include "driver/clover/launch/kernel.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"

/* Makes the argument name an object; NULL: nothing. */
static void set_object(struct clover_argument *to, const void *handle,
                       const struct clover_class *class)
{
    to->object = handle;
    to->class = handle ? class : NULL;
    to->life = handle ? to->object->life : 0;
}

/* Checks one argument and notes its value. */
typedef cl_int (*arg_setter)(cl_kernel kernel, const struct rootle_arg *arg,
                             struct clover_argument *to, size_t size, const void *value);

static cl_int set_value(cl_kernel kernel, const struct rootle_arg *arg, struct clover_argument *to,
                        size_t size, const void *value)
{
    (void)kernel;
    if (size != arg->size)
        return CL_INVALID_ARG_SIZE;
    if (!value)
        return CL_INVALID_ARG_VALUE;
    if (!to->value)
        to->value = malloc(size ? size : 1);
    if (!to->value)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(to->value, value, size);
    return CL_SUCCESS;
}

static cl_int set_buffer(cl_kernel kernel, const struct rootle_arg *arg, struct clover_argument *to,
                         size_t size, const void *value)
{
    cl_mem mem = NULL;

    (void)arg;
    if (size != sizeof(cl_mem))
        return CL_INVALID_ARG_SIZE;
    if (value)
        memcpy(&mem, value, sizeof mem);
    if (mem && (!clover_is_buffer(mem) || mem->context != kernel->context))
        return CL_INVALID_MEM_OBJECT;
    to->mem = mem;
    set_object(to, mem, &clover_mem_class);
    return CL_SUCCESS;
}

static cl_int set_local(cl_kernel kernel, const struct rootle_arg *arg, struct clover_argument *to,
                        size_t size, const void *value)
{
    (void)kernel;
    (void)arg;
    if (value)
        return CL_INVALID_ARG_VALUE;
    if (size == 0)
        return CL_INVALID_ARG_SIZE;
    to->local_bytes = size;
    return CL_SUCCESS;
}

static const cl_mem_object_type image_types[] = {
    [ROOTLE_IMAGE_1D] = CL_MEM_OBJECT_IMAGE1D,
    [ROOTLE_IMAGE_1D_BUFFER] = CL_MEM_OBJECT_IMAGE1D_BUFFER,
    [ROOTLE_IMAGE_1D_ARRAY] = CL_MEM_OBJECT_IMAGE1D_ARRAY,
    [ROOTLE_IMAGE_2D] = CL_MEM_OBJECT_IMAGE2D,
    [ROOTLE_IMAGE_2D_ARRAY] = CL_MEM_OBJECT_IMAGE2D_ARRAY,
    [ROOTLE_IMAGE_3D] = CL_MEM_OBJECT_IMAGE3D,
    [ROOTLE_IMAGE_2D_DEPTH] = CL_MEM_OBJECT_IMAGE2D,
    [ROOTLE_IMAGE_2D_ARRAY_DEPTH] = CL_MEM_OBJECT_IMAGE2D_ARRAY,
};

/* Whether an image goes with what the kernel declares: depth images are told by their order. */
static bool type_fits(const struct rootle_arg *arg, cl_mem mem)
{
    bool depth =
        arg->image_type == ROOTLE_IMAGE_2D_DEPTH || arg->image_type == ROOTLE_IMAGE_2D_ARRAY_DEPTH;

    assert(arg->image_type < COUNT(image_types)); /* rootle_kernel_fault refuses others */
    return image_types[arg->image_type] == mem->type &&
           (!depth || mem->format.image_channel_order == CL_DEPTH);
}

static cl_int set_image(cl_kernel kernel, const struct rootle_arg *arg, struct clover_argument *to,
                        size_t size, const void *value)
{
    cl_mem_flags forbidden =
        arg->kind == ROOTLE_ARG_IMAGE_READ ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY;
    cl_mem mem = NULL;

    if (arg->access == ROOTLE_ACCESS_READ_WRITE)
        forbidden |= CL_MEM_WRITE_ONLY;
    if (size != sizeof(cl_mem))
        return CL_INVALID_ARG_SIZE;
    if (value)
        memcpy(&mem, value, sizeof mem);
    if (!clover_is_image(mem) || mem->context != kernel->context)
        return CL_INVALID_MEM_OBJECT;
    if (!type_fits(arg, mem) || (mem->flags & forbidden))
        return CL_INVALID_ARG_VALUE;
    to->mem = mem;
    set_object(to, mem, &clover_mem_class);
    return CL_SUCCESS;
}

static cl_int set_sampler(cl_kernel kernel, const struct rootle_arg *arg,
                          struct clover_argument *to, size_t size, const void *value)
{
    cl_sampler sampler = NULL;

    (void)arg;
    if (size != sizeof(cl_sampler))
        return CL_INVALID_ARG_SIZE;
    if (value)
        memcpy(&sampler, value, sizeof sampler);
    if (!clover_is(sampler, &clover_sampler_class) || sampler->context != kernel->context)
        return CL_INVALID_SAMPLER;
    to->sampler =
        (struct pipe_sampler_template){sampler->addressing, sampler->filter,  sampler->normalized,
                                       sampler->mip_filter, sampler->lod_min, sampler->lod_max};
    set_object(to, sampler, &clover_sampler_class);
    return CL_SUCCESS;
}

static const arg_setter setters[] = {
    [ROOTLE_ARG_VALUE] = set_value,      [ROOTLE_ARG_GLOBAL] = set_buffer,
    [ROOTLE_ARG_CONSTANT] = set_buffer,  [ROOTLE_ARG_LOCAL] = set_local,
    [ROOTLE_ARG_IMAGE_READ] = set_image, [ROOTLE_ARG_IMAGE_WRITE] = set_image,
    [ROOTLE_ARG_SAMPLER] = set_sampler,
};

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value)
{
    CLOVER_CALL;
    if (!clover_is(kernel, &clover_kernel_class))
        return CL_INVALID_KERNEL;
    if (arg_index >= kernel->arg_count)
        return CL_INVALID_ARG_INDEX;
    const struct rootle_arg *arg = kernel->code->args[arg_index];
    struct clover_argument *to = &kernel->args[arg_index];
    assert(arg->kind < COUNT(setters) && setters[arg->kind]);
    cl_int error = setters[arg->kind](kernel, arg, to, arg_size, arg_value);
    if (!error)
        to->set = true;
    return error;
}
