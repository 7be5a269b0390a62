/* SPDX-License-Identifier: MIT */
/* timer.c: the time of device and host, which is one: events are timed by the host's clock. */
#include "driver/clover/queue/event.h"

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                               cl_ulong *host_timestamp)
{
    CLOVER_CALL;
    if (!clover_is(device, &clover_device_class))
        return CL_INVALID_DEVICE;
    if (!device_timestamp || !host_timestamp)
        return CL_INVALID_VALUE;
    *device_timestamp = *host_timestamp = clover_now();
    return CL_SUCCESS;
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp)
{
    CLOVER_CALL;
    if (!clover_is(device, &clover_device_class))
        return CL_INVALID_DEVICE;
    if (!host_timestamp)
        return CL_INVALID_VALUE;
    *host_timestamp = clover_now();
    return CL_SUCCESS;
}
