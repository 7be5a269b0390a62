/* SPDX-License-Identifier: MIT */
/* mips.c: memory of mipmapped textures. All levels follow each other in one object, tiled, so that
 * they are one 1D-tiled surface as well: that is what kernels write to, which name a level at run
 * time, while a RAT shows one surface (docs/hardware.md, "Mipmaps"). */
#include <assert.h>
#include <stdlib.h>

#include "driver/base/count.h"
#include "driver/r600/r600.h"

/* The surface of all tiles is as small as a RAT can be, or as large: of layers where one is not
 * enough, the smallest that are not too many. */
enum { CHAIN_LEAST_TILES = 8, CHAIN_MOST_TILES = R600_MAX_IMAGE_2D / 8 };

static bool lay_chain(struct pipe_resource *resource, uint64_t *bytes)
{
    const uint32_t tile_bytes = 64u * resource->layout.bpe;
    const uint64_t tiles = *bytes / tile_bytes;
    uint32_t row = CHAIN_LEAST_TILES, rows = CHAIN_MOST_TILES;
    while (row < CHAIN_MOST_TILES && tiles > (uint64_t)row * CHAIN_MOST_TILES)
        row *= 2;
    resource->chain_tiles = row;
    resource->chain_rows = rows;
    if (tiles <= (uint64_t)row * rows) {
        *bytes = ALIGN_UP(*bytes, (uint64_t)row * tile_bytes);
        resource->chain_layers = 1;
        return true;
    }
    for (rows = 1; tiles > (uint64_t)row * rows * R600_MAX_LAYERS; rows *= 2)
        ;
    *bytes = ALIGN_UP(*bytes, (uint64_t)row * rows * tile_bytes);
    resource->chain_rows = rows;
    resource->chain_layers = (uint32_t)(*bytes / ((uint64_t)row * rows * tile_bytes));
    return rows <= CHAIN_MOST_TILES;
}

bool r600_lay_mips(struct pipe_resource *resource, uint64_t *bytes)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;
    if (tmpl->levels <= 1)
        return true;
    if (tmpl->levels > HW_MIP_LEVELS)
        return false;
    resource->mips = calloc(tmpl->levels - 1, sizeof(*resource->mips));
    if (!resource->mips)
        return false;
    *bytes = ALIGN_UP(*bytes, resource->layout.alignment);
    for (uint32_t i = 1; i < tmpl->levels; i++) {
        struct r600_level *level = &resource->mips[i - 1];
        if (!hw_mip_layout(&level->layout, &resource->layout, (uint32_t)tmpl->width, tmpl->height,
                           tmpl->target == PIPE_TEXTURE_3D, i, NULL))
            return false;
        assert(level->layout.size_bytes > 0 && *bytes % R600_ADDRESS_ALIGNMENT == 0);
        level->offset = *bytes;
        *bytes += level->layout.size_bytes;
    }
    return lay_chain(resource, bytes);
}

/* Fields of the levels that are 2D-tiled. The driver's parameters have banks of one tile's width,
 * and rows of DRAM are at least as long as the largest tile, so that none is split. */
static uint32_t macro_fields(const struct pipe_resource *resource)
{
    const struct hw_surface_layout *layout = &resource->layout;
    uint32_t count = 1;
    if (layout->mode != HW_ARRAY_2D_TILED_THIN1)
        return 0;
    while (count < resource->tmpl.levels &&
           resource->mips[count - 1].layout.mode == HW_ARRAY_2D_TILED_THIN1)
        count++;
    return count << ABI_LEVELS_MACRO_SHIFT | hw_log2(layout->bpe) << ABI_LEVELS_TEXEL_SHIFT |
           hw_log2(layout->pipes) << ABI_LEVELS_PIPES_SHIFT |
           hw_log2(layout->banks) << ABI_LEVELS_BANKS_SHIFT |
           hw_log2(layout->bank_height) << ABI_LEVELS_HEIGHT_SHIFT |
           hw_log2(layout->aspect) << ABI_LEVELS_ASPECT_SHIFT |
           (layout->non_displayable ? (uint32_t)ABI_LEVELS_NON_DISPLAYABLE : 0);
}

uint32_t r600_resource_levels(struct pipe_resource *resource)
{
    struct hw_surface_layout tiled = resource->layout;
    uint32_t pitch_alignment = 8, height_alignment;
    if (!resource->mips)
        return 1 | (resource->lowered ? (uint32_t)ABI_LEVELS_LOWERED : 0);
    tiled.mode = HW_ARRAY_1D_TILED_THIN1;
    hw_surface_pitch_alignment(&tiled, &pitch_alignment, &height_alignment);
    return resource->tmpl.levels | hw_log2(resource->chain_tiles) << ABI_LEVELS_ROW_SHIFT |
           hw_log2(resource->chain_rows) << ABI_LEVELS_LAYER_SHIFT |
           hw_log2(pitch_alignment / 8) << ABI_LEVELS_ALIGN_SHIFT | macro_fields(resource);
}
