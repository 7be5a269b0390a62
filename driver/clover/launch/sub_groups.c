/* SPDX-License-Identifier: MIT */
/* sub_groups.c: sub-groups, which are the wavefronts of a work-group, and clGetKernelSubGroupInfo
 * (section 5.9.4 of OpenCL 3.0). */
#include "driver/clover/launch/kernel.h"
#include "driver/clover/object/info.h"
#include "driver/clover/platform/device_versions.h"

/* Work-items of a local size of one to three dimensions; 0 for one that cannot be. */
static size_t count_items(cl_device_id device, const size_t *sizes, size_t bytes)
{
    size_t items = 1;

    for (size_t i = 0; i < bytes / sizeof *sizes; i++) {
        if (sizes[i] == 0 || sizes[i] > device->caps.max_work_group_size)
            return 0;
        items *= sizes[i];
    }
    return items <= device->caps.max_work_group_size ? items : 0;
}

static cl_int answer_of_range(cl_device_id device, cl_kernel_sub_group_info name, size_t input_size,
                              const void *input, struct clover_answer to)
{
    if (!input || input_size == 0 || input_size % sizeof(size_t) || input_size > 3 * sizeof(size_t))
        return CL_INVALID_VALUE;
    const size_t items = count_items(device, input, input_size);
    const size_t wave = device->caps.wave_size;
    const size_t largest = items < wave ? items : wave;
    const size_t count = clover_sub_groups(device, items);

    if (!items)
        return CL_INVALID_VALUE;
    return name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE
               ? clover_answer(to, &largest, sizeof largest)
               : clover_answer(to, &count, sizeof count);
}

/* The local size that has so many full sub-groups, in one dimension; zeros when none has. */
static cl_int answer_local_size(cl_device_id device, size_t input_size, const void *input,
                                struct clover_answer to)
{
    const size_t wave = device->caps.wave_size, largest = device->caps.max_work_group_size;
    size_t sizes[3] = {0, 0, 0};

    if (!input || input_size != sizeof(size_t))
        return CL_INVALID_VALUE;
    if (to.value && (to.size == 0 || to.size % sizeof(size_t) || to.size > sizeof sizes))
        return CL_INVALID_VALUE;
    const size_t count = *(const size_t *)input;
    if (count && count <= largest / wave) {
        sizes[0] = count * wave;
        sizes[1] = sizes[2] = 1;
    }
    return clover_answer(to, sizes, to.value ? to.size : sizeof sizes);
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                               cl_kernel_sub_group_info param_name, size_t input_value_size,
                               const void *input_value, size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(kernel, &clover_kernel_class))
        return CL_INVALID_KERNEL;
    cl_device_id of_kernel = kernel->context->device;
    if (!clover_kernel_device_legal(kernel, device))
        return CL_INVALID_DEVICE;
    if (!clover_is_new())
        return CL_INVALID_OPERATION;
    const size_t most = clover_sub_groups(of_kernel, of_kernel->caps.max_work_group_size);
    switch (param_name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        return answer_of_range(of_kernel, param_name, input_value_size, input_value, to);
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        return answer_local_size(of_kernel, input_value_size, input_value, to);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        return clover_answer(to, &most, sizeof most);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: /* no attribute asks for a number */
        return clover_answer(to, &(size_t){0}, sizeof(size_t));
    default:
        return CL_INVALID_VALUE;
    }
}
