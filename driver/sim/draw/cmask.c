/* SPDX-License-Identifier: MIT */
/* cmask.c: fast clears of colours. CMASK has four bits a tile of 8 x 8 texels. Drivers clear it to
 * zeros, which stand for tiles of the clear colour (Mesa r600_texture.c); a tile that is written
 * to is expanded first. Nothing but the colour unit reads CMASK, so tiles are in order of rows
 * here. */
#include <inttypes.h>
#include <string.h>

#include "driver/sim/draw/targets.h"

enum { TILE = 8, EXPANDED = 0xf };

bool draw_cmask_open(struct draw_target *target, struct sim_drawing *d, unsigned n)
{
    struct draw_cmask *cmask = &target->cmask;
    const uint64_t address = (uint64_t)sim_state_color(&d->state, n, HW_R_CB_COLOR_CMASK) << 8;
    const struct sim_bo *bo = sim_stream_find(d->stream, address);
    cmask->pitch = target->surface.width / TILE;
    const uint64_t tiles = (uint64_t)cmask->pitch * ((target->surface.height + TILE - 1) / TILE);
    if (!bo || (tiles + 1) / 2 > bo->size - (address - bo->address))
        return draw_fail(d, "there is no memory for the CMASK of colour surface %u", n);
    cmask->memory = bo->map + (address - bo->address);
    cmask->clear[0] = draw_register(d, DRAW_R_CB_COLOR_CLEAR_WORD0 + n * HW_R_CB_COLOR_BASE_STRIDE);
    cmask->clear[1] =
        draw_register(d, DRAW_R_CB_COLOR_CLEAR_WORD0 + n * HW_R_CB_COLOR_BASE_STRIDE + 4);
    return target->surface.format.bytes <= 8 ||
           draw_fail(d, "colour surface %u: texels of 128 bits have no fast clears", n);
}

static void expand(const struct draw_target *target, uint32_t left, uint32_t top)
{
    const struct sim_surface *s = &target->surface;
    for (uint32_t y = top; y < top + TILE && y < s->height; y++)
        for (uint32_t x = left; x < left + TILE && x < s->width; x++)
            memcpy(s->view.memory + sim_surface_offset(s, x, y, 0), target->cmask.clear,
                   s->format.bytes);
}

void draw_cmask_expand(const struct draw_target *target, uint32_t x, uint32_t y)
{
    const uint32_t tile = y / TILE * target->cmask.pitch + x / TILE;
    uint8_t *pair = target->cmask.memory + tile / 2;
    const unsigned shift = tile % 2 * 4;
    if (*pair >> shift & 0xfu)
        return;
    expand(target, x / TILE * TILE, y / TILE * TILE);
    *pair = (uint8_t)(*pair | EXPANDED << shift);
}
