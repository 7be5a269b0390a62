/* SPDX-License-Identifier: MIT */
/* ready.c: functions of block.c as code of one host. What mostly fetches and stores have is known
 * here, so that they are as fast as if a program had its own. */
#define SIM_FIXED_LANES 16 /* as block.c does, for what is passed to programs and from them */
#include "driver/sim/lanes/texel.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* All but the table at the end is this file's own. */
#pragma clang attribute push(__attribute__((internal_linkage)),                                    \
                             apply_to = any(function, variable(is_global)))
#include "driver/sim/recompile/block.c"

#include "driver/sim/recompile/block_keep.h"
#include "driver/sim/recompile/block_lines.h"
#include "driver/sim/recompile/block_runs.h"
#include "driver/sim/recompile/block_twins.h"
#include "driver/sim/recompile/ready.h"
#if defined(__AVX512F__)
#include "driver/sim/recompile/block_window.h"
#endif

/* ---- fetches ---- */

#define INLINE static inline __attribute__((always_inline))

INLINE void smooth_of(SIM_BLOCK_SAMPLE, enum recompile_usual usual)
{
    const struct sim_sample_how own = recompile_known_sample(how, usual),
                                known = narrow(&own, own.format.kind, 2);
    uint32_t *const d[4] = {d0, d1, d2, d3};
    struct sim_sample s;
    struct smooth_rows rows;
    begin_sample(&s, &known, surface, x, y, z, w);
    s.border = resolve_smooth(&s, &known, &rows) ? border : NULL;
    filter_apart(d, &s, &rows, known.format.kind);
}

#define FILTER_ARGS                                                                                \
    uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3, const struct sim_surface *surface,     \
        struct sim_axis *axis, const uint32_t *border

INLINE void filter_of(FILTER_ARGS, enum sim_texel_kind kind, unsigned axes)
{
    uint32_t *const d[4] = {d0, d1, d2, d3};
    const struct sim_filter taps = {surface->view.memory, surface->low, axis, border};
    SIM_FOR_AXES(a)
    SIM_UNROLL for (unsigned i = 0; i <= (a < axes); i++) block_lanes.texture->parts[a](
        axis[a].index[i], surface, axis[a].index[i], SIM_NATIVE_LANES);
    block_lanes.filter->filter[kind][axes](d, &taps, SIM_NATIVE_LANES);
}

INLINE void keep_of(struct sim_block_planes *planes, const struct sim_sample_how *how,
                    const struct sim_surface *surface, uint32_t y, uint32_t z, uint32_t least,
                    uint32_t most, uint32_t texels, enum recompile_usual usual)
{
    const struct sim_sample_how known = recompile_known_sample(how, usual);
    const struct sim_surface own = *surface; /* what is kept cannot change it */
    keep_planes(planes, &known, &own, y, z, least, most, texels);
}

/* ---- rows that are kept as planes ---- */

#if defined(__AVX512F__)
INLINE void both_with(sim_native_vector to[][4], const struct sim_sample_how *how,
                      const struct sim_surface *surface, const uint32_t *border,
                      sim_native_vector at[][4])
{
    SIM_ROLLED for (unsigned i = 0; i < SIM_SMOOTH_BLOCKS; i++)
    {
        uint32_t *const d[4] = {to[i][0], to[i][1], to[i][2], to[i][3]};
        struct sim_sample s;
        struct smooth_rows rows;
        begin_sample(&s, how, surface, at[i][0], at[i][1], at[i][2], at[i][3]);
        s.border = resolve_smooth(&s, how, &rows) ? border : NULL;
        if (s.border || !filter_bytes(d, how, &s, &rows))
            filter_apart(d, &s, &rows, SIM_TEXEL_UNORM8);
    }
}

/* Most samplers clamp to an edge. */
INLINE void both_of(sim_native_vector to[][4], const struct sim_sample_how *how,
                    const struct sim_surface *surface, const uint32_t *border,
                    sim_native_vector at[][4], enum recompile_usual usual)
{
    const struct sim_sample_how own = recompile_known_sample(how, usual),
                                known = narrow(&own, SIM_TEXEL_UNORM8, 2);
    struct sim_sample_how edge = known;
    edge.clamp[SIM_X] = edge.clamp[SIM_Y] = HW_CLAMP_EDGE;
    if (usual != RECOMPILE_ANY && how->clamp[SIM_X] == HW_CLAMP_EDGE &&
        how->clamp[SIM_Y] == HW_CLAMP_EDGE)
        both_with(to, &edge, surface, border, at);
    else
        both_with(to, &known, surface, border, at);
}

