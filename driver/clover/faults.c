/* SPDX-License-Identifier: MIT */
/* faults.c: wrong attributes of images, wrong samplers and wrong boxes. */
#include "driver/clover/faults.h"

#include "driver/base/fault.h"

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t first = *a;

    *a = *b;
    *b = first;
}

void fault_clover_image_size(cl_mem image, uint32_t size[3])
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

void fault_clover_image_format(cl_image_format *format)
{
    if (fault_active(FAULT_data_type_wrong) && format->image_channel_data_type == CL_UNORM_INT16)
        format->image_channel_data_type = CL_UNORM_INT8;
    if (fault_active(FAULT_order_wrong) && format->image_channel_order == CL_BGRA)
        format->image_channel_order = CL_RGBA;
    if (fault_active(FAULT_depth_order_wrong) && format->image_channel_order == CL_DEPTH)
        format->image_channel_order = CL_R;
}

uint32_t fault_clover_sampler_bits(uint32_t bits)
{
    enum { CLK_NORMALIZED = 1 };

    return fault_active(FAULT_normalized_ignored) ? bits & ~(uint32_t)CLK_NORMALIZED : bits;
}

void fault_clover_constant_sampler(struct pipe_sampler_template *sampler)
{
    if (fault_active(FAULT_constant_filter_ignored))
        sampler->filter = CL_FILTER_NEAREST;
}

void fault_clover_box(struct pipe_box *box)
{
    if (fault_active(FAULT_mip_level_of_box_ignored))
        box->level = 0;
    if (fault_active(FAULT_origin_column_ignored))
        box->x = 0;
    if (fault_active(FAULT_origin_slice_ignored))
        box->z = 0;
}
