/* SPDX-License-Identifier: MIT */
/* block_levels.h: filters on x and y within levels of a mipmapped texture, which lanes choose by a
 * level of detail. Each level that a lane reads is filtered for all. A part of block.c. */
#pragma once

#include "driver/sim/recompile/block_smooth.h"

/* Whether all lanes have one value. */
static inline bool is_shared(const uint32_t *lanes)
{
    return !__builtin_reduce_or(load_block(lanes) ^ lanes[0]);
}

/* Filters two rows of a level, if lanes are near enough. */
static inline bool filter_level(SIM_BLOCK_SAMPLE)
{
    block whole[4];
    if (surface->linear != how->flat || surface->quads != how->quads)
        return false;
    return how->format.kind == SIM_TEXEL_UNORM8
               ? sim_block_smooth_unorm8(d0, d1, d2, d3, how, surface, border, x, y, z, w)
               : sim_block_smooth_float4((uint32_t *)whole, d0, d1, d2, d3, how, surface, border, x,
                                         y, z, w);
}

/* The same of lanes that lie anyhow, by the simulator. */
static inline void take_level(SIM_BLOCK_SAMPLE, sim_block_take take, const struct sim_wave *wave)
{
    const uint32_t *const at[4] = {x, y, z, w};
    uint32_t *const d[4] = {d0, d1, d2, d3};
    sim_native_vector slot[1][SIM_SLOT_LANES];
    struct sim_sample_how own = *how;
    own.flat = surface->linear;
    own.quads = surface->quads;
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) memcpy(slot[0][k], at[k], sizeof(slot[0][k]));
    take(wave, &own, surface, border, slot, 1);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) memcpy(d[k], slot[0][4 + k], sizeof(slot[0][k]));
}

void BLOCK(levels)(SIM_BLOCK_SAMPLE, const struct sim_surface *mips, uint32_t levels,
                   const struct sim_level_bounds *bounds, sim_block_take take,
                   const struct sim_wave *wave)
{
    /* Programs choose by a branch among kinds of coordinates, behind which nothing is known. */
    const bool shared =
        is_shared(y) && (sim_axis_kind(how->dim, SIM_Z) == SIM_AXIS_NONE || is_shared(z));
    const struct sim_mip_lanes *lanes = block_lanes.mips;
    uint32_t *const d[4] = {d0, d1, d2, d3};
    struct sim_levels chosen;
    sim_vector sum[4], room[4], used;
    lanes->choose(&chosen, w, bounds, SIM_NATIVE_LANES);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) memset(sum[k], 0, sizeof(sim_native_vector));
    SIM_ROLLED for (uint32_t level = 0; level < levels; level++)
    {
        const struct sim_surface *own = level ? &mips[level - 1] : surface;
        lanes->users(used, &chosen, level, SIM_NATIVE_LANES);
        if (!block_lanes.alu->bits(used, SIM_NATIVE_LANES))
            continue;
        if (!shared ||
            !filter_level(room[0], room[1], room[2], room[3], how, own, border, x, y, z, w))
            take_level(room[0], room[1], room[2], room[3], how, own, border, x, y, z, w, take,
                       wave);
        SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (how->wanted >> k & 1u)
            lanes->blend(sum[k], room[k], &chosen, level, SIM_NATIVE_LANES);
    }
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) memcpy(d[k], sum[k], sizeof(sim_native_vector));
}
