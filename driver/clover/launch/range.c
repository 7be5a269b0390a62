/* SPDX-License-Identifier: MIT */
/* range.c: the sizes of a launch: checks, and the choice of a local size. */
#include "driver/clover/launch/inputs.h"
#include "driver/clover/platform/device_versions.h"

enum {
    PREFERRED_GROUP =
        256, /* work-items: several waves to hide latency, small enough for many groups */
    PREFERRED_ROW = 64,
};

static uint32_t largest_divisor(uint32_t value, uint32_t limit)
{
    if (value < limit)
        limit = value;
    while (value % limit)
        limit--;
    return limit;
}

/* Rows first, so that neighbouring lanes touch neighbouring memory. */
static void choose_local(struct clover_range *range, uint32_t max_group)
{
    uint32_t left = max_group < PREFERRED_GROUP ? max_group : PREFERRED_GROUP;
    uint32_t row = range->dimensions > 1 && left > PREFERRED_ROW ? PREFERRED_ROW : left;

    range->local[0] = largest_divisor(range->global[0], row);
    left /= range->local[0];
    for (int i = 1; i < 3; i++) {
        range->local[i] = largest_divisor(range->global[i], left);
        left /= range->local[i];
    }
}

static cl_int check_local(const struct clover_range *range, const struct rootle_kernel *kernel,
                          const struct clover_device_info *info)
{
    const uint32_t *required = kernel->required_size;
    uint64_t group = 1;

    for (int i = 0; i < 3; i++) {
        if (required[0] && range->local[i] != required[i])
            return CL_INVALID_WORK_GROUP_SIZE;
        if (range->local[i] == 0)
            return CL_INVALID_WORK_GROUP_SIZE;
        if (range->local[i] > info->max_items[i])
            return CL_INVALID_WORK_ITEM_SIZE;
        if (range->global[i] % range->local[i])
            return CL_INVALID_WORK_GROUP_SIZE;
        group *= range->local[i];
    }
    return group > info->max_group ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

/* Work-item ids are 32 bits wide on the device. */
static cl_int set_global(struct clover_range *range, cl_uint i, const size_t *offset,
                         const size_t *global)
{
    if (global[i] == 0 || global[i] > UINT32_MAX)
        return CL_INVALID_GLOBAL_WORK_SIZE;
    if (offset && offset[i] > UINT32_MAX - global[i])
        return CL_INVALID_GLOBAL_OFFSET;
    range->global[i] = (uint32_t)global[i];
    range->offset[i] = offset ? (uint32_t)offset[i] : 0;
    return CL_SUCCESS;
}

cl_int clover_range_init(struct clover_range *range, cl_kernel kernel, cl_uint dimensions,
                         const size_t *offset, const size_t *global, const size_t *local)
{
    const struct clover_device_info *info = &kernel->context->device->info;
    const struct rootle_kernel *code = kernel->code->kernel;
    const bool sized = code->required_size[0] != 0;

    if (dimensions < 1 || dimensions > info->dimensions)
        return CL_INVALID_WORK_DIMENSION;
    if (!global)
        return CL_INVALID_GLOBAL_WORK_SIZE;
    *range = (struct clover_range){dimensions, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}};
    for (cl_uint i = 0; i < dimensions; i++) {
        cl_int error = set_global(range, i, offset, global);
        if (error)
            return error;
        if (local)
            range->local[i] = local[i] > UINT32_MAX ? UINT32_MAX : (uint32_t)local[i];
        else if (sized)
            range->local[i] = code->required_size[i];
    }
    /* OpenCL 1.2 wants the size that a kernel requires to be given (5.8); in 3.0 only a size that
     * is given may be wrong (5.8 of 3.0), and without one the kernel has its own. */
    if (!local && sized && !clover_is_new())
        return CL_INVALID_WORK_GROUP_SIZE;
    if (local || sized)
        return check_local(range, code, info);
    choose_local(range, (uint32_t)info->max_group);
    return CL_SUCCESS;
}
