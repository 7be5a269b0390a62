/* SPDX-License-Identifier: MIT */
/* mips.c: mipmapped images. */
#include "driver/clover/memory/mips.h"

#include <assert.h>

#include "driver/base/fault.h"
#include "driver/clover/memory/image.h"
#include "driver/clover/platform/device_versions.h"

/* As many as the largest image can have: the text says of no image that its levels are too many,
 * and those behind a level of one texel have one as well. */
static cl_uint most_levels(const struct clover_device_info *info)
{
    cl_uint levels = 0;

    for (size_t largest = info->width_2d; largest; largest /= 2)
        levels++;
    return levels;
}

cl_int clover_check_levels(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                           const cl_image_desc *desc, const void *host_ptr)
{
    if (!desc->num_mip_levels)
        return CL_SUCCESS;
    if (!clover_has_mipmaps(&context->device->caps))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (desc->num_mip_levels == 1)
        return CL_SUCCESS;
    if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER || desc->buffer ||
        format->image_channel_order == CL_DEPTH ||
        desc->num_mip_levels > most_levels(&context->device->info))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (fault_active(FAULT_mip_host_memory_allowed))
        return CL_SUCCESS;
    return host_ptr || flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR) ? CL_INVALID_VALUE
                                                                            : CL_SUCCESS;
}

/* Returns the coordinate of an origin that holds the mip level. */
static unsigned level_axis(cl_mem_object_type type)
{
    switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
        return 1;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D:
        return 2;
    default:
        return 3;
    }
}

cl_uint clover_split_origin(cl_mem image, const size_t *origin, size_t place[3])
{
    const unsigned axis = level_axis(image->type);
    size_t level = 0;

    for (unsigned i = 0; i < 3; i++)
        place[i] = origin[i];
    if (!clover_is_mipmapped(image))
        return 0;
    level = origin[axis];
    if (axis < 3)
        place[axis] = 0;
    return level < image->mip_levels ? (cl_uint)level
                                     : image->mip_levels - fault_active(FAULT_level_unchecked);
}

/* Returns how many of the sizes of clover_image_size halve from level to level. */
static unsigned texel_axes(cl_mem_object_type type)
{
    switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
        return 1;
    case CL_MEM_OBJECT_IMAGE3D:
        return 3;
    default:
        return 2;
    }
}

void clover_level_size(cl_mem image, cl_uint level, uint32_t size[3])
{
    assert(level < 32);
    clover_image_size(image, size);
    for (unsigned i = 0; i < texel_axes(image->type); i++)
        size[i] = size[i] >> level ? size[i] >> level : 1;
}

size_t clover_mips_bytes(cl_mem image)
{
    size_t bytes = 0;

    for (cl_uint level = 1; level < image->mip_levels; level++) {
        uint32_t size[3];
        clover_level_size(image, level, size);
        bytes += (size_t)size[0] * size[1] * size[2] * image->texel_bytes;
    }
    return bytes;
}
