/* SPDX-License-Identifier: MIT */
/* device_list.c: devices that a context or a program keeps. */
#include <stdlib.h>

#include "driver/clover/platform/platform.h"

bool clover_lists_device(const cl_device_id *devices, size_t count,
                         const struct _cl_device_id *device)
{
    for (size_t i = 0; i < count; i++) {
        if (devices[i] == device)
            return true;
    }
    return false;
}

cl_device_id *clover_keep_devices(const cl_device_id *devices, size_t count, size_t *kept)
{
    cl_device_id *list = calloc(count, sizeof(cl_device_id));
    if (!list)
        return NULL;
    *kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (clover_lists_device(list, *kept, devices[i]))
            continue;
        clover_ref(devices[i]);
        list[(*kept)++] = devices[i];
    }
    return list;
}

void clover_drop_devices(cl_device_id *devices, size_t count)
{
    for (size_t i = 0; i < count; i++)
        clover_unref(devices[i]);
    free(devices);
}
