/* SPDX-License-Identifier: MIT */
/* image.c: images: creation, queries, supported formats. */
#include "driver/clover/memory/image.h"
#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/clover/memory/faults.h"
#include "driver/clover/memory/format.h"
#include "driver/clover/memory/image_kind.h"
#include "driver/clover/memory/image_over.h"
#include "driver/clover/memory/mips.h"
#include "driver/clover/object/explainer.h"
#include "driver/clover/object/info.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT(field) offsetof(struct clover_device_info, field)
#define KIND(type, target, layers, ...)                                                            \
    {                                                                                              \
        CL_MEM_OBJECT_IMAGE##type, PIPE_TEXTURE_##target, layers,                                  \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const struct clover_image_kind kinds[] = {
    KIND(1D, 1D, false, LIMIT(width_2d)),
    KIND(1D_BUFFER, BUFFER, false, LIMIT(buffer_texels)),
    KIND(1D_ARRAY, 1D_ARRAY, true, LIMIT(width_2d)),
    KIND(2D, 2D, false, LIMIT(width_2d), LIMIT(height_2d)),
    KIND(2D_ARRAY, 2D_ARRAY, true, LIMIT(width_2d), LIMIT(height_2d)),
    KIND(3D, 3D, false, LIMIT(width_3d), LIMIT(height_3d), LIMIT(depth_3d)),
};

const struct clover_image_kind *clover_image_kind_at(size_t index)
{
    return index < COUNT(kinds) ? &kinds[index] : NULL;
}

const struct clover_image_kind *clover_image_kind_find(cl_mem_object_type type)
{
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (kinds[i].type == type)
            return &kinds[i];
    }
    return NULL;
}

/* Whether a size keeps to its limit, if there is one. */
static bool fits(size_t value, const struct clover_device_info *info, size_t limit)
{
    return !limit || fault_active(FAULT_size_unchecked) ||
           value <= *(const size_t *)((const char *)info + limit);
}

cl_int clover_check_image_size(const struct clover_image_kind *kind, const cl_image_desc *desc,
                               const struct clover_device_info *info)
{
    if (desc->image_width == 0 || (clover_has_height(kind) && desc->image_height == 0) ||
        (clover_has_depth(kind) && desc->image_depth == 0) ||
        (kind->layers && desc->image_array_size == 0))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (fits(desc->image_width, info, kind->limits[0]) &&
        fits(desc->image_height, info, kind->limits[1]) &&
        fits(desc->image_depth, info, kind->limits[2]) &&
        fits(desc->image_array_size, info, kind->layers ? LIMIT(array_size) : 0))
        return CL_SUCCESS;
    return CL_INVALID_IMAGE_SIZE;
}

/* The pitches of host memory: given, or those of memory without gaps. False when they are too
 * small. */
static bool set_pitches(cl_mem image, const struct clover_image_kind *kind,
                        const cl_image_desc *desc, bool given)
{
    size_t row = image->width * image->texel_bytes;
    bool sliced = clover_has_slices(kind);

    if (!given && (desc->image_row_pitch || desc->image_slice_pitch))
        return false;
    image->row_pitch = desc->image_row_pitch ? desc->image_row_pitch : row;
    if (image->row_pitch < row || image->row_pitch % image->texel_bytes)
        return false;
    size_t slice;
    if (__builtin_mul_overflow(image->row_pitch, image->height, &slice))
        return false;
    image->slice_pitch = sliced ? desc->image_slice_pitch ? desc->image_slice_pitch : slice : 0;
    /* OpenCL 3.0, 5.3.1.3: so much memory host_ptr points to. */
    size_t slices = image->depth * image->array_size, all;
    if (__builtin_mul_overflow(sliced ? image->slice_pitch : slice, slices, &all) ||
        all > PTRDIFF_MAX)
        return false;
    return !sliced || (image->slice_pitch >= slice && image->slice_pitch % image->row_pitch == 0);
}

static void set_size(cl_mem image, const struct clover_image_kind *kind, const cl_image_desc *desc)
{
    assert(image->texel_bytes > 0);
    image->width = desc->image_width;
    if (clover_has_height(kind))
        image->height = desc->image_height;
    if (clover_has_depth(kind))
        image->depth = desc->image_depth;
    if (kind->layers)
        image->array_size = desc->image_array_size;
    image->mip_levels = desc->num_mip_levels;
    image->size =
        image->width * image->height * image->depth * image->array_size * image->texel_bytes;
    image->size += clover_mips_bytes(image);
}

bool clover_image_supported(cl_context context, const struct clover_image_kind *kind,
                            const cl_image_format *format, cl_mem_flags flags)
{
    bool read = false, write = false;

    if (!clover_format_fits(format, kind->type) || clover_format_left_out(format))
        return false;
    clover_screen_ops(context)->format_support(context->device->screen, kind->target,
                                               format->image_channel_order,
                                               format->image_channel_data_type, &read, &write);
    if (flags & CL_MEM_KERNEL_READ_AND_WRITE)
        return read && write;
    if (flags & CL_MEM_READ_ONLY)
        return read;
    return flags & CL_MEM_WRITE_ONLY ? write : read && write;
}

