/* SPDX-License-Identifier: MIT */
/* device.c: device queries, from one table over what clover_device_describe filled in. */
#include "driver/base/count.h"
#include "driver/clover/object/info.h"
#include "driver/clover/platform/device_versions.h"
#include "driver/clover/platform/platform.h"
#include "driver/compiler.h"

#include <string.h>

#include "rootle_version.h"

enum {
    ANY_TYPE = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
               CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM,
    LARGEST_TYPE_BYTES = 128, /* long16 */
};

/* Images over buffers, and so over sub-buffers, begin where registers can say (driver/pipe.h). */
enum { BASE_ALIGN_BYTES = 256 };

static void describe_memory(struct clover_device_info *info, const struct pipe_caps *caps)
{
    info->global_mem = caps->global_mem_bytes;
    info->max_alloc = caps->max_alloc_bytes;
    info->constant_bytes = caps->max_constant_bytes;
    info->local_bytes = caps->local_mem_bytes;
    info->parameter_bytes = caps->max_parameter_bytes;
    info->constant_args = 16;
    info->base_align_bits = BASE_ALIGN_BYTES * 8;
    info->min_align_bytes = LARGEST_TYPE_BYTES;
    info->cache_type = CL_NONE;
    info->local_type = caps->local_mem_bytes ? CL_LOCAL : CL_NONE;
}

static void describe_images(struct clover_device_info *info, const struct pipe_caps *caps)
{
    info->images = caps->max_read_images > 0 ? CL_TRUE : CL_FALSE;
    info->read_images = caps->max_read_images;
    info->write_images = caps->max_write_images;
    info->samplers = caps->max_samplers;
    info->width_2d = caps->image_max_2d_width;
    info->height_2d = caps->image_max_2d_height;
    info->width_3d = caps->image_max_3d_width;
    info->height_3d = caps->image_max_3d_height;
    info->depth_3d = caps->image_max_3d_depth;
    info->array_size = caps->image_max_array_size;
    info->buffer_texels = caps->image_max_buffer_texels;
}

static void describe_execution(struct clover_device_info *info, const struct pipe_caps *caps)
{
    info->compute_units = caps->compute_units;
    info->clock_mhz = caps->max_clock_mhz;
    info->dimensions = 3;
    info->max_group = caps->max_work_group_size;
    for (int i = 0; i < 3; i++)
        info->max_items[i] = caps->max_work_group_size;
    info->vector_char = 16;
    info->vector_short = 8;
    info->vector_int = 4;
    info->vector_long = 2;
    info->vector_float = 4;
    info->single_fp = CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_DENORM;
    /* In software, by way of float. */
    info->vector_half = 1;
    info->half_fp =
        CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_DENORM | CL_FP_FMA | CL_FP_SOFT_FLOAT;
    if (caps->image_programs_only) {
        info->single_fp &= ~(cl_device_fp_config)CL_FP_DENORM;
        info->vector_half = 0;
        info->half_fp = 0;
    }
    /* On chips without fma a quotient that is a denormal is rounded twice. */
    if (caps->fma)
        info->single_fp |= CL_FP_FMA | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    if (caps->fp64) {
        info->vector_double = 2;
        info->double_fp = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                          CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM;
    }
    info->execution = CL_EXEC_KERNEL;
    info->queue = CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    info->timer_ns = 1;
    info->printf_bytes = CLOVER_PRINTF_BYTES;
    info->linker = compiler_available() ? CL_TRUE : CL_FALSE;
}

void clover_device_describe(cl_device_id device)
{
    struct clover_device_info *info = &device->info;
    const struct pipe_caps *caps = &device->caps;

    info->type = CL_DEVICE_TYPE_GPU;
    info->vendor_id = caps->vendor_id;
    info->address_bits = 32;
    info->little_endian = CL_TRUE;
    info->available = CL_TRUE;
    info->user_sync = CL_TRUE;
    info->name = caps->name;
    info->vendor = caps->vendor;
    clover_extensions_describe(caps, info->extensions);
    info->platform = &clover_platform;
    info->compiler = compiler_available() ? CL_TRUE : CL_FALSE;
    describe_memory(info, caps);
    describe_images(info, caps);
    describe_execution(info, caps);
    clover_device_describe_parts(info);
}

