/* SPDX-License-Identifier: MIT */
/* block_row_fetches.h: fetches that filter nothing, of lanes that share all coordinates but x: they
 * read rows (block_rows.h), of which lanes cut their texels out. A part of block.c. */
#pragma once

#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/block_rows.h"

bool BLOCK(row_place)(uint32_t *place, const struct sim_sample_how *how,
                      const struct sim_surface *surface, const uint32_t *x, const uint32_t *y,
                      const uint32_t *z, const uint32_t *w)
{
    const struct sim_sample_how known = narrow(how, how->format.kind, 0);
    struct sim_sample s;
    begin_sample(&s, &known, surface, x, y, z, w);
    SIM_FOR_AXES(axis) sim_resolve_axis(&s, &known, axis);
    const bool outside = sim_meets_border(&s, &known);
    const unsigned middle = BEYOND;
    store_block(place, load_block(s.axis[SIM_X].index[0]));
    place[SIM_PLACE_X] = s.axis[SIM_X].index[0][middle] - middle;
    SIM_UNROLL for (unsigned axis = SIM_Y; axis < SIM_AXES; axis++) place[SIM_PLACE_X + axis] =
        sim_axis_kind(known.dim, axis) == SIM_AXIS_NONE ? 0 : s.axis[axis].index[0][0];
    return !outside;
}

/* Whether whole numbers beyond an axis name its first or last texel. */
static inline bool is_clamped(const struct sim_sample_how *how, unsigned axis)
{
    return !how->load &&
           (sim_axis_kind(how->dim, axis) == SIM_AXIS_LAYERS || how->clamp[axis] == HW_CLAMP_EDGE);
}

/* Finds the texel of a whole number. False where there may be none. */
static inline bool place_number(uint32_t *place, const struct sim_sample_how *how,
                                const struct sim_surface *surface, unsigned axis, uint32_t number)
{
    const uint32_t size = sim_axis_size(surface, axis), last = size - 1;
    const bool has = sim_axis_kind(how->dim, axis) != SIM_AXIS_NONE;
    const uint32_t clamped = (int32_t)number < 0 ? 0 : number < last ? number : last;
    *place = !has ? 0 : is_clamped(how, axis) ? clamped : number;
    return is_clamped(how, axis) | !has | (*place < size); /* every surface has a texel */
}

bool BLOCK(row_steps)(uint32_t *place, const struct sim_sample_how *how,
                      const struct sim_surface *surface, uint32_t start, uint32_t y, uint32_t z)
{
    typedef int32_t numbers __attribute__((vector_size(sizeof(block))));
    const numbers own = (numbers)(lane_numbers() + start), least = {0},
                  most = least + (int32_t)(surface->width - 1);
    const bool clamped = is_clamped(how, SIM_X),
               inside = (start < surface->width) & (start + SIM_NATIVE_LANES <= surface->width),
               has_y = place_number(&place[SIM_PLACE_Y], how, surface, SIM_Y, y),
               has_z = place_number(&place[SIM_PLACE_Z], how, surface, SIM_Z, z);
    store_block(place, (block)(clamped ? __builtin_elementwise_min(
                                             __builtin_elementwise_max(own, least), most)
                                       : own));
    place[SIM_PLACE_X] = start;
    return (clamped | inside) & has_y & has_z;
}

bool BLOCK(row_fits)(const uint32_t *place, const struct sim_surface *surface, uint32_t first,
                     uint32_t texels, uint32_t blocks, uint32_t part)
{
    const block columns = load_block(place), number = columns - (first + part * SIM_NATIVE_LANES);
    const bool inside =
        is_row_inside(surface, (int32_t)first, (blocks - 1) * SIM_NATIVE_LANES + texels);
#if defined(__AVX512F__)
    return inside & !__builtin_reduce_or((block)(number >= texels));
#else
    return inside & (number[0] <= texels - SIM_NATIVE_LANES) &
           !__builtin_reduce_or((block)(columns - columns[0] != lane_numbers()));
#endif
}

/* Lanes that are clamped to an edge lie in their window where the row is inside. */
bool BLOCK(row_steps_fit)(uint32_t start, const struct sim_surface *surface, uint32_t first,
                          uint32_t texels, uint32_t blocks)
{
    return is_row_inside(surface, (int32_t)first, (blocks - 1) * SIM_NATIVE_LANES + texels) &
           (start - first <= texels - SIM_NATIVE_LANES);
}

/* Where texels lie whose x alone is a lane's own. */
static inline void find_parts(struct sim_sample *s, const struct sim_sample_how *how)
{
    const uint32_t *const table[SIM_AXES] = {s->surface->x, s->surface->y, s->surface->z};
    uint32_t *x = s->axis[SIM_X].index[0];
    sim_gather(x, table[SIM_X], x, 4, SIM_NATIVE_LANES);
    SIM_UNROLL for (unsigned axis = SIM_Y; axis < SIM_AXES; axis++)
    {
        uint32_t *index = s->axis[axis].index[0];
        const bool has = sim_axis_kind(how->dim, axis) != SIM_AXIS_NONE;
        store_block(index, (block){0} + table[axis][has ? index[0] : 0]);
    }
}

/* As sim_sample_loop finds it, in whose table are loops for filters, too: programs are linked with
 * what is named. */
static inline sim_filter_fn plain_loop(const struct sim_sample_how *how)
{
    return how->format.kind == SIM_TEXEL_FLOAT4   ? float4_0
           : how->format.kind == SIM_TEXEL_UNORM8 ? unorm8_0
                                                  : NULL;
}

