/* SPDX-License-Identifier: MIT */
/* draw.h: the drawer of Evergreen: from packets of graphics to pixels in memory. */
#pragma once

#include "driver/hw/tiling.h"
#include "driver/sim/drawing.h"

/* The tiles of depths or stencils, as DB_Z_INFO says them; `split`: of TILE_SPLIT. Extents are left
 * to whoever asks. */
struct hw_surface_layout draw_depth_tiles(uint32_t info, uint8_t bytes, unsigned split,
                                          const struct hw_chip *chip);
/* Bytes of the tiles beside depths, of 8 x 8 pixels and a dword each: whole blocks of them. Also
 * those of R600. `surface`: DB_HTILE_SURFACE. */
uint64_t draw_htile_bytes(uint32_t surface, const struct hw_chip *chip, uint32_t pitch,
                          uint32_t height);
/* sim_drawer.check. */
bool draw_check(const struct hw_chip *chip, struct sim_stream *stream, char *error);

extern const struct sim_drawer sim_drawer;
