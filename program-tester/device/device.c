/* SPDX-License-Identifier: MIT */
/* device.c: finds OpenCL devices and what tests must know of them. */
#include "program-tester/device/device.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/error.h"
#include "program-tester/device/drivers.h"

static char *platform_string(cl_platform_id platform, cl_platform_info name)
{
    size_t size = 0;

    clGetPlatformInfo(platform, name, 0, NULL, &size);
    char *text = pt_alloc(size + 1, 1);
    clGetPlatformInfo(platform, name, size, text, NULL);
    return text;
}

static char *device_string(cl_device_id device, cl_device_info name)
{
    size_t size = 0;

    clGetDeviceInfo(device, name, 0, NULL, &size);
    char *text = pt_alloc(size + 1, 1);
    clGetDeviceInfo(device, name, size, text, NULL);
    return text;
}

static size_t device_size(cl_device_id device, cl_device_info name)
{
    size_t size = 0;

    clGetDeviceInfo(device, name, sizeof(size), &size, NULL);
    return size;
}

/* The first "M.m" in a version string, as two digits; 10 if there is none. */
static unsigned version_number(const char *text)
{
    for (; *text; text++) {
        if (isdigit((unsigned char)text[0]) && text[1] == '.' && isdigit((unsigned char)text[2]))
            return (unsigned)(text[0] - '0') * 10 + (unsigned)(text[2] - '0');
    }
    return 10;
}

static unsigned usable_clc_version(cl_platform_id platform, cl_device_id device)
{
    char *of_platform = platform_string(platform, CL_PLATFORM_VERSION);
    char *of_device = device_string(device, CL_DEVICE_OPENCL_C_VERSION);
    unsigned most = version_number(of_platform), version = version_number(of_device);

    free(of_platform);
    free(of_device);
    return version < most ? version : most;
}

/* A list of names with versions, which devices before OpenCL 3.0 do not have; *count is then 0. */
static cl_name_version *name_list(cl_device_id device, cl_device_info query, size_t *count)
{
    size_t size = 0;

    *count = 0;
    if (clGetDeviceInfo(device, query, 0, NULL, &size) || size < sizeof(cl_name_version))
        return NULL;
    cl_name_version *rows = pt_alloc(size + 1, 1);
    if (!clGetDeviceInfo(device, query, size, rows, NULL))
        *count = size / sizeof(*rows);
    return rows;
}

static char *feature_names(cl_device_id device)
{
    size_t count;
    cl_name_version *rows = name_list(device, CL_DEVICE_OPENCL_C_FEATURES, &count);
    char *names = pt_copy("", 0);

    for (size_t i = 0; i < count; i++) {
        char *longer =
            pt_format("%s%s%.*s", names, i ? " " : "", CL_NAME_VERSION_MAX_NAME_SIZE, rows[i].name);
        free(names);
        names = longer;
    }
    free(rows);
    return names;
}

/* CL_DEVICE_OPENCL_C_ALL_VERSIONS, or what a device without that list has. */
static pt_clc_versions clc_versions(cl_device_id device, unsigned version)
{
    size_t count;
    cl_name_version *rows = name_list(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, &count);
    pt_clc_versions versions = count ? pt_clc_add(0, version) : pt_clc_up_to(version);

    for (size_t i = 0; i < count; i++)
        versions = pt_clc_add(versions, CL_VERSION_MAJOR(rows[i].version) * 10 +
                                            CL_VERSION_MINOR(rows[i].version));
    free(rows);
    return versions;
}

