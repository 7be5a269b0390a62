/* SPDX-License-Identifier: MIT */
/* image_over.c: images over the memory of buffers and of other images. */
#include "driver/clover/memory/image_over.h"
#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/clover/memory/format.h"
#include "driver/clover/memory/mips.h"
#include "driver/clover/platform/device_versions.h"

/* Orders that are two views of the same texels (OpenCL 3.0, "Compatible Image Channel Orders"). */
static bool orders_compatible(cl_channel_order view, cl_channel_order image)
{
    static const cl_channel_order pairs[][2] = {
        {CL_sBGRA, CL_BGRA}, {CL_sRGBA, CL_RGBA}, {CL_sRGBx, CL_RGBx}};

    for (size_t i = 0; i < COUNT(pairs); i++) {
        if ((view == pairs[i][0] && image == pairs[i][1]) ||
            (view == pairs[i][1] && image == pairs[i][0]))
            return true;
    }
    return view == CL_DEPTH && image == CL_R;
}

/* "If a 2D image is created from a 2D image object and the rules described above are not followed":
 * all of that section's errors are one. */
static cl_int check_over_image(cl_mem image, const cl_image_format *format,
                               const cl_image_desc *desc)
{
    bool same = image->type == desc->image_type && !clover_is_mipmapped(image) &&
                image->width == desc->image_width && image->height == desc->image_height &&
                (!desc->image_row_pitch || image->row_pitch == desc->image_row_pitch);

    return same && format->image_channel_data_type == image->format.image_channel_data_type &&
                   orders_compatible(format->image_channel_order, image->format.image_channel_order)
               ? CL_SUCCESS
               : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
}

/* Rows and slices begin at whole dwords; a single row begins where the buffer does. */
static size_t pitch_alignment(size_t texel_bytes)
{
    return texel_bytes > CLOVER_IMAGE_BASE_ALIGNMENT ? texel_bytes : CLOVER_IMAGE_BASE_ALIGNMENT;
}

size_t clover_row_pitch_alignment(const struct clover_image_kind *kind, size_t texel_bytes)
{
    return clover_has_height(kind) || kind->layers ? pitch_alignment(texel_bytes) : texel_bytes;
}

size_t clover_slice_pitch_alignment(const struct clover_image_kind *kind, size_t texel_bytes)
{
    return clover_has_slices(kind) ? pitch_alignment(texel_bytes) : texel_bytes;
}

struct clover_image_span clover_image_span(const struct clover_image_kind *kind,
                                           const cl_image_desc *desc, size_t texel_bytes)
{
    const size_t row = desc->image_width * texel_bytes;
    const size_t rows = clover_has_height(kind) ? desc->image_height : 1;
    const size_t slices = clover_has_depth(kind) ? desc->image_depth
                          : kind->layers         ? desc->image_array_size
                                                 : 1;
    struct clover_image_span span = {.row_pitch =
                                         desc->image_row_pitch ? desc->image_row_pitch : row};
    size_t slice;

    if (span.row_pitch < row || __builtin_mul_overflow(span.row_pitch, rows, &slice))
        return span;
    if (clover_has_slices(kind))
        span.slice_pitch = desc->image_slice_pitch ? desc->image_slice_pitch : slice;
    span.valid = span.slice_pitch
                     ? span.slice_pitch >= slice &&
                           !__builtin_mul_overflow(span.slice_pitch, slices, &span.size)
                     : true;
    if (!span.slice_pitch)
        span.size = clover_has_height(kind) ? slice : row;
    return span;
}

/* cl_khr_image2d_from_buffer alone. */
static cl_int check_rows(cl_mem buffer, size_t texel_bytes, const cl_image_desc *desc,
                         const struct clover_image_span *span)
{
    const size_t multiple = buffer->context->device->caps.image_pitch_texels * texel_bytes;

    if (!multiple || !span->valid || desc->image_type != CL_MEM_OBJECT_IMAGE2D ||
        span->size > buffer->size)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    return span->row_pitch % multiple == 0 ? CL_SUCCESS : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
}

/* cl_ext_image_from_buffer: where rows and slices begin must suit the device, which has an error of
 * its own, and so has a buffer that is too small. */
static cl_int check_over_buffer(const struct clover_image_kind *kind, cl_mem buffer,
                                size_t texel_bytes, const cl_image_desc *desc)
{
    const struct clover_image_span span = clover_image_span(kind, desc, texel_bytes);

    if (!clover_has_images_in_buffers(&buffer->context->device->caps))
        return check_rows(buffer, texel_bytes, desc, &span);
    if ((span.row_pitch % clover_row_pitch_alignment(kind, texel_bytes) ||
         desc->image_slice_pitch % clover_slice_pitch_alignment(kind, texel_bytes) ||
         (uintptr_t)buffer->host_ptr % CLOVER_IMAGE_BASE_ALIGNMENT) &&
        !fault_active(FAULT_over_unaligned_allowed))
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    if (!span.valid)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    return span.size <= buffer->size || fault_active(FAULT_over_small_buffer)
               ? CL_SUCCESS
               : CL_INVALID_IMAGE_SIZE;
}

static cl_int check_1d_buffer(const struct clover_image_kind *kind, cl_mem buffer,
                              size_t texel_bytes, const cl_image_desc *desc)
{
    if (!clover_mem_is_buffer(buffer))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (clover_has_images_in_buffers(&buffer->context->device->caps))
        return check_over_buffer(kind, buffer, texel_bytes, desc);
    return desc->image_width <= buffer->size / texel_bytes ? CL_SUCCESS
                                                           : CL_INVALID_IMAGE_DESCRIPTOR;
}

cl_int clover_check_backing(cl_context context, const struct clover_image_kind *kind,
                            const cl_image_format *format, const cl_image_desc *desc,
                            cl_mem_flags *flags)
{
    const size_t texel_bytes = clover_format_bytes(format);
    cl_mem mem = desc->buffer;
    cl_int error = CL_INVALID_IMAGE_DESCRIPTOR;

    if (!mem)
        return kind->target == PIPE_TEXTURE_BUFFER ? CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS;
    if (!clover_is(mem, &clover_mem_class) || mem->context != context)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (kind->target == PIPE_TEXTURE_BUFFER)
        error = check_1d_buffer(kind, mem, texel_bytes, desc);
    else if (clover_mem_is_buffer(mem))
        error = check_over_buffer(kind, mem, texel_bytes, desc);
    else if (kind->target == PIPE_TEXTURE_2D)
        error = check_over_image(mem, format, desc);
    return error ? error : clover_inherit_flags(flags, mem);
}
