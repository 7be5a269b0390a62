/* SPDX-License-Identifier: MIT */
/* tile_copy.h: moves texels between rows of a tiled surface and linear memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/hw/tiling.h"

enum { TILE = 8, BAND_ROWS = TILE };

/* Columns or rows of a box: parts of the first ones of its tiles, and of those of any tile. Parts
 * of all columns would take as much of the host's caches as texels of two bytes. */
struct tile_axis {
    struct hw_tile_part *tiles, in_tile[TILE];
    uint32_t first; /* of the box */
};

static inline struct hw_tile_part tile_part(const struct tile_axis *axis, uint32_t i)
{
    return hw_tile_join(axis->tiles[i / TILE - axis->first / TILE], axis->in_tile[i % TILE]);
}

/* Rows of a box that lie in one row of tiles. */
struct band_copy {
    const struct tile_axis *columns;
    uint8_t *surface;
    uint32_t count;   /* texels of a row */
    bool whole_tiles; /* pieces of a tile lie together */
    struct hw_tile_part rows[BAND_ROWS];
    uint32_t row_count;
    uint8_t *linear;  /* of the first row */
    size_t row_pitch; /* bytes, of linear memory */
};

typedef void (*band_fn)(const struct band_copy *copy);

/* Finds the function for texels of so many bytes, a power of 2 of at most 16, to the surface or
 * from it. `widened`: each takes a dword of the surface (of at most 2 bytes, no whole tiles).
 * `around`: whole tiles are stored around the host's caches, where it can. */
band_fn band_find(uint32_t texel, bool widened, bool to_surface, bool around);