#define KEPT(name, usual)                                                                          \
    static void both_##name(sim_native_vector to[][4], const struct sim_sample_how *how,           \
                            const struct sim_surface *surface, const uint32_t *border,             \
                            sim_native_vector at[][4])                                             \
    {                                                                                              \
        both_of(to, how, surface, border, at, usual);                                              \
    }                                                                                              \
    static void window_##name(struct sim_block_smooth_rows *kept,                                  \
                              const struct sim_sample_how *how, const struct sim_surface *surface, \
                              const uint32_t row[SIM_SMOOTH_FETCHED], uint32_t least,              \
                              uint32_t most, uint32_t further)                                     \
    {                                                                                              \
        const struct sim_sample_how known = recompile_known_sample(how, usual);                    \
        const struct sim_surface own = *surface; /* what is kept cannot change it */               \
        keep_windows(kept, &known, &own, row, least, most, further);                               \
    }
KEPT(bytes, RECOMPILE_BYTES)
KEPT(any, RECOMPILE_ANY)
#endif

/* ---- stores ---- */

#define STORE_ARGS                                                                                 \
    const struct sim_store_how *how, const struct sim_surface *surface, uint32_t x, uint32_t y,    \
        uint32_t z, uint32_t exec, const sim_native_vector lanes[4],                               \
        const struct sim_native_frame *frame

INLINE void find_texels(sim_native_vector raw[4], const struct sim_store_how *how,
                        const sim_native_vector lanes[4], enum recompile_lanes what)
{
    if (what == RECOMPILE_WHOLE)
        sim_block_whole_channels(raw[0], raw[1], raw[2], raw[3], lanes[0]);
    else if (what == RECOMPILE_CHANNELS)
        store_encode(raw[0], raw[1], raw[2], raw[3], how, lanes[0], lanes[1], lanes[2], lanes[3]);
    else
        memcpy(raw, lanes, 4 * sizeof(raw[0]));
}

/* A row of which not all texels are to be stored, or of which quads are torn. It is seldom needed,
 * and by itself, so that the other way needs no stack. */
INLINE void store_apart_of(STORE_ARGS, enum recompile_usual usual, enum recompile_lanes what)
{
    const struct sim_store_how known = recompile_known_store(how, usual);
    sim_native_vector raw[4] __attribute__((aligned(64)));
    find_texels(raw, &known, lanes, what);
    frame->texels.put(how, surface, x, y, z, exec, raw);
}

/* Whether it has stored a whole row. */
INLINE bool store_of(STORE_ARGS, enum recompile_usual usual, enum recompile_lanes what)
{
    const struct sim_store_how known = recompile_known_store(how, usual);
    sim_native_vector raw[4] __attribute__((aligned(64)));
    (void)frame;
    if (!sim_block_store_row_fits(&known, surface, x, y, z, exec))
        return false;
    if (what == RECOMPILE_WHOLE) {
        sim_block_whole_store(&known, surface, x, y, z, lanes[0]);
        return true;
    }
    find_texels(raw, &known, lanes, what);
    store_row(&known, surface, x, y, z, raw[0], raw[1], raw[2], raw[3]);
    return true;
}

/* ---- twins ---- */

#define FIND_TWINS_ARGS                                                                            \
    struct sim_block_smooth_rows *kept, struct sim_twin_rows *of, struct sim_twin_lanes *lanes,    \
        const struct sim_sample_how *how, const struct sim_surface *surface,                       \
        const struct sim_twin_fetch *fetch
#define TWINS_ARGS                                                                                 \
    struct sim_block_smooth_rows *kept, const struct sim_sample_how *how,                          \
        const struct sim_surface *surface, const uint32_t *border, struct sim_twin_fetch *fetch,   \
        const struct sim_twin_target *target

