/* SPDX-License-Identifier: MIT */
/* block_smooth.h: linear filters on two axes, where all lanes have one y. The texels of each of the
 * two rows are loaded in quads (block_rows.h), in windows that some lanes' neighbours lie in; lanes
 * pick theirs out of host registers. A part of block.c. */
#pragma once

#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/block_rows.h"

/* So many lanes have a window, of twice as many texels. All windows have MOST_QUADS quads. */
#if defined(__AVX512F__)
enum { WINDOW_LANES = 16 };
#else
enum { WINDOW_LANES = 8 };
#endif
enum {
    WINDOW = 2 * WINDOW_LANES,
    WINDOWS = SIM_NATIVE_LANES / WINDOW_LANES,
    WINDOW_QUADS = WINDOW / 4
};

/* The rows that all lanes of a fetch share, and their weights. */
struct smooth_rows {
    uint32_t y[2], z;
    float weight[2];
};

/* Finds the first column of each window, and both neighbours' places in it. False where a lane's
 * are not in its window, or the image is narrower than that. */
static inline bool find_windows(uint32_t first[WINDOWS], block apart[2], const struct sim_axis *x,
                                uint32_t width)
{
    const uint32_t whole = width & ~3u, most = whole - WINDOW;
    block base, wrong;
    SIM_UNROLL for (unsigned w = 0; w < WINDOWS; w++)
    {
        const uint32_t *lanes = x->index[0] + w * WINDOW_LANES, a = lanes[0],
                       b = lanes[WINDOW_LANES - 1], least = (a < b ? a : b) & ~3u;
        first[w] = least < most ? least : most;
        SIM_UNROLL for (unsigned i = 0; i < WINDOW_LANES; i++) base[w * WINDOW_LANES + i] =
            first[w];
    }
    apart[0] = load_block(x->index[0]) - base;
    apart[1] = load_block(x->index[1]) - base;
    wrong = (apart[0] | apart[1]) & ~(uint32_t)(WINDOW - 1);
    return whole >= WINDOW && !__builtin_reduce_or(wrong);
}

/* The texels of all windows, of one dword each, in a row. */
static inline void load_windows(block texels[2], const struct sim_surface *surface,
                                const uint32_t first[WINDOWS], uint32_t y, uint32_t z)
{
    const uint8_t *at[MOST_QUADS];
    SIM_UNROLL for (unsigned i = 0; i < MOST_QUADS; i++) at[i] =
        surface->view.memory +
        sim_surface_offset(surface, first[i / WINDOW_QUADS] + 4 * (i % WINDOW_QUADS), y, z);
    texels[0] = load_quads(at, QUADS, 0);
    texels[1] = load_quads(at + QUADS, QUADS, 0);
}

/* The same of a table by columns. */
static inline void load_columns(block entries[2], const uint32_t *table,
                                const uint32_t first[WINDOWS])
{
    SIM_UNROLL for (unsigned w = 0; w < WINDOWS; w++)
        memcpy((uint32_t *)entries + w * WINDOW, table + first[w], WINDOW * sizeof(*table));
}

/* Each lane's dword of its window. */
static inline block pick(const block window[2], block place)
{
#if defined(__AVX512F__)
    return (block)_mm512_permutex2var_epi32((__m512i)window[0], (__m512i)place, (__m512i)window[1]);
#elif defined(__AVX2__)
    const __m256i *half = (const __m256i *)(const void *)window;
    __m256i picked[2];
    SIM_UNROLL for (unsigned w = 0; w < 2; w++)
    {
        const __m256i own = ((const __m256i *)(const void *)&place)[w],
                      low = _mm256_permutevar8x32_epi32(half[2 * w], own),
                      high = _mm256_permutevar8x32_epi32(half[2 * w + 1], own);
        picked[w] = (__m256i)_mm256_blendv_ps((__m256)low, (__m256)high,
                                              (__m256)_mm256_slli_epi32(own, 28));
    }
    block result;
    memcpy(&result, picked, sizeof(result));
    return result;
#else
    block result;
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        result[i] = ((const uint32_t *)&window[i / WINDOW_LANES])[place[i]];
    return result;
#endif
}

