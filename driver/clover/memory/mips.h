/* SPDX-License-Identifier: MIT */
/* mips.h: mipmapped images (cl_khr_mipmap_image): what may be created, and which level an origin
 * names. */
#pragma once

#include "driver/clover/memory/memory.h"

/* CL_SUCCESS, or what is wrong with a descriptor's levels for such an image of a format:
 * CL_INVALID_IMAGE_DESCRIPTOR, or CL_INVALID_VALUE when contents in host memory are given. */
cl_int clover_check_levels(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                           const cl_image_desc *desc, const void *host_ptr);
static inline bool clover_is_mipmapped(cl_mem image)
{
    return image->mip_levels > 1;
}
/* The level that an origin names, and in place[] the origin within it: "Specifying Mipmap Levels to
 * Image Operations" of the unified specification. Level 0 of an image that has one alone. */
cl_uint clover_split_origin(cl_mem image, const size_t *origin, size_t place[3]);
/* Bytes of all levels behind the first, without gaps. */
size_t clover_mips_bytes(cl_mem image);
/* As clover_image_size of image.h, of a level. */
void clover_level_size(cl_mem image, cl_uint level, uint32_t size[3]);
