/* SPDX-License-Identifier: MIT */
/* sub_groups.c: clGetKernelSubGroupInfo. */
#include "driver/clover/device_versions.h"
#include "driver/clover/kernel.h"

/* The device has no sub-groups (docs/extensions.md). */
cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                               cl_kernel_sub_group_info param_name, size_t input_value_size,
                               const void *input_value, size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret)
{
    (void)param_name;
    (void)input_value_size;
    (void)input_value;
    (void)param_value_size;
    (void)param_value;
    (void)param_value_size_ret;
    if (!clover_is(kernel, &clover_kernel_class))
        return CL_INVALID_KERNEL;
    return !device || device == kernel->context->device ? CL_INVALID_OPERATION : CL_INVALID_DEVICE;
}