static cl_int check_descriptor(const struct clover_image_kind *kind, const cl_image_desc *desc)
{
    return kind && !desc->num_samples ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR;
}

static cl_int make_resource(cl_mem image, const struct clover_image_kind *kind)
{
    const struct _cl_mem *under =
        clover_faults ? clover_faults->memory_under(image) : image->parent;
    struct pipe_resource_template tmpl = {
        .target = kind->target,
        .order = image->format.image_channel_order,
        .type = image->format.image_channel_data_type,
        .width = image->width,
        .height = (uint32_t)image->height,
        .depth = (uint32_t)image->depth,
        .array_size = (uint32_t)image->array_size,
        .levels = image->mip_levels,
        .backing = under ? under->resource : NULL,
        .backing_offset = under ? under->offset : 0,
        .row_pitch = under ? image->row_pitch : 0,
        .slice_pitch = under ? image->slice_pitch : 0,
    };

    image->resource =
        clover_screen_ops(image->context)->resource_create(image->context->device->screen, &tmpl);
    return image->resource ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

static cl_int build_image(cl_mem image, const struct clover_image_kind *kind,
                          const cl_image_format *format, const cl_image_desc *desc,
                          const void *host_ptr)
{
    image->format = *format;
    image->texel_bytes = clover_format_bytes(format);
    set_size(image, kind, desc);
    if (!set_pitches(image, kind, desc,
                     host_ptr || (desc->buffer && kind->target != PIPE_TEXTURE_BUFFER)) &&
        !(clover_faults && clover_faults->tight_pitches(image)))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (desc->buffer) {
        clover_ref(desc->buffer);
        image->parent = desc->buffer;
        clover_tell_written(desc->buffer, NULL);
        image->host_ptr = desc->buffer->host_ptr;
        if (!clover_mem_is_buffer(image->parent))
            image->row_pitch = image->parent->row_pitch;
        else
            image->size = clover_image_span(kind, desc, image->texel_bytes).size;
    } else if (image->size > image->context->device->info.max_alloc) {
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    cl_int error = make_resource(image, kind);
    /* A buffer's contents are there already. */
    if (error || image->parent)
        return error;
    clover_tell_made(image);
    return clover_mem_upload(image, host_ptr);
}

static cl_int image_create(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                           const cl_image_desc *desc, const void *host_ptr, cl_mem *out)
{
    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    cl_int flags_error = clover_check_mem_flags(flags, host_ptr);
    if (flags_error == CL_INVALID_VALUE)
        return flags_error;
    if (!format || !clover_format_valid(format))
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    if (!desc)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    const struct clover_image_kind *kind = clover_image_kind_find(desc->image_type);
    cl_int error = check_descriptor(kind, desc);
    if (!error)
        error = clover_check_image_size(kind, desc, &context->device->info);
    if (!error)
        error = clover_check_levels(context, flags, format, desc, host_ptr);
    if (!error)
        error = clover_check_backing(context, kind, format, desc, &flags);
    if (!error)
        error = flags_error;
    if (error)
        return error;
    if (!context->device->info.images)
        return CL_INVALID_OPERATION;
    if (!clover_image_supported(context, kind, format, flags) ||
        (clover_faults && clover_faults->is_refused(flags)))
        return CL_IMAGE_FORMAT_NOT_SUPPORTED;

    cl_mem image = clover_mem_create(context, desc->image_type, flags);
    if (!image)
        return CL_OUT_OF_HOST_MEMORY;
    image->number = atomic_fetch_add(&context->images, 1) + 1;
    error = build_image(image, kind, format, desc, host_ptr);
    if (error) {
        clover_unref(image);
        return error;
    }
    *out = image;
    return CL_SUCCESS;
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                     const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_mem image = NULL;
    cl_int error = image_create(context, flags, image_format, image_desc, host_ptr, &image);

    return clover_result(image, error, errcode_ret);
}

/* No property is supported. */
cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, const cl_image_format *image_format,
                                   const cl_image_desc *image_desc, void *host_ptr,
                                   cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_mem image = NULL;
    cl_int error = CL_INVALID_CONTEXT;

    if (clover_is(context, &clover_context_class))
        error = properties && *properties
                    ? CL_INVALID_PROPERTY
                    : image_create(context, flags, image_format, image_desc, host_ptr, &image);
    return clover_mem_result(image, properties, error, errcode_ret);
}

/* The calls of OpenCL 1.0 and 1.1 have another error for sizes. */
static cl_mem create_old(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                         const cl_image_desc *desc, void *host_ptr, cl_int *errcode_ret)
{
    cl_mem image = NULL;
    cl_int error = image_create(context, flags, format, desc, host_ptr, &image);

    if (error == CL_INVALID_IMAGE_DESCRIPTOR)
        error = CL_INVALID_IMAGE_SIZE;
    return clover_result(image, error, errcode_ret);
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                       size_t image_width, size_t image_height, size_t image_row_pitch,
                       void *host_ptr, cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                          .image_width = image_width,
                          .image_height = image_height,
                          .image_row_pitch = image_row_pitch};

    return create_old(context, flags, image_format, &desc, host_ptr, errcode_ret);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                       size_t image_width, size_t image_height, size_t image_depth,
                       size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
                       cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                          .image_width = image_width,
                          .image_height = image_height,
                          .image_depth = image_depth,
                          .image_row_pitch = image_row_pitch,
                          .image_slice_pitch = image_slice_pitch};

    /* OpenCL 1.1, section 5.3.1.2, knows no volume of one slice. */
    if (image_depth == 1)
        desc.image_depth = 0;
    return create_old(context, flags, image_format, &desc, host_ptr, errcode_ret);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                  cl_mem_object_type image_type, cl_uint num_entries,
                                  cl_image_format *image_formats, cl_uint *num_image_formats)
{
    CLOVER_CALL;
    const struct clover_image_kind *kind = clover_image_kind_find(image_type);
    uint32_t order, type;
    cl_uint count = 0;

    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (!kind || (num_entries == 0 && image_formats) || clover_check_question_flags(flags))
        return CL_INVALID_VALUE;
    struct pipe_screen *screen = context->device->screen;
    for (uint32_t i = 0; screen->ops->format_at(screen, i, &order, &type); i++) {
        cl_image_format format = {order, type};
        if (!clover_format_valid(&format) || !clover_image_supported(context, kind, &format, flags))
            continue;
        if (count < num_entries && image_formats)
            image_formats[count] = format;
        count++;
    }
    if (num_image_formats)
        *num_image_formats = count;
    return CL_SUCCESS;
}

