/* SPDX-License-Identifier: MIT */
/* block_window.h: keeps rows of a texture for linear filters (block_kept.h). A part of ready.c. */
#pragma once

#include "driver/sim/recompile/block_keep.h"
#include "driver/sim/recompile/block_kept.h"

/* As many texels of a row, which all are inside. In registers: a host vector that is loaded out of
 * what four stores have just written waits for these. */
static inline void load_inside(sim_floats texel[4], const uint8_t *memory, const uint32_t *x,
                               uint32_t flips, uint32_t sum)
{
    uint32_t raw[SIM_BLOCK] __attribute__((aligned(64)));
    SIM_UNROLL for (unsigned i = 0; i < SIM_BLOCK; i += 4)
        memcpy(raw + i, memory + ((x[i] ^ flips) + sum), sizeof(quad));
    split_unorm8(texel, sim_load(raw));
}

/* The same of which some are not: no lane picks those. */
static inline void load_edge(sim_floats texel[4], const uint8_t *memory, const uint32_t *x,
                             uint32_t count, uint32_t flips, uint32_t sum)
{
    uint32_t raw[SIM_BLOCK] __attribute__((aligned(64))) = {0};
    SIM_ROLLED for (uint32_t i = 0; i < count; i++)
        memcpy(&raw[i], memory + ((x[i] ^ flips) + sum), sizeof(*raw));
    split_unorm8(texel, sim_load(raw));
}

static inline void keep_window(struct sim_block_smooth_rows *kept, const struct sim_sample_how *how,
                               const struct sim_surface *surface, uint32_t row)
{
    const uint32_t y = surface->y[row % SIM_SMOOTH_Z], z = surface->z[row / SIM_SMOOTH_Z],
                   low = surface->low, flips = (y ^ z) & low, sum = (y & ~low) + (z & ~low),
                   start = kept->start, count = kept->end - start, left = surface->width - start;
    const uint8_t *memory = surface->view.memory;
    const uint32_t *x = surface->x + start;
    float(*to)[SIM_SMOOTH_TEXELS] = kept->texels[row % SIM_SMOOTH_ROWS];
    SIM_ROLLED for (uint32_t i = 0; i < count && i < left; i += SIM_BLOCK)
    {
        sim_floats texel[4];
        if (i + SIM_BLOCK <= left)
            load_inside(texel, memory, x + i, flips, sum);
        else
            load_edge(texel, memory, x + i, left - i, flips, sum);
        SIM_UNROLL for (unsigned k = 0; k < 4; k++) memcpy(&to[k][i], &texel[k], sizeof(texel[k]));
    }
    kept->row[row % SIM_SMOOTH_ROWS] = row;
    /* Asks memory for what the next group along x will keep, of two rows that tiles keep together.
     */
    if (how->flat || !(row & 1u))
        SIM_ROLLED for (uint32_t i = count; i < 2 * count && i < left; i += 8)
            __builtin_prefetch(memory + ((x[i] ^ flips) + sum));
}

/* Keeps rows from columns `least` to `most` on, or up to `further`, where there is room. */
static inline __attribute__((always_inline)) void
keep_windows(struct sim_block_smooth_rows *kept, const struct sim_sample_how *how,
             const struct sim_surface *surface, const uint32_t row[SIM_SMOOTH_FETCHED],
             uint32_t least, uint32_t most, uint32_t further)
{
    if (least < kept->start || most > kept->end) {
        const uint32_t start = least & ~3u, end = most > further ? most : further,
                       columns = (end - start + SIM_BLOCK - 1) & ~(uint32_t)(SIM_BLOCK - 1);
        sim_block_smooth_forget(kept, true);
        kept->start = start;
        kept->end = start + (columns < SIM_SMOOTH_TEXELS ? columns : SIM_SMOOTH_TEXELS);
    }
    SIM_ROLLED for (unsigned r = 0; r < SIM_SMOOTH_FETCHED;
                    r++) if (kept->row[row[r] % SIM_SMOOTH_ROWS] != row[r])
        keep_window(kept, how, surface, row[r]);
}
