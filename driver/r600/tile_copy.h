/* SPDX-License-Identifier: MIT */
/* tile_copy.h: moves texels between rows of a tiled surface and linear memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/hw/tiling.h"

enum { TILE = 8, BAND_ROWS = TILE };

/* Rows of a box that lie in one row of tiles. */
struct band_copy {
    const struct hw_tile_part *columns; /* of the box's texels */
    uint8_t *surface;
    uint32_t x, count; /* texels of a row */
    bool whole_tiles;  /* pieces of a tile lie together */
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
