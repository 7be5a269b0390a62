/* SPDX-License-Identifier: MIT */
/* draw.h: the drawer of Evergreen: from packets of graphics to pixels in memory. */
#pragma once

#include "driver/hw/tiling.h"
#include "driver/sim/drawing.h"

/* The tiles of depths or stencils, as DB_Z_INFO says them; `split`: of TILE_SPLIT. Extents are left
 * to whoever asks. */
struct hw_surface_layout draw_depth_tiles(uint32_t info, uint8_t bytes, unsigned split,
                                          const struct hw_chip *chip);
/* sim_drawer.check. */
bool draw_check(const struct hw_chip *chip, struct sim_stream *stream, char *error);

extern const struct sim_drawer sim_drawer;