/* The answers of clGetImageInfo: dimensions that a kind of image lacks are 0. */
struct image_info {
    cl_image_format format;
    size_t texel_bytes, row_pitch, slice_pitch, width, height, depth, array_size;
    cl_mem buffer;
    cl_uint mip_levels, samples;
};

static const struct clover_info image_table[] = {
    CLOVER_FIELD(CL_IMAGE_FORMAT, struct image_info, format),
    CLOVER_FIELD(CL_IMAGE_ELEMENT_SIZE, struct image_info, texel_bytes),
    CLOVER_FIELD(CL_IMAGE_ROW_PITCH, struct image_info, row_pitch),
    CLOVER_FIELD(CL_IMAGE_SLICE_PITCH, struct image_info, slice_pitch),
    CLOVER_FIELD(CL_IMAGE_WIDTH, struct image_info, width),
    CLOVER_FIELD(CL_IMAGE_HEIGHT, struct image_info, height),
    CLOVER_FIELD(CL_IMAGE_DEPTH, struct image_info, depth),
    CLOVER_FIELD(CL_IMAGE_ARRAY_SIZE, struct image_info, array_size),
    CLOVER_OBJECT(CL_IMAGE_BUFFER, struct image_info, buffer),
    CLOVER_FIELD(CL_IMAGE_NUM_MIP_LEVELS, struct image_info, mip_levels),
    CLOVER_FIELD(CL_IMAGE_NUM_SAMPLES, struct image_info, samples),
};

cl_int clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    if (!clover_is_image(image))
        return CL_INVALID_MEM_OBJECT;
    const struct clover_image_kind *kind = clover_image_kind_find(image->type);
    assert(kind); /* no image was made of another type */
    struct image_info info = {
        .format = image->format,
        .texel_bytes = image->texel_bytes,
        .row_pitch = image->row_pitch,
        .slice_pitch = image->slice_pitch,
        .width = image->width,
        .height = clover_has_height(kind) ? image->height : 0,
        .depth = clover_has_depth(kind) ? image->depth : 0,
        .array_size = kind->layers ? image->array_size : 0,
        .buffer = image->parent && clover_mem_is_buffer(image->parent) ? image->parent : NULL,
        .mip_levels = image->mip_levels,
    };
    if (clover_faults)
        clover_faults->extents(&info.height, &info.depth, &info.array_size);
    return clover_info_query(image_table, COUNT(image_table), &info, param_name, to);
}

void clover_image_size(cl_mem image, uint32_t size[3])
{
    size[0] = (uint32_t)image->width;
    size[1] = (uint32_t)image->height;
    size[2] = (uint32_t)image->depth;
    if (image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        size[1] = (uint32_t)image->array_size;
    if (image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
        size[2] = (uint32_t)image->array_size;
}

cl_int clover_check_image_box(cl_mem image, const size_t origin[3], const size_t region[3])
{
    uint32_t size[3];
    size_t place[3];

    if (!origin || !region)
        return CL_INVALID_VALUE;
    const cl_uint level = clover_split_origin(image, origin, place);
    if (level && level >= image->mip_levels)
        return CL_INVALID_MIP_LEVEL;
    clover_level_size(image, level, size);
    for (int i = 0; i < 3; i++) {
        if ((region[i] == 0 && !fault_active(FAULT_empty_region_allowed)) || place[i] > size[i] ||
            region[i] > size[i] - place[i])
            return CL_INVALID_VALUE;
    }
    return CL_SUCCESS;
}