/* Weighs and sums what corner number c, in the order of sim_filter_corners, has. */
static inline void weigh_corner(sim_floats sum[4], const sim_floats texel[4], unsigned c,
                                const struct sim_axis *x, const struct smooth_rows *rows,
                                unsigned lane)
{
    const sim_floats weight =
        sim_load_floats(x->weight[c & 1u] + lane) * ((sim_floats){0} + rows->weight[c >> 1]);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) sum[k] =
        c ? sum[k] + texel[k] * weight : texel[k] * weight;
}

static inline void filter_windows(uint32_t *const channel[4], const block corner[4],
                                  const struct sim_axis *x, const struct smooth_rows *rows)
{
    SIM_UNROLL for (unsigned lane = 0; lane < SIM_NATIVE_LANES; lane += SIM_BLOCK)
    {
        sim_floats sum[4], texel[4];
        SIM_UNROLL for (unsigned c = 0; c < 4; c++)
        {
            split_unorm8(texel, sim_load((const uint32_t *)&corner[c] + lane));
            weigh_corner(sum, texel, c, x, rows, lane);
        }
        SIM_UNROLL for (unsigned k = 0; k < 4; k++) sim_store(channel[k] + lane, (sim_uints)sum[k]);
    }
}

/* Each lane's corners, in the order of sim_filter_corners: where they lie, and what they weigh. */
struct smooth_taps {
    uint32_t at[4][SIM_NATIVE_LANES];
    float weight[4][SIM_NATIVE_LANES];
} __attribute__((aligned(64)));

/* `part`: what both columns have a part of the address in. */
static inline void find_taps(struct smooth_taps *taps, const struct sim_surface *surface,
                             const block part[2], const struct sim_axis *x,
                             const struct smooth_rows *rows)
{
    SIM_UNROLL for (unsigned c = 0; c < 4; c++)
        SIM_UNROLL for (unsigned lane = 0; lane < SIM_NATIVE_LANES; lane += SIM_BLOCK)
    {
        const uint32_t y = surface->y[rows->y[c >> 1]], z = surface->z[rows->z];
        const sim_uints own = sim_load((const uint32_t *)&part[c & 1u] + lane);
        const sim_floats weight =
            sim_load_floats(x->weight[c & 1u] + lane) * ((sim_floats){0} + rows->weight[c >> 1]);
        sim_store(taps->at[c] + lane, sim_join_parts(own, y, z, surface->low));
        memcpy(taps->weight[c] + lane, &weight, sizeof(weight));
    }
}

/* Filters texels of four floats, which stay whole, quad by quad of lanes. */
static inline void filter_whole(block whole[QUADS], const uint8_t *memory,
                                const struct smooth_taps *taps)
{
    typedef float floats __attribute__((vector_size(sizeof(block)), may_alias));
    SIM_ROLLED for (unsigned q = 0; q < QUADS; q++)
    {
        floats sum = {0};
        SIM_UNROLL for (unsigned c = 0; c < 4; c++)
        {
            quad texel[4], own;
            SIM_UNROLL for (unsigned i = 0; i < 4; i++)
                memcpy(&texel[i], memory + taps->at[c][4 * q + i], sizeof(quad));
            memcpy(&own, taps->weight[c] + 4 * q, sizeof(own));
            const floats weighed = (floats)join_quads(texel) *
                                   (floats)__builtin_shufflevector(own, own, 0, 0, 0, 0, 1, 1, 1, 1,
                                                                   2, 2, 2, 2, 3, 3, 3, 3);
            sum = c ? sum + weighed : weighed;
        }
        whole[q] = (block)sum;
    }
}

/* Dwords at base + index * scale, of lanes that lie anyhow. */
static inline sim_uints gather_apart(const void *base, sim_uints index, const int scale)
{
#if defined(__AVX512F__)
    return (sim_uints)(scale == 4 ? _mm512_i32gather_epi32((__m512i)index, base, 4)
                                  : _mm512_i32gather_epi32((__m512i)index, base, 1));
#elif defined(__AVX2__)
    return (sim_uints)(scale == 4 ? _mm256_i32gather_epi32(base, (__m256i)index, 4)
                                  : _mm256_i32gather_epi32(base, (__m256i)index, 1));
#else
    sim_uints d;
    for (unsigned i = 0; i < SIM_BLOCK; i++)
        memcpy((uint32_t *)&d + i, (const char *)base + (uint64_t)index[i] * (unsigned)scale, 4);
    return d;
#endif
}