/* Most samplers clamp to an edge. */
INLINE bool find_twins_of(FIND_TWINS_ARGS, enum recompile_usual usual)
{
    const struct sim_sample_how own = recompile_known_sample(how, usual),
                                known = narrow(&own, own.format.kind, 2);
    struct sim_sample_how edge = known;
    edge.clamp[SIM_X] = edge.clamp[SIM_Y] = HW_CLAMP_EDGE;
    if (usual != RECOMPILE_ANY && how->clamp[SIM_X] == HW_CLAMP_EDGE &&
        how->clamp[SIM_Y] == HW_CLAMP_EDGE)
        return find_twins(kept, of, lanes, &edge, surface, fetch);
    return find_twins(kept, of, lanes, &known, surface, fetch);
}

/* Stores rows by themselves: hardly ever. Channels are in the order that memory has them in. */
static __attribute__((noinline, cold)) void store_rows(const struct sim_twin_target *target,
                                                       const uint32_t *whole)
{
    struct sim_store_how how = *target->how;
    SIM_UNROLL for (uint8_t k = 0; k < 4; k++) how.source[k] = k;
    SIM_ROLLED for (unsigned r = 0; r < SIM_SMOOTH_BLOCKS; r++)
    {
        sim_native_vector raw[4] __attribute__((aligned(64)));
        sim_block_twin_channels(raw[0], raw[1], raw[2], raw[3], whole, r);
        store_encode(raw[0], raw[1], raw[2], raw[3], &how, raw[0], raw[1], raw[2], raw[3]);
        if (sim_block_store_row_fits(target->how, target->surface, target->x, target->y + r,
                                     target->z, target->exec[r]))
            store_row(target->how, target->surface, target->x, target->y + r, target->z, raw[0],
                      raw[1], raw[2], raw[3]);
        else
            target->frame->texels.put(target->how, target->surface, target->x, target->y + r,
                                      target->z, target->exec[r], raw);
    }
}

static __attribute__((noinline, cold)) void filter_rows(struct sim_twin_fetch *fetch,
                                                        const struct sim_sample_how *how,
                                                        const struct sim_surface *surface,
                                                        const uint32_t *border)
{
    const struct sim_sample_how known = narrow(how, how->format.kind, 2);
    filter_each(fetch, &known, surface, border);
}

/* Goes on to the next block of a group, or of the next pair of rows. */
INLINE void go_on(struct sim_block_smooth_rows *kept)
{
    if (++kept->block < kept->across)
        return;
    kept->block = 0;
    if (++kept->pair >= kept->below)
        kept->pair = 0;
}

/* Lanes that lie otherwise in both rows, or meet the border, or are too far apart, are filtered row
 * by row. */
INLINE void twins_of(TWINS_ARGS, enum recompile_usual usual, bool (*find)(FIND_TWINS_ARGS))
{
    const struct sim_sample_how own = recompile_known_sample(how, usual);
    struct sim_twin_lanes *lanes = &kept->lanes[kept->block % SIM_TWIN_ACROSS];
    struct sim_twin_rows *of = &kept->of[kept->pair % SIM_TWIN_BELOW];
    uint8_t *to[QUADS];
    const bool known = of->pairs == kept->pairs && lanes->columns == kept->columns &&
                       are_rows_known(of, fetch) && are_lanes_known(lanes, fetch);
    const bool found = fetch->alike && (known || find(kept, of, lanes, how, surface, fetch));
    go_on(kept);
    if (!found) {
        filter_rows(fetch, how, surface, border);
        if (target)
            store_rows(target, fetch->twins[0]);
        return;
    }
    const bool lines = target && find_lines(to, of, target);
    SIM_UNROLL for (unsigned q = 0; q < QUADS && !lines; q++) to[q] =
        (uint8_t *)fetch->twins[4 * q];
    if (lines && own.format.kind == SIM_TEXEL_UNORM8)
        filter_twins(to, of, lanes, true);
    else
        filter_twins(to, of, lanes, false);
    if (target && !lines)
        store_rows(target, fetch->twins[0]);
}

/* ---- copies ---- */

#define COPY(name, usual)                                                                          \
    static bool copy_##name(const struct sim_surface *source, uint32_t from_x, uint32_t from_y,    \
                            uint32_t from_z, const struct sim_surface *target, uint32_t to_x,      \
                            uint32_t to_y, uint32_t to_z, uint32_t across, uint32_t rows,          \
                            bool pieces, bool streams)                                             \
    {                                                                                              \
        const uint32_t columns = across * SIM_NATIVE_LANES;                                        \
        const struct area from = {source, from_x, from_y, from_z, columns, rows},                  \
                          to = {target, to_x, to_y, to_z, columns, rows};                          \
        return copy_area(&to, &from, recompile_format[usual].bytes, pieces, streams);              \
    }