static void query_limits(struct pt_device *device)
{
    cl_device_id id = device->device;
    cl_bool images = CL_FALSE;
    size_t sizes[16] = {0};

    clGetDeviceInfo(id, CL_DEVICE_IMAGE_SUPPORT, sizeof(images), &images, NULL);
    clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(sizes), sizes, NULL);
    memcpy(device->max_item_sizes, sizes, sizeof(device->max_item_sizes));
    device->images = images;
    device->max_group_size = device_size(id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    device->max_1d_buffer = device_size(id, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
    device->max_layers = device_size(id, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
    device->max_2d[0] = device_size(id, CL_DEVICE_IMAGE2D_MAX_WIDTH);
    device->max_2d[1] = device_size(id, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
    device->max_3d[0] = device_size(id, CL_DEVICE_IMAGE3D_MAX_WIDTH);
    device->max_3d[1] = device_size(id, CL_DEVICE_IMAGE3D_MAX_HEIGHT);
    device->max_3d[2] = device_size(id, CL_DEVICE_IMAGE3D_MAX_DEPTH);
}

static void add_device(struct pt_devices *devices, cl_platform_id platform, cl_device_id id)
{
    devices->items =
        pt_grow(devices->items, &devices->capacity, devices->count + 1, sizeof(*devices->items));
    struct pt_device *device = &devices->items[devices->count++];

    memset(device, 0, sizeof(*device));
    device->platform = platform;
    device->device = id;
    device->platform_name = platform_string(platform, CL_PLATFORM_NAME);
    device->device_name = device_string(id, CL_DEVICE_NAME);
    device->label = pt_format("%s / %s", device->platform_name, device->device_name);
    device->platform_extensions = platform_string(platform, CL_PLATFORM_EXTENSIONS);
    device->device_extensions = device_string(id, CL_DEVICE_EXTENSIONS);
    device->clc_version = usable_clc_version(platform, id);
    device->clc_versions = clc_versions(id, device->clc_version);
    device->features = feature_names(id);
    device->languages = device_string(id, CL_DEVICE_IL_VERSION);
    device->image_programs_only =
        pt_names_have(device->device_extensions, "cl_rootle_image_programs");
    device->language =
        pt_format("OpenCL C %u.%u", device->clc_version / 10, device->clc_version % 10);
    query_limits(device);
}

void pt_device_strings(const struct pt_device *device,
                       struct pt_device_string strings[PT_DEVICE_STRINGS])
{
    static const struct {
        const char *name;
        bool of_platform;
        cl_uint query;
    } queries[PT_DEVICE_STRINGS] = {
        {"platform", true, CL_PLATFORM_NAME},
        {"platform_version", true, CL_PLATFORM_VERSION},
        {"name", false, CL_DEVICE_NAME},
        {"vendor", false, CL_DEVICE_VENDOR},
        {"version", false, CL_DEVICE_VERSION},
        {"driver_version", false, CL_DRIVER_VERSION},
        {"c_version", false, CL_DEVICE_OPENCL_C_VERSION},
    };

    for (size_t i = 0; i < PT_COUNT(queries); i++)
        strings[i] = (struct pt_device_string){
            queries[i].name, queries[i].of_platform
                                 ? platform_string(device->platform, queries[i].query)
                                 : device_string(device->device, queries[i].query)};
}

void pt_device_strings_finish(struct pt_device_string strings[PT_DEVICE_STRINGS])
{
    for (size_t i = 0; i < PT_DEVICE_STRINGS; i++)
        free(strings[i].text);
}

/* Whether what the user gave selects the thing with that index and name. */
static bool selects(const char *wanted, unsigned index, const char *name)
{
    char *end;

    if (!wanted)
        return true;
    unsigned long number = strtoul(wanted, &end, 10);
    if (end != wanted && !*end)
        return number == index;
    return strcasestr(name, wanted);
}

/* Adds the devices that are wanted, and what there is to `there`, for people. */
static void add_devices_of(struct pt_devices *devices, cl_platform_id platform, const char *wanted,
                           struct pt_string *there)
{
    cl_device_id ids[64];
    cl_uint count = 0;

    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, PT_COUNT(ids), ids, &count))
        count = 0;
    if (!count)
        pt_string_add(there, ", which has no device");
    for (cl_uint i = 0; i < count && i < PT_COUNT(ids); i++) {
        char *name = device_string(ids[i], CL_DEVICE_NAME);

        pt_string_add(there, "%s %u '%s'", i ? "," : " with device", i, name);
        if (selects(wanted, i, name))
            add_device(devices, platform, ids[i]);
        free(name);
    }
}

/* Returns whether any platform is wanted. */
static bool add_platforms(struct pt_devices *devices, const cl_platform_id *ids, cl_uint count,
                          const char *platform, const char *device, struct pt_string *there)
{
    bool found = false;

    for (cl_uint i = 0; i < count; i++) {
        char *name = platform_string(ids[i], CL_PLATFORM_NAME);

        pt_string_add(there, "%splatform %u '%s'", i ? "; " : "", i, name);
        if (selects(platform, i, name)) {
            found = true;
            add_devices_of(devices, ids[i], device, there);
        }
        free(name);
    }
    return found;
}

bool pt_devices_find(struct pt_devices *devices, const char *platform, const char *device,
                     char **why)
{
    cl_platform_id ids[64];
    cl_uint count = 0;
    struct pt_string there = {0};

    pt_drivers_choose();
    cl_int error = clGetPlatformIDs(PT_COUNT(ids), ids, &count);
    memset(devices, 0, sizeof(*devices));
    if (error && error != CL_PLATFORM_NOT_FOUND) {
        *why = pt_format("cannot list the OpenCL platforms: %s", pt_cl_error(error));
        return false;
    }
    if (error || !count) {
        char *given = pt_drivers_explain();

        *why = pt_format("there is no OpenCL platform: %s", given);
        free(given);
        return false;
    }
    if (count > PT_COUNT(ids))
        count = PT_COUNT(ids);
    bool found = add_platforms(devices, ids, count, platform, device, &there);
    if (!found)
        *why = pt_format("there is no OpenCL platform '%s'; there is %s", platform, there.text);
    else if (!devices->count)
        *why = pt_format("there is no OpenCL device%s%s%s; there is %s", device ? " '" : "",
                         device ? device : "", device ? "'" : "", there.text);
    free(there.text);
    return devices->count;
}

void pt_devices_finish(struct pt_devices *devices)
{
    for (size_t i = 0; i < devices->count; i++)
        pt_device_finish(&devices->items[i]);
    free(devices->items);
    memset(devices, 0, sizeof(*devices));
}