/* The texels of corner number c, some lanes of it. */
static inline void fetch_apart(sim_floats texel[4], const struct sim_sample *s,
                               const struct smooth_rows *rows, enum sim_texel_kind kind, unsigned c,
                               unsigned lane)
{
    const struct sim_surface *surface = s->surface;
    const struct sim_axis *x = &s->axis[SIM_X], *y = &s->axis[SIM_Y];
    const uint32_t row = surface->y[rows->y[c >> 1]], slice = surface->z[rows->z];
    const sim_uints column = gather_apart(surface->x, sim_load(x->index[c & 1u] + lane), 4),
                    at = sim_join_parts(column, row, slice, surface->low);
    if (kind == SIM_TEXEL_FLOAT4)
        sim_load_texels(texel, surface->view.memory, at);
    else
        split_unorm8(texel, gather_apart(surface->view.memory, at, 1));
    if (!s->border)
        return;
    const sim_uints outside =
        sim_load(x->border[c & 1u] + lane) | sim_load(y->border[c >> 1] + lane);
    for (unsigned k = 0; k < 4; k++)
        texel[k] = (sim_floats)(((sim_uints)texel[k] & ~outside) | (s->border[k] & outside));
}

/* Filters lanes that are far apart, or meet the border: by loops, as it is seldom needed. */
static inline void filter_apart(uint32_t *const channel[4], const struct sim_sample *s,
                                const struct smooth_rows *rows, enum sim_texel_kind kind)
{
    SIM_ROLLED for (unsigned c = 0; c < 4; c++)
        SIM_ROLLED for (unsigned lane = 0; lane < SIM_NATIVE_LANES; lane += SIM_BLOCK)
    {
        sim_floats texel[4];
        fetch_apart(texel, s, rows, kind, c, lane);
        const sim_floats w = sim_load_floats(s->axis[SIM_X].weight[c & 1u] + lane) *
                             ((sim_floats){0} + rows->weight[c >> 1]);
        SIM_UNROLL for (unsigned k = 0; k < 4; k++)
        {
            const sim_floats before = sim_load_floats(channel[k] + lane), own = texel[k] * w;
            sim_store(channel[k] + lane, (sim_uints)(c ? before + own : own));
        }
    }
}

/* ---- whole texels ---- */

/* Quarters of four vectors: rows become columns. */
static inline void turn_quads(block to[4], const block from[4])
{
    SIM_UNROLL for (unsigned i = 0; i < 4; i++)
    {
        quad part[4];
        SIM_UNROLL for (unsigned j = 0; j < 4; j++)
            memcpy(&part[j], (const quad *)&from[j] + i, sizeof(quad));
        to[i] = join_quads(part);
    }
}

void BLOCK(whole_channels)(uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3,
                           const uint32_t *whole)
{
    uint32_t *const d[4] = {d0, d1, d2, d3};
    block part[4], dword[4];
    turn_quads(part, (const block *)(const void *)whole);
    transpose(dword, part);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) store_block(d[k], dword[k]);
}

void BLOCK(whole_texels)(uint32_t *whole, const uint32_t *c0, const uint32_t *c1,
                         const uint32_t *c2, const uint32_t *c3)
{
    const block channel[4] = {load_block(c0), load_block(c1), load_block(c2), load_block(c3)};
    block part[4];
    transpose(part, channel);
    turn_quads((block *)(void *)whole, part);
}

void BLOCK(twin_channels)(uint32_t *d0, uint32_t *d1, uint32_t *d2, uint32_t *d3,
                          const uint32_t *whole, uint32_t row)
{
    block own[QUADS];
    SIM_UNROLL for (unsigned q = 0; q < QUADS; q++)
    {
        quad part[4];
        SIM_UNROLL for (unsigned i = 0; i < 4; i++)
            memcpy(&part[i], whole + 8 * (4 * q + i) + 4 * row, sizeof(quad));
        own[q] = join_quads(part);
    }
    sim_block_whole_channels(d0, d1, d2, d3, (const uint32_t *)(const void *)own);
}

