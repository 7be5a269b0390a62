/* SPDX-License-Identifier: MIT */
/* cmask.c: fast clears of colours. CMASK has four bits a tile of 8 x 8 texels. Drivers clear it to
 * zeros, which stand for tiles of the clear colour (Mesa r600_texture.c); a tile that is written
 * to is expanded first. Nothing but the colour unit reads CMASK, so tiles are in order of rows
 * here. */
#include <string.h>

#include "driver/sim/raster/targets.h"

enum { TILE = DRAW_CMASK_TILE, EXPANDED = 0xf };

static void expand(const struct draw_target *target, uint32_t slice, uint32_t left, uint32_t top)
{
    const struct sim_surface *s = &target->surface;
    for (uint32_t y = top; y < top + TILE && y < s->height; y++)
        for (uint32_t x = left; x < left + TILE && x < s->width; x++)
            memcpy(s->view.memory + sim_surface_offset(s, x, y, slice), target->cmask.clear,
                   s->format.bytes);
}

void draw_cmask_expand(const struct draw_target *target, uint32_t layer, uint32_t x, uint32_t y)
{
    const uint32_t tile = y / TILE * target->cmask.pitch + x / TILE;
    const unsigned samples = target->samples ? target->samples : 1;
    const uint32_t first = draw_slice(&target->surface, layer, samples, 0);
    uint8_t *pair =
        target->cmask.memory + (size_t)(first / samples) * target->cmask.slice + tile / 2;
    const unsigned shift = tile % 2 * 4;
    if (*pair >> shift & 0xfu)
        return;
    for (unsigned i = 0; i < samples; i++)
        expand(target, first + i, x / TILE * TILE, y / TILE * TILE);
    *pair = (uint8_t)(*pair | EXPANDED << shift);
}
