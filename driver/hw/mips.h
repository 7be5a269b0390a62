/* SPDX-License-Identifier: MIT */
/* mips.h: levels of mipmapped textures: how large each is, and how it lies in memory. Level 0 has a
 * base address of its own; level 1 begins at the mip address, and each later one where the one
 * before it ends (libdrm radeon_surface.c, kernel evergreen_cs.c). */
#pragma once

#include "driver/hw/tiling.h"

enum { HW_MIP_LEVELS = 15 }; /* of a texture of 16384 texels */

/* Texels along an axis at a level: each level has half of those before it, rounded down. */
static inline uint32_t hw_mip_size(uint32_t size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

/* Returns the size that memory is laid out for: from level 1 on, a size is rounded up to a power of
 * two. */
uint32_t hw_mip_padded(uint32_t size, unsigned level);

/* How a level lies, level 0 lying as `base` for width x height texels. Slices of volumes become
 * fewer; layers do not, but from level 1 on there is room for a power of two of them, for eight of
 * a cube's six (libdrm radeon_surface.c, radeon_surface_sanity). A level that is smaller than a
 * macro tile is tiled in one dimension. False when the hardware could not have it; *why (may be
 * NULL) then says what is wrong. */
bool hw_mip_layout(struct hw_surface_layout *layout, const struct hw_surface_layout *base,
                   uint32_t width, uint32_t height, bool volume, unsigned level, const char **why);