#define FIELD(name, field) CLOVER_FIELD(CL_DEVICE_##name, struct clover_device_info, field)
#define ARRAY(name, field, count)                                                                  \
    CLOVER_ARRAY(CL_DEVICE_##name, struct clover_device_info, field, count)
#define STRING(name, field) CLOVER_STRING(CL_DEVICE_##name, struct clover_device_info, field)

static const struct clover_info device_table[] = {
    FIELD(TYPE, type),
    FIELD(VENDOR_ID, vendor_id),
    FIELD(MAX_COMPUTE_UNITS, compute_units),
    FIELD(MAX_WORK_ITEM_DIMENSIONS, dimensions),
    FIELD(MAX_WORK_GROUP_SIZE, max_group),
    FIELD(MAX_WORK_ITEM_SIZES, max_items),
    FIELD(PREFERRED_VECTOR_WIDTH_CHAR, vector_char),
    FIELD(PREFERRED_VECTOR_WIDTH_SHORT, vector_short),
    FIELD(PREFERRED_VECTOR_WIDTH_INT, vector_int),
    FIELD(PREFERRED_VECTOR_WIDTH_LONG, vector_long),
    FIELD(PREFERRED_VECTOR_WIDTH_FLOAT, vector_float),
    FIELD(PREFERRED_VECTOR_WIDTH_DOUBLE, vector_double),
    FIELD(PREFERRED_VECTOR_WIDTH_HALF, vector_half),
    FIELD(NATIVE_VECTOR_WIDTH_CHAR, vector_char),
    FIELD(NATIVE_VECTOR_WIDTH_SHORT, vector_short),
    FIELD(NATIVE_VECTOR_WIDTH_INT, vector_int),
    FIELD(NATIVE_VECTOR_WIDTH_LONG, vector_long),
    FIELD(NATIVE_VECTOR_WIDTH_FLOAT, vector_float),
    FIELD(NATIVE_VECTOR_WIDTH_DOUBLE, vector_double),
    FIELD(NATIVE_VECTOR_WIDTH_HALF, vector_half),
    FIELD(MAX_CLOCK_FREQUENCY, clock_mhz),
    FIELD(ADDRESS_BITS, address_bits),
    FIELD(MAX_READ_IMAGE_ARGS, read_images),
    FIELD(MAX_WRITE_IMAGE_ARGS, write_images),
    FIELD(MAX_MEM_ALLOC_SIZE, max_alloc),
    FIELD(IMAGE2D_MAX_WIDTH, width_2d),
    FIELD(IMAGE2D_MAX_HEIGHT, height_2d),
    FIELD(IMAGE3D_MAX_WIDTH, width_3d),
    FIELD(IMAGE3D_MAX_HEIGHT, height_3d),
    FIELD(IMAGE3D_MAX_DEPTH, depth_3d),
    FIELD(IMAGE_MAX_BUFFER_SIZE, buffer_texels),
    FIELD(IMAGE_MAX_ARRAY_SIZE, array_size),
    FIELD(IMAGE_SUPPORT, images),
    FIELD(MAX_PARAMETER_SIZE, parameter_bytes),
    FIELD(MAX_SAMPLERS, samplers),
    FIELD(MEM_BASE_ADDR_ALIGN, base_align_bits),
    FIELD(MIN_DATA_TYPE_ALIGN_SIZE, min_align_bytes),
    FIELD(SINGLE_FP_CONFIG, single_fp),
    FIELD(HALF_FP_CONFIG, half_fp),
    FIELD(DOUBLE_FP_CONFIG, double_fp),
    FIELD(GLOBAL_MEM_CACHE_TYPE, cache_type),
    FIELD(GLOBAL_MEM_CACHELINE_SIZE, cache_line),
    FIELD(GLOBAL_MEM_CACHE_SIZE, cache_bytes),
    FIELD(GLOBAL_MEM_SIZE, global_mem),
    FIELD(MAX_CONSTANT_BUFFER_SIZE, constant_bytes),
    FIELD(MAX_CONSTANT_ARGS, constant_args),
    FIELD(LOCAL_MEM_TYPE, local_type),
    FIELD(LOCAL_MEM_SIZE, local_bytes),
    FIELD(ERROR_CORRECTION_SUPPORT, error_correction),
    FIELD(HOST_UNIFIED_MEMORY, unified),
    FIELD(PROFILING_TIMER_RESOLUTION, timer_ns),
    FIELD(ENDIAN_LITTLE, little_endian),
    FIELD(AVAILABLE, available),
    FIELD(COMPILER_AVAILABLE, compiler),
    FIELD(LINKER_AVAILABLE, linker),
    FIELD(EXECUTION_CAPABILITIES, execution),
    FIELD(QUEUE_PROPERTIES, queue),
    FIELD(PLATFORM, platform),
    STRING(NAME, name),
    STRING(VENDOR, vendor),
    FIELD(PRINTF_BUFFER_SIZE, printf_bytes),
    FIELD(PREFERRED_INTEROP_USER_SYNC, user_sync),
    CLOVER_OBJECT(CL_DEVICE_PARENT_DEVICE, struct clover_device_info, parent),
    FIELD(PARTITION_MAX_SUB_DEVICES, sub_devices),
    ARRAY(PARTITION_PROPERTIES, schemes, scheme_count),
    FIELD(PARTITION_AFFINITY_DOMAIN, affinity),
    ARRAY(PARTITION_TYPE, partition, partition_length),
};

static const struct {
    cl_device_info name;
    const char *text;
} device_strings[] = {
    {CL_DRIVER_VERSION, ROOTLE_VERSION},
    {CL_DEVICE_PROFILE, "FULL_PROFILE"},
    /* "Highest fully backwards compatible": what is built without -cl-std. Of OpenCL C 3.0 tells
     * CL_DEVICE_OPENCL_C_ALL_VERSIONS. */
    {CL_DEVICE_OPENCL_C_VERSION, "OpenCL C 1.2 "},
    {CL_DEVICE_BUILT_IN_KERNELS, ""},
};

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is(device, &clover_device_class))
        return CL_INVALID_DEVICE;
    if (param_name == CL_DEVICE_REFERENCE_COUNT)
        return clover_answer(to, &(cl_uint){atomic_load(&device->base.handles)}, sizeof(cl_uint));
    for (size_t i = 0; i < COUNT(device_strings); i++) {
        if (device_strings[i].name == param_name)
            return clover_answer_string(to, device_strings[i].text);
    }
    switch (param_name) {
    case CL_DEVICE_VERSION:
        return clover_answer_string(to, clover_version_text());
    case CL_DEVICE_EXTENSIONS:
        return clover_answer_string(to, device->info.extensions);
    default:
        break;
    }
    cl_int error =
        clover_info_query(device_table, COUNT(device_table), &device->info, param_name, to);
    /* A name that the table has is refused for want of room alone. */
    return error ? clover_device_answer_new(device, param_name, to) : CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                      cl_device_id *devices, cl_uint *num_devices)
{
    CLOVER_CALL;
    if (platform && !clover_is(platform, &clover_platform_class))
        return CL_INVALID_PLATFORM;
    if (device_type != CL_DEVICE_TYPE_ALL &&
        (device_type == 0 || (device_type & ~(cl_device_type)ANY_TYPE)))
        return CL_INVALID_DEVICE_TYPE;
    if ((devices && num_entries == 0) || (!devices && !num_devices))
        return CL_INVALID_VALUE;

    cl_device_id device = NULL;
    if (device_type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT))
        device = clover_device();
    if (num_devices)
        *num_devices = device ? 1 : 0;
    if (!device)
        return CL_DEVICE_NOT_FOUND;
    if (devices)
        devices[0] = device;
    return CL_SUCCESS;
}