static inline void fetch_slot(uint32_t *slot, const struct sim_sample_how *how,
                              const struct sim_surface *surface, const uint32_t *border)
{
    struct sim_sample s;
    sim_vector room[4];
    uint32_t *channel[4] = {room[0], room[1], room[2], room[3]};
    const uint32_t *at[4];
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) at[k] = slot + k * SIM_NATIVE_LANES;
    begin_sample(&s, how, surface, at[0], at[1], at[2], at[3]);
    SIM_FOR_AXES(axis) sim_resolve_axis(&s, how, axis);
    s.border = sim_meets_border(&s, how) ? border : NULL;
    find_parts(&s, how);
    sim_sample_take(&s, how, plain_loop(how), room, channel);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (how->wanted >> k & 1u)
        memcpy(slot + (4 + k) * SIM_NATIVE_LANES, channel[k], 4 * SIM_NATIVE_LANES);
}

void BLOCK(row_apart)(uint32_t *slots, const struct sim_sample_how *how,
                      const struct sim_surface *surface, const uint32_t *border, uint32_t count)
{
    const struct sim_sample_how known = narrow(how, how->format.kind, 0);
    SIM_ROLLED for (uint32_t i = 0; i < count; i++)
        fetch_slot(slots + i * SIM_SLOT_LANES * SIM_NATIVE_LANES, &known, surface, border);
}

static inline void split_row(block channel[4], block texels)
{
    uint32_t raw[SIM_NATIVE_LANES] __attribute__((aligned(64)));
    store_block(raw, texels);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i += SIM_BLOCK) {
        sim_floats texel[4];
        split_unorm8(texel, sim_load(raw + i));
        for (unsigned k = 0; k < 4; k++)
            memcpy((uint32_t *)&channel[k] + i, &texel[k], sizeof(texel[k]));
    }
}

static inline __attribute__((always_inline)) void row_load(SIM_BLOCK_ROW_LOAD)
{
    block dword[4] = {{0}};
    SIM_UNROLL for (unsigned i = 0; i <= MOST_BLOCKS; i++) if (i <= blocks)
    {
        block channel[4];
        /* Lanes that begin with a quad, as those of most programs do, need no other one. */
        if (i < blocks || texels > SIM_NATIVE_LANES)
            load_row(dword, how, surface, place, first, quads, blocks, i);
        if (shared)
            split_row(channel, dword[0]);
        SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (shared || k < how->format.dwords)
            store_block(row + (i * 4 + k) * SIM_NATIVE_LANES, shared ? channel[k] : dword[k]);
    }
}

USUAL(row_load, sim_sample_how, (SIM_BLOCK_ROW_LOAD), row, &known, surface, place, first, texels,
      quads, blocks, shared)

/* So many of the lanes' dwords or channels. */
static inline void cut_row(block cut[4], const uint32_t *window, uint32_t count,
                           const uint32_t *place, uint32_t first)
{
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (k < count) cut[k] =
        load_block(window + k * SIM_NATIVE_LANES);
#if !defined(__AVX512F__)
    if (place[0] == first)
        return;
#endif
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (k < count) cut[k] =
        cut_out(cut[k], load_block(window + (4 + k) * SIM_NATIVE_LANES), place, first);
}

void BLOCK(row_dwords)(uint32_t *d, const uint32_t *window, const uint32_t *place, uint32_t first)
{
    block cut[4];
    cut_row(cut, window, 1, place, first);
    store_block(d, cut[0]);
}

/* Texels, of dwords, as channels. */
static inline void decode_texels(uint32_t *const d[4], const struct sim_sample_how *how,
                                 block dword[4])
{
    sim_vector raw[4], room[4];
    uint32_t *channel[4] = {room[0], room[1], room[2], room[3]};
    if (how->format.kind == SIM_TEXEL_UNORM8)
        split_row(dword, dword[0]);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) store_block(raw[k], dword[k]);
    if (how->format.kind == SIM_TEXEL_UNORM8)
        SIM_UNROLL for (unsigned k = 0; k < 4; k++) channel[k] = raw[k];
    else
        sim_texel_decode(block_lanes.memory, &how->format, how->wanted, raw, room, channel,
                         SIM_NATIVE_LANES);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (how->wanted >> k & 1u)
        memcpy(d[k], channel[k], 4 * SIM_NATIVE_LANES);
}

static inline __attribute__((always_inline)) void row_cut(SIM_BLOCK_ROW_CUT)
{
    uint32_t *const d[4] = {d0, d1, d2, d3};
    block cut[4];
    cut_row(cut, window, shared ? 4 : how->format.dwords, place, first);
    if (!shared) {
        decode_texels(d, how, cut);
        return;
    }
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (how->wanted >> k & 1u)
        memcpy(d[k], &cut[k], 4 * SIM_NATIVE_LANES);
}

USUAL(row_cut, sim_sample_how, (SIM_BLOCK_ROW_CUT), d0, d1, d2, d3, &known, window, place, first,
      shared)

void BLOCK(row_ahead)(const struct sim_sample_how *how, const struct sim_surface *surface,
                      const uint32_t *place, uint32_t blocks)
{
    ask_ahead(surface, how->flat, how->quads, blocks, place[SIM_PLACE_X], place[SIM_PLACE_Y],
              place[SIM_PLACE_Z]);
}