COPY(bytes, RECOMPILE_BYTES)
COPY(floats, RECOMPILE_FLOATS)

/* ---- the table ---- */

#define STORE(name, usual, what)                                                                   \
    static __attribute__((noinline, cold)) void name##_apart(STORE_ARGS)                           \
    {                                                                                              \
        store_apart_of(how, surface, x, y, z, exec, lanes, frame, usual, what);                    \
    }                                                                                              \
    static void name(STORE_ARGS)                                                                   \
    {                                                                                              \
        if (!store_of(how, surface, x, y, z, exec, lanes, frame, usual, what))                     \
            name##_apart(how, surface, x, y, z, exec, lanes, frame);                               \
    }
#define ALL(name, usual)                                                                           \
    static void smooth_##name(SIM_BLOCK_SAMPLE)                                                    \
    {                                                                                              \
        smooth_of(d0, d1, d2, d3, how, surface, border, x, y, z, w, usual);                        \
    }                                                                                              \
    static void keep_##name(struct sim_block_planes *planes, const struct sim_sample_how *how,     \
                            const struct sim_surface *surface, uint32_t y, uint32_t z,             \
                            uint32_t least, uint32_t most, uint32_t texels)                        \
    {                                                                                              \
        keep_of(planes, how, surface, y, z, least, most, texels, usual);                           \
    }                                                                                              \
    STORE(store_channels_##name, usual, RECOMPILE_CHANNELS)                                        \
    STORE(store_texels_##name, usual, RECOMPILE_TEXELS)                                            \
    STORE(store_whole_##name, usual, RECOMPILE_WHOLE)

#define FILTER_BY(name, kind, axes)                                                                \
    static void filter_##name##_##axes(FILTER_ARGS)                                                \
    {                                                                                              \
        filter_of(d0, d1, d2, d3, surface, axis, border, kind, axes);                              \
    }
#define FILTERS_BY(name, kind)                                                                     \
    FILTER_BY(name, kind, 1) FILTER_BY(name, kind, 2) FILTER_BY(name, kind, 3)

#define TWINS(name, usual)                                                                         \
    static __attribute__((noinline)) bool find_twins_##name(FIND_TWINS_ARGS)                       \
    {                                                                                              \
        return find_twins_of(kept, of, lanes, how, surface, fetch, usual);                         \
    }                                                                                              \
    static void twins_##name(TWINS_ARGS)                                                           \
    {                                                                                              \
        twins_of(kept, how, surface, border, fetch, target, usual, find_twins_##name);             \
    }

FILTERS_BY(bytes, SIM_TEXEL_UNORM8)
FILTERS_BY(floats, SIM_TEXEL_FLOAT4)
ALL(bytes, RECOMPILE_BYTES)
ALL(floats, RECOMPILE_FLOATS)
ALL(any, RECOMPILE_ANY)
TWINS(bytes, RECOMPILE_BYTES)
TWINS(floats, RECOMPILE_FLOATS)
TWINS(any, RECOMPILE_ANY)
#pragma clang attribute pop

#define STORES(name) {store_channels_##name, store_texels_##name, store_whole_##name}
extern const struct sim_native_ready SIM_TABLE(sim);
const struct sim_native_ready SIM_TABLE(sim) = {
    .smooth = {smooth_bytes, smooth_floats, smooth_any},
    .filter = {{filter_bytes_1, filter_bytes_2, filter_bytes_3},
               {filter_floats_1, filter_floats_2, filter_floats_3}},
    .keep = {keep_bytes, keep_floats, keep_any},
#if defined(__AVX512F__)
    .window = {window_bytes, NULL, window_any},
    .both = {both_bytes, NULL, both_any},
#endif
    .twins = {twins_bytes, twins_floats, twins_any},
    .store = {STORES(bytes), STORES(floats), STORES(any)},
    .copy = {copy_bytes, copy_floats},
    .pick = pick_runs,
    .place = place_runs,
};
