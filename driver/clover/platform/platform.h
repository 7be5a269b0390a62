/* SPDX-License-Identifier: MIT */
/* platform.h: the one platform, its one device, and parts of that. */
#pragma once

#include "driver/clover/object/object.h"
#include "driver/pipe.h"

#include <stddef.h>

struct _cl_platform_id {
    struct clover_object base;
};

enum {
    CLOVER_EXTENSIONS_SIZE = 1024,
    CLOVER_PRINTF_BYTES = 1 << 20, /* CL_DEVICE_PRINTF_BUFFER_SIZE */
};

/* Answers to clGetDeviceInfo, in the types that the specification gives them. */
struct clover_device_info {
    cl_device_type type;
    cl_uint vendor_id, compute_units, dimensions, clock_mhz, address_bits;
    size_t max_group, max_items[3];
    cl_uint vector_char, vector_short, vector_int, vector_long, vector_float, vector_double,
        vector_half;
    cl_ulong global_mem, max_alloc, constant_bytes, local_bytes, cache_bytes;
    cl_uint cache_line, base_align_bits, min_align_bytes, constant_args;
    cl_device_mem_cache_type cache_type;
    cl_device_local_mem_type local_type;
    cl_uint read_images, write_images, samplers;
    size_t parameter_bytes, width_2d, height_2d, width_3d, height_3d, depth_3d, buffer_texels,
        array_size;
    cl_device_fp_config half_fp, single_fp, double_fp;
    size_t timer_ns, printf_bytes;
    cl_bool images, little_endian, available, compiler, linker, unified, error_correction,
        user_sync;
    cl_device_exec_capabilities execution;
    cl_command_queue_properties queue;
    cl_uint sub_devices;
    cl_device_affinity_domain affinity;
    /* Schemes by which the device can be divided, and what made it of its parent; 0 for none. */
    const cl_device_partition_property *schemes, *partition;
    size_t scheme_count, partition_length;
    const char *name, *vendor;
    char extensions[CLOVER_EXTENSIONS_SIZE];
    cl_platform_id platform;
    cl_device_id parent; /* a reference; NULL: it is the root device */
};

struct _cl_device_id {
    struct clover_object base;
    struct pipe_screen *screen;
    struct pipe_caps caps;
    struct clover_device_info info;
};

extern struct _cl_platform_id clover_platform;
extern const struct clover_class clover_platform_class, clover_device_class;

/* The device, opened at the first call that can; NULL, after a message on stderr, when there is
 * none.
 */
cl_device_id clover_device(void);
/* Counts contexts, so that the device is closed at unloading only if nothing uses it any more. */
void clover_device_use(int difference);

/* How many sub-groups, which are its wavefronts, so many work-items of a group are. */
static inline cl_uint clover_sub_groups(cl_device_id device, size_t work_items)
{
    return (cl_uint)((work_items + device->caps.wave_size - 1) / device->caps.wave_size);
}

/* Fills the device's answers from what the driver says. */
void clover_device_describe(cl_device_id device);

/* sub_devices.c: what the device answers of its division, by its number of compute units; and the
 * end of a device that is a part of another. */
void clover_device_describe_parts(struct clover_device_info *info);
void clover_device_destroy(void *device);

/* A list of devices that must lie in a context of ours: CL_INVALID_VALUE for a half-given list,
 * CL_INVALID_DEVICE for a device that is not ours. */
cl_int clover_check_devices(cl_uint count, const cl_device_id *devices);

/* device_list.c: devices that a context or a program keeps. */
bool clover_lists_device(const cl_device_id *devices, size_t count,
                         const struct _cl_device_id *device);
/* Keeps each once, however often it is listed, in a list of its own, and counts them into *kept.
 * NULL: out of memory. */
cl_device_id *clover_keep_devices(const cl_device_id *devices, size_t count, size_t *kept);
void clover_drop_devices(cl_device_id *devices, size_t count);
