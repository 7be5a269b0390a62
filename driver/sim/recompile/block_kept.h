/* SPDX-License-Identifier: MIT */
/* block_kept.h: linear filters on two axes of rows of bytes that are kept for a group, as planes of
 * floats, one a channel: texels become floats once for all that read them. Lanes pick theirs out of
 * the columns that these read. For hosts with AVX-512, where that is sooner than twins
 * (block_twins.h); a part of block.c. */
#pragma once

#include "driver/sim/recompile/block_smooth.h"

void BLOCK(smooth_forget)(struct sim_block_smooth_rows *kept, bool all)
{
    if (all) {
        memset(kept->row, 0xff, sizeof(kept->row));
        kept->start = kept->end = 0;
        kept->columns++;
        kept->pairs++;
    }
}

void BLOCK(smooth_begin)(struct sim_block_smooth_rows *kept, uint32_t across, uint32_t below)
{
    kept->across = across;
    kept->below = below;
    kept->block = kept->pair = kept->columns = kept->pairs = 0;
    SIM_UNROLL for (unsigned i = 0; i < SIM_TWIN_BELOW; i++) kept->of[i].pairs = 0;
    SIM_UNROLL for (unsigned i = 0; i < SIM_TWIN_ACROSS; i++) kept->lanes[i].columns = 0;
    sim_block_smooth_forget(kept, true);
}

#if defined(__AVX512F__)
/* The first column of lanes' neighbours on either side, and how far from it theirs are. */
struct smooth_picks {
    uint32_t least[2];
    block own[2];
};

/* Finds these. False: they are not among as many columns as there are lanes. */
static inline bool find_picks(struct smooth_picks *picks, const struct sim_axis *x)
{
    const uint32_t *lanes = x->index[0], a = lanes[0], b = lanes[SIM_NATIVE_LANES - 1];
    picks->least[0] = a < b ? a : b;
    picks->least[1] = picks->least[0] + (x->index[1][0] - a);
    SIM_UNROLL for (unsigned i = 0; i < 2; i++) picks->own[i] =
        load_block(x->index[i]) - picks->least[i];
    return !_mm512_test_epi32_mask((__m512i)(picks->own[0] | picks->own[1]),
                                   _mm512_set1_epi32(-SIM_NATIVE_LANES));
}

/* Where a row is kept. */
static inline unsigned find_place(uint32_t row)
{
    return row % SIM_SMOOTH_ROWS;
}

/* A block's fetch: its rows, and the columns that it begins with, and ends before. */
struct smooth_fetch {
    struct sim_sample sample;
    struct smooth_rows rows;
    struct smooth_picks picks;
    uint32_t row[2], least, most;
};

/* False: some lanes meet the border, or are too far apart. */
static inline bool find_fetch(struct smooth_fetch *f, const struct sim_sample_how *how,
                              const struct sim_surface *surface, const uint32_t *x,
                              const uint32_t *y, const uint32_t *z, const uint32_t *w)
{
    begin_sample(&f->sample, how, surface, x, y, z, w);
    const bool border = resolve_smooth(&f->sample, how, &f->rows),
               near = find_picks(&f->picks, &f->sample.axis[SIM_X]);
    f->least = f->picks.least[0];
    f->most = f->least + SIM_NATIVE_LANES + 1;
    SIM_UNROLL for (unsigned r = 0; r < 2; r++) f->row[r] = f->rows.y[r] + f->rows.z * SIM_SMOOTH_Z;
    return !border & near;
}

/* Returns 0 if all that a fetch reads is kept. */
static inline uint32_t find_missing(const struct sim_block_smooth_rows *kept,
                                    const struct smooth_fetch *f)
{
    uint32_t others = 0;
    SIM_UNROLL for (unsigned r = 0; r < 2; r++) others |=
        kept->row[find_place(f->row[r])] ^ f->row[r];
    return others | ((f->least - kept->start) | (kept->end - f->most)) >> 31;
}

/* Has the rows of both fetches kept. False: there is no room for all. */
static inline bool keep_rows(struct sim_block_smooth_rows *kept, sim_block_smooth_keep keep,
                             const struct sim_sample_how *how, const struct sim_surface *surface,
                             const struct smooth_fetch *a, const struct smooth_fetch *b,
                             uint32_t blocks)
{
    /* A copy, so that the others can stay in registers. */
    const uint32_t row[SIM_SMOOTH_FETCHED] = {a->row[0], a->row[1], b->row[0], b->row[1]},
                   *x = a->sample.axis[SIM_X].index[0], first = x[0],
                   last = x[SIM_NATIVE_LANES - 1], apart = last > first ? last - first : 0,
                   least = a->least < b->least ? a->least : b->least,
                   most = a->most > b->most ? a->most : b->most, all = blocks * SIM_NATIVE_LANES;
    bool room = most - least <= SIM_SMOOTH_TEXELS - SIM_BLOCK;
    for (unsigned i = 0; i < SIM_SMOOTH_FETCHED; i++)
        for (unsigned j = 0; j < i; j++)
            room &= find_place(row[i]) != find_place(row[j]) || row[i] == row[j];
    if (room)
        keep(kept, how, surface, row, least, most,
             least + SIM_BLOCK + 2 +
                 (all - SIM_BLOCK) * (2 * apart + 1) / (2 * SIM_NATIVE_LANES - 2));
    return room;
}

static inline void filter_kept(uint32_t *const channel[4], const struct sim_block_smooth_rows *kept,
                               const struct smooth_fetch *f)
{
    const struct sim_axis *x = &f->sample.axis[SIM_X];
    const float *row[2];
    sim_floats weight[4];
    SIM_UNROLL for (unsigned r = 0; r < 2; r++) row[r] =
        kept->texels[find_place(f->row[r])][0] - (size_t)kept->start;
    SIM_UNROLL for (unsigned c = 0; c < 4; c++) weight[c] =
        sim_load_floats(x->weight[c & 1u]) * f->rows.weight[c >> 1];
    SIM_UNROLL for (unsigned k = 0; k < 4; k++)
    {
        sim_floats sum = {0};
        SIM_UNROLL for (unsigned c = 0; c < 4; c++)
        {
            const float *plane = row[c >> 1] + k * SIM_SMOOTH_TEXELS + f->picks.least[c & 1u];
            const sim_floats own = (sim_floats)_mm512_permutexvar_ps((__m512i)f->picks.own[c & 1u],
                                                                     _mm512_loadu_ps(plane)) *
                                   weight[c];
            sum = c ? sum + own : own;
        }
        sim_store(channel[k], (sim_uints)sum);
    }
}

bool BLOCK(smooth_kept)(SIM_BLOCK_SMOOTH_BOTH, struct sim_block_smooth_rows *kept,
                        sim_block_smooth_keep keep, const struct sim_surface *source,
                        uint32_t blocks)
{
    const struct sim_sample_how known = narrow(how, how->format.kind, 2);
    uint32_t *const d[4] = {d0, d1, d2, d3}, *const e[4] = {e0, e1, e2, e3};
    struct smooth_fetch a, b;
    const bool near = find_fetch(&a, &known, surface, x0, y0, z0, w0);
    if (!(find_fetch(&b, &known, surface, x1, y1, z1, w1) & near))
        return false;
    if (__builtin_expect(find_missing(kept, &a) | find_missing(kept, &b), 0) &&
        !keep_rows(kept, keep, how, source, &a, &b, blocks))
        return false;
    filter_kept(d, kept, &a);
    filter_kept(e, kept, &b);
    return true;
}
#endif
