/* SPDX-License-Identifier: MIT */
/* faults.c: wrong attributes of images, wrong samplers, boxes and memory. */
#include "driver/clover/faults/faults.h"

#include "driver/base/fault.h"

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t first = *a;

    *a = *b;
    *b = first;
}

static void break_image_size(cl_mem image, uint32_t size[3])
{
    if (fault_active(FAULT_width_height_swapped))
        swap(&size[0], &size[1]);
    if (fault_active(FAULT_height_depth_swapped))
        swap(&size[1], &size[2]);
    if (!fault_active(FAULT_array_size_one))
        return;
    if (image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        size[1] = 1;
    if (image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
        size[2] = 1;
}

static void break_image_format(cl_image_format *format)
{
    if (fault_active(FAULT_data_type_wrong) && format->image_channel_data_type == CL_UNORM_INT16)
        format->image_channel_data_type = CL_UNORM_INT8;
    if (fault_active(FAULT_order_wrong) && format->image_channel_order == CL_BGRA)
        format->image_channel_order = CL_RGBA;
    if (fault_active(FAULT_depth_order_wrong) && format->image_channel_order == CL_DEPTH)
        format->image_channel_order = CL_R;
}

static void break_sampler_bits(uint32_t *bits)
{
    enum { CLK_NORMALIZED = 1 };

    if (fault_active(FAULT_normalized_ignored))
        *bits &= ~(uint32_t)CLK_NORMALIZED;
}

static void break_constant_sampler(struct pipe_sampler_template *sampler)
{
    if (fault_active(FAULT_constant_filter_ignored))
        sampler->filter = CL_FILTER_NEAREST;
}

static void break_box(struct pipe_box *box)
{
    if (fault_active(FAULT_mip_level_of_box_ignored))
        box->level = 0;
    if (fault_active(FAULT_origin_column_ignored))
        box->x = 0;
    if (fault_active(FAULT_origin_slice_ignored))
        box->z = 0;
}

/* Host memory whose rows or slices are taken to follow without gaps. */
static void break_pitches(struct clover_span *span, struct clover_extent extent)
{
    if (span->transfer)
        return;
    if (fault_active(FAULT_row_pitch_ignored))
        span->row_pitch = extent.bytes;
    if (fault_active(FAULT_slice_pitch_ignored))
        span->slice_pitch = extent.rows * span->row_pitch;
}

static void break_copy(struct clover_span spans[2], struct clover_extent *extent)
{
    enum { LOST_BYTES = 16 };

    break_pitches(&spans[0], *extent);
    break_pitches(&spans[1], *extent);
    if (fault_active(FAULT_last_row_missing) && extent->rows > 1)
        extent->rows--;
    if (fault_active(FAULT_last_slice_missing) && extent->slices > 1)
        extent->slices--;
    if (fault_active(FAULT_last_texel_missing) && extent->bytes > LOST_BYTES)
        extent->bytes -= LOST_BYTES;
}

static void break_mapped_pitch(cl_mem image, size_t *row_pitch)
{
    if (fault_active(FAULT_map_pitch_short))
        *row_pitch -= image->texel_bytes;
}

static void break_extents(size_t *height, size_t *depth, size_t *array_size)
{
    if (!fault_active(FAULT_info_extents_one))
        return;
    *height += !*height;
    *depth += !*depth;
    *array_size += !*array_size;
}

static cl_mem memory_under(cl_mem image)
{
    bool apart = fault_active(FAULT_over_buffer_apart) && image->parent &&
                 clover_mem_is_buffer(image->parent) && image->type != CL_MEM_OBJECT_IMAGE1D_BUFFER;

    return apart ? NULL : image->parent;
}

static bool takes_tight_pitches(cl_mem image)
{
    if (!fault_active(FAULT_pitches_unchecked))
        return false;
    image->row_pitch = image->width * image->texel_bytes;
    if (image->slice_pitch)
        image->slice_pitch = image->row_pitch * image->height;
    return true;
}

static bool is_refused(cl_mem_flags flags)
{
    return fault_active(FAULT_written_images_refused) && !(flags & CL_MEM_READ_ONLY);
}

const struct clover_faults fault_clover = {
    .image_size = break_image_size,
    .image_format = break_image_format,
    .sampler_bits = break_sampler_bits,
    .constant_sampler = break_constant_sampler,
    .box = break_box,
    .copy = break_copy,
    .mapped_pitch = break_mapped_pitch,
    .extents = break_extents,
    .memory_under = memory_under,
    .tight_pitches = takes_tight_pitches,
    .is_refused = is_refused,
};