void BLOCK(whole_store)(const struct sim_store_how *how, const struct sim_surface *surface,
                        uint32_t x, uint32_t y, uint32_t z, const uint32_t *whole)
{
    const uint8_t has = how->coordinates;
    const uint32_t place[SIM_AXES] = {x, has >> SIM_Y & 1u ? y : 0, has >> SIM_Z & 1u ? z : 0};
    ask_ahead(surface, how->flat, how->quads, 1, x, place[SIM_Y], place[SIM_Z]);
    uint8_t *at[QUADS]; /* all of them first: LLVM takes the surface for what may be written to */
    SIM_UNROLL for (unsigned i = 0; i < QUADS; i++) at[i] =
        surface->view.memory +
        sim_surface_offset(surface, place[SIM_X] + 4 * i, place[SIM_Y], place[SIM_Z]);
    SIM_UNROLL for (unsigned i = 0; i < QUADS; i++) SIM_UNROLL for (unsigned j = 0; j < 4; j++)
        memcpy(at[i] + sim_quad_texel(16, how->quads, j), whole + 4 * (4 * i + j), sizeof(quad));
}

/* ---- fetches ---- */

/* Resolves a fetch that filters x and y, of which lanes share all but x. Returns whether any lane
 * meets the border. */
static inline bool resolve_smooth(struct sim_sample *s, const struct sim_sample_how *how,
                                  struct smooth_rows *rows)
{
    SIM_FOR_AXES(axis) sim_resolve_axis(s, how, axis);
    for (unsigned i = 0; i < 2; i++) {
        rows->y[i] = s->axis[SIM_Y].index[i][0];
        memcpy(&rows->weight[i], s->axis[SIM_Y].weight[i], sizeof(rows->weight[i]));
    }
    rows->z = sim_axis_kind(how->dim, SIM_Z) == SIM_AXIS_NONE ? 0 : s->axis[SIM_Z].index[0][0];
    return sim_meets_border(s, how);
}

/* Filters bytes, when the fetch is resolved. False: lanes are too far apart. */
static inline bool filter_bytes(uint32_t *const channel[4], const struct sim_sample_how *how,
                                const struct sim_sample *s, const struct smooth_rows *rows)
{
    uint32_t first[WINDOWS];
    block apart[2], corner[4], texels[2];
    if (!find_windows(first, apart, &s->axis[SIM_X], s->surface->width))
        return false;
    ask_ahead(s->surface, how->flat, how->quads, 1, first[0], rows->y[1], rows->z);
    SIM_UNROLL for (unsigned r = 0; r < 2; r++)
    {
        load_windows(texels, s->surface, first, rows->y[r], rows->z);
        SIM_UNROLL for (unsigned i = 0; i < 2; i++) corner[2 * r + i] = pick(texels, apart[i]);
    }
    filter_windows(channel, corner, &s->axis[SIM_X], rows);
    return true;
}

bool BLOCK(smooth_unorm8)(SIM_BLOCK_SAMPLE)
{
    const struct sim_sample_how known = narrow(how, SIM_TEXEL_UNORM8, 2);
    uint32_t *const d[4] = {d0, d1, d2, d3};
    struct sim_sample s;
    struct smooth_rows rows;
    (void)border;
    begin_sample(&s, &known, surface, x, y, z, w);
    return !resolve_smooth(&s, &known, &rows) && filter_bytes(d, &known, &s, &rows);
}

bool BLOCK(smooth_float4)(uint32_t *whole, SIM_BLOCK_SAMPLE)
{
    const struct sim_sample_how known = narrow(how, SIM_TEXEL_FLOAT4, 2);
    struct sim_sample s;
    struct smooth_rows rows;
    uint32_t first[WINDOWS];
    struct smooth_taps taps;
    block apart[2], entries[2], part[2];
    (void)border;
    begin_sample(&s, &known, surface, x, y, z, w);
    if (resolve_smooth(&s, &known, &rows) ||
        !find_windows(first, apart, &s.axis[SIM_X], surface->width))
        return false;
    ask_ahead(surface, known.flat, known.quads, 1, first[0], rows.y[1], rows.z);
    load_columns(entries, surface->x, first);
    SIM_UNROLL for (unsigned i = 0; i < 2; i++) part[i] = pick(entries, apart[i]);
    find_taps(&taps, surface, part, &s.axis[SIM_X], &rows);
    filter_whole((block *)(void *)whole, surface->view.memory, &taps);
    sim_block_whole_channels(d0, d1, d2, d3, whole);
    return true;
}
