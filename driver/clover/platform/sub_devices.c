/* SPDX-License-Identifier: MIT */
/* sub_devices.c: clCreateSubDevices and reference counts of devices.
 *
 * A sub-device is its root device with fewer compute units: launches on its queues are run by as
 * many of the simulator's threads at most. Memory, compiler and limits are the root's. */
#include "driver/clover/platform/platform.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const cl_device_partition_property schemes[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                       CL_DEVICE_PARTITION_BY_COUNTS};
static const cl_device_partition_property no_scheme[] = {0};

/* How a device is divided: the units of each part, and the list's length with its closing 0. */
struct plan {
    cl_uint *units;
    cl_uint count;
    size_t length;
};

void clover_device_describe_parts(struct clover_device_info *info)
{
    const bool divides = info->compute_units > 1;

    info->sub_devices = info->compute_units;
    info->schemes = divides ? schemes : no_scheme;
    info->scheme_count = divides ? sizeof schemes / sizeof *schemes : 1;
    info->partition = no_scheme;
    info->partition_length = 1;
}

void clover_device_destroy(void *object)
{
    cl_device_id device = object;

    free((void *)device->info.partition);
    clover_unref(device->info.parent);
}

/* {CL_DEVICE_PARTITION_EQUALLY, n, 0}: "as many smaller aggregate devices as can be created"
 * (OpenCL 3.0, 4.3), so that one of all units is none; what is left over is not used. */
static cl_int plan_equally(const cl_device_partition_property *list, cl_uint units,
                           struct plan *plan)
{
    if (list[1] <= 0 || list[2] != 0)
        return CL_INVALID_VALUE;
    if ((size_t)list[1] > units)
        return CL_INVALID_DEVICE_PARTITION_COUNT;
    if ((size_t)list[1] == units)
        return CL_DEVICE_PARTITION_FAILED;
    plan->count = units / (cl_uint)list[1];
    for (cl_uint i = 0; i < plan->count; i++)
        plan->units[i] = (cl_uint)list[1];
    plan->length = 3;
    return CL_SUCCESS;
}

/* {CL_DEVICE_PARTITION_BY_COUNTS, n, m, ..., CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0} */
static cl_int plan_by_counts(const cl_device_partition_property *list, cl_uint units,
                             struct plan *plan)
{
    const cl_device_partition_property *count = list + 1;

    for (; *count != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; count++) {
        if (*count < 0 || (size_t)*count > units)
            return CL_INVALID_DEVICE_PARTITION_COUNT;
        units -= (cl_uint)*count;
        plan->units[plan->count++] = (cl_uint)*count;
    }
    if (plan->count == 0 || count[1] != 0)
        return CL_INVALID_VALUE;
    plan->length = (size_t)(count + 2 - list);
    return CL_SUCCESS;
}

static cl_int make_plan(const cl_device_partition_property *list, cl_uint units, struct plan *plan)
{
    if (!list ||
        (list[0] != CL_DEVICE_PARTITION_EQUALLY && list[0] != CL_DEVICE_PARTITION_BY_COUNTS))
        return CL_INVALID_VALUE;
    if (units == 1)
        return CL_DEVICE_PARTITION_FAILED;
    return (list[0] == CL_DEVICE_PARTITION_EQUALLY ? plan_equally : plan_by_counts)(list, units,
                                                                                    plan);
}

static cl_device_id create_part(cl_device_id parent, cl_uint units,
                                const cl_device_partition_property *list, size_t length)
{
    assert(units > 0 && units <= parent->info.compute_units);
    cl_device_id device = clover_object_create(&clover_device_class);
    cl_device_partition_property *copy = malloc(length * sizeof *list);

    if (!device || !copy) {
        clover_unref(device);
        free(copy);
        return NULL;
    }
    memcpy(copy, list, length * sizeof *list);
    device->screen = parent->screen;
    device->caps = parent->caps;
    device->info = parent->info;
    device->info.compute_units = units;
    clover_device_describe_parts(&device->info);
    device->info.partition = copy;
    device->info.partition_length = length;
    clover_ref(parent);
    device->info.parent = parent;
    return device;
}

/* All parts or none. */
static cl_int create_parts(cl_device_id parent, const struct plan *plan,
                           const cl_device_partition_property *list, cl_device_id *out)
{
    for (cl_uint i = 0; i < plan->count; i++) {
        out[i] = create_part(parent, plan->units[i], list, plan->length);
        if (out[i])
            continue;
        while (i-- > 0)
            clover_unref(out[i]);
        return CL_OUT_OF_HOST_MEMORY;
    }
    return CL_SUCCESS;
}

cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties,
                          cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret)
{
    CLOVER_CALL;
    if (!clover_is(in_device, &clover_device_class))
        return CL_INVALID_DEVICE;
    const cl_uint units = in_device->info.compute_units;
    struct plan plan = {.units = malloc(units * sizeof *plan.units)};
    if (!plan.units)
        return CL_OUT_OF_HOST_MEMORY;
    cl_int error = make_plan(properties, units, &plan);
    if (!error && out_devices && num_devices < plan.count)
        error = CL_INVALID_VALUE;
    if (!error && out_devices)
        error = create_parts(in_device, &plan, properties, out_devices);
    if (!error && num_devices_ret)
        *num_devices_ret = plan.count;
    free(plan.units);
    return error;
}

/* Root devices are not counted. */
cl_int clRetainDevice(cl_device_id device)
{
    CLOVER_CALL;
    if (!clover_is(device, &clover_device_class))
        return CL_INVALID_DEVICE;
    return device->info.parent ? clover_retain(device, &clover_device_class) : CL_SUCCESS;
}

cl_int clReleaseDevice(cl_device_id device)
{
    CLOVER_CALL;
    if (!clover_is(device, &clover_device_class))
        return CL_INVALID_DEVICE;
    return device->info.parent ? clover_release(device, &clover_device_class) : CL_SUCCESS;
}
