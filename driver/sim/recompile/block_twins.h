/* SPDX-License-Identifier: MIT */
/* block_twins.h: linear filters on two axes of texels of four floats, of two rows that go abreast.
 * A twin is a texel of one row and that of another, side by side: one product weighs both. Rows of
 * the texture are kept for a group in pairs, as tiles have them. So lanes lie anyhow among these
 * columns. A part of ready.c. */
#pragma once

#include "driver/sim/recompile/block_keep.h"

typedef float twin __attribute__((vector_size(SIM_TWIN_BYTES), may_alias));

/* More columns than these, for lanes of a block, are not kept. */
enum { MOST_TWINS = 3 * SIM_NATIVE_LANES };

/* A fetch of both rows: y and z of the first one lie in the lower half of the lanes. */
enum { TWIN_LANES = SIM_NATIVE_LANES / 2 };
struct twin_rows {
    struct sim_sample sample;
    sim_native_vector y, z;
    uint32_t row[SIM_SMOOTH_FETCHED];
};

/* Finds both rows of each fetch, whose x is resolved. False: some lanes meet the border. */
static inline bool find_twin_rows(struct twin_rows *t, const struct sim_sample_how *how,
                                  sim_native_vector at[][4])
{
    const bool layers = sim_axis_kind(how->dim, SIM_Z) != SIM_AXIS_NONE;
    SIM_UNROLL for (unsigned r = 0; r < SIM_SMOOTH_BLOCKS; r++)
    {
        memcpy(t->y + r * TWIN_LANES, at[r][SIM_Y], sizeof(t->y) / 2);
        memcpy(t->z + r * TWIN_LANES, at[r][SIM_Z], sizeof(t->z) / 2);
    }
    t->sample.coordinate[SIM_Y] = t->y;
    t->sample.coordinate[SIM_Z] = t->z;
    sim_resolve_axis(&t->sample, how, SIM_Y);
    sim_resolve_axis(&t->sample, how, SIM_Z);
    SIM_UNROLL for (unsigned i = 0; i < SIM_SMOOTH_FETCHED; i++)
    {
        const unsigned lane = i % 2 * TWIN_LANES;
        t->row[i] = t->sample.axis[SIM_Y].index[i / 2][lane];
        if (layers)
            t->row[i] += t->sample.axis[SIM_Z].index[0][lane] * SIM_SMOOTH_Z;
    }
    return !sim_meets_border(&t->sample, how);
}

/* Where a pair of rows is kept. */
static inline unsigned find_pair(uint32_t row)
{
    return row / 2 % SIM_TWIN_PAIRS;
}

/* Where a row's texels lie: the parts of y and z. */
struct twin_row {
    uint32_t y, z, low;
};

static inline struct twin_row find_row(const struct sim_surface *surface, uint32_t row)
{
    return (struct twin_row){surface->y[row % SIM_SMOOTH_Z], surface->z[row / SIM_SMOOTH_Z],
                             surface->low};
}

static inline uint32_t find_texel(struct twin_row row, uint32_t x)
{
    return sim_join_parts(x, row.y, row.z, row.low);
}

static inline twin load_twin(const void *at)
{
    twin both;
    memcpy(&both, at, sizeof(both));
    return both;
}

static inline twin join_twin(const void *first, const void *second)
{
    quad a, b;
    memcpy(&a, first, sizeof(a));
    memcpy(&b, second, sizeof(b));
    return (twin)__builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}

/* Keeps a pair of rows; the second one may be beyond the last. */
static inline void keep_pair(struct sim_block_smooth_rows *kept, const struct sim_sample_how *how,
                             const struct sim_surface *surface, uint32_t row, uint32_t start,
                             uint32_t count)
{
    const uint32_t upper = row & ~1u, both = upper % SIM_SMOOTH_Z + 1 < surface->height;
    const struct twin_row a = find_row(surface, upper), b = find_row(surface, upper + both);
    const uint8_t *memory = surface->view.memory;
    const uint32_t *x = surface->x + start, left = surface->width - start;
    float(*to)[SIM_TWIN_BYTES / 4] = kept->twins[find_pair(row)];
    uint32_t i = 0;
    SIM_ROLLED for (; i + 4 <= count; i += 4)
    {
        const uint8_t *first = memory + find_texel(a, x[i]), *second = memory + find_texel(b, x[i]);
        SIM_UNROLL for (unsigned j = 0; j < 4; j++)
        {
            const uint32_t behind = sim_quad_texel(16, how->quads, j);
            *(twin *)(void *)to[i + j] =
                how->flat ? join_twin(first + behind, second + behind) : load_twin(first + behind);
        }
    }
    SIM_ROLLED for (; i < count; i++) * (twin *)(void *)to[i] =
        join_twin(memory + find_texel(a, x[i]), memory + find_texel(b, x[i]));
    /* Asks memory for what the next group along x will keep. */
    SIM_ROLLED for (i = count; i < 2 * count && i < left; i += 8)
        SIM_UNROLL for (unsigned line = 0; line < 4; line++)
            __builtin_prefetch(memory + find_texel(a, x[i]) + line * SIM_LINE);
    kept->row[find_pair(row)] = upper;
}

/* Keeps what a fetch reads, and so many blocks of the group. False: there is no room for all. */
static inline bool keep_twins(struct sim_block_smooth_rows *kept, const struct sim_sample_how *how,
                              const struct twin_rows *t, uint32_t blocks)
{
    const struct sim_axis *axis = &t->sample.axis[SIM_X];
    const struct sim_surface surface = *t->sample.surface; /* what is kept cannot change it */
    const uint32_t *x = axis->index[0], first = x[0], last = x[SIM_NATIVE_LANES - 1],
                   apart = last > first ? last - first : 0, all = blocks * SIM_NATIVE_LANES;
    const block a = load_block(x), b = load_block(axis->index[1]);
    const uint32_t least = __builtin_reduce_min(__builtin_elementwise_min(a, b)),
                   most = __builtin_reduce_max(__builtin_elementwise_max(a, b)) + 1;
    bool room = most - least <= MOST_TWINS;
    for (unsigned i = 0; i < SIM_SMOOTH_FETCHED; i++)
        for (unsigned j = 0; j < i; j++)
            room &= find_pair(t->row[i]) != find_pair(t->row[j]) || !((t->row[i] ^ t->row[j]) >> 1);
    if (!room)
        return false;
    if (least < kept->start || most > kept->end) {
        const uint32_t start = least & ~3u, here = most - start,
                       further = least - start + 2 + (all - 1) * apart / (SIM_NATIVE_LANES - 1),
                       wanted = here > further ? here : further, left = surface.width - start,
                       whole = wanted < SIM_TWINS ? (wanted + 3) & ~3u : SIM_TWINS;
        sim_block_smooth_forget(kept, true);
        kept->start = start;
        kept->end = start + (whole < left ? whole : left);
    }
    SIM_ROLLED for (unsigned i = 0; i < SIM_SMOOTH_FETCHED;
                    i++) if (kept->row[find_pair(t->row[i])] != (t->row[i] & ~1u))
        keep_pair(kept, how, &surface, t->row[i], kept->start, kept->end - kept->start);
    return true;
}

/* How twins of rows that are kept are found: as they lie, or of two pairs, or both rows are one. */
enum twin_kind { TWIN_LIES, TWIN_JOINED, TWIN_ONE };

/* Keeps what it takes to know rows again, where they are, and their weights. */
static inline void keep_twin_rows(struct sim_block_smooth_rows *kept, const struct twin_rows *t)
{
    struct sim_twin_rows *k = &kept->of;
    SIM_UNROLL for (unsigned i = 0; i < SIM_SMOOTH_FETCHED; i++) k->at[i] =
        (const char *)kept->twins[find_pair(t->row[i])][0] + t->row[i] % 2 * (SIM_TWIN_BYTES / 2);
    SIM_UNROLL for (unsigned i = 0; i < 2; i++)
    {
        const uint32_t a = t->row[2 * i], b = t->row[2 * i + 1];
        k->kind[i] = a == b ? TWIN_ONE : b == a + 1 && !(a & 1u) ? TWIN_LIES : TWIN_JOINED;
        k->y[i] = t->y[i * TWIN_LANES];
        k->z[i] = t->z[i * TWIN_LANES];
        SIM_UNROLL for (unsigned j = 0; j < SIM_TWIN_BYTES / 4; j++) memcpy(
            &k->weight[i][j], t->sample.axis[SIM_Y].weight[i] + j / 4 * TWIN_LANES, sizeof(float));
    }
}

static inline bool are_rows_kept(const struct sim_block_smooth_rows *kept,
                                 const struct sim_sample_how *how, sim_native_vector at[][4])
{
    uint32_t others = 0;
    SIM_UNROLL for (unsigned i = 0; i < SIM_SMOOTH_BLOCKS; i++)
    {
        others |= kept->of.y[i] ^ at[i][SIM_Y][0];
        if (sim_axis_kind(how->dim, SIM_Z) != SIM_AXIS_NONE)
            others |= kept->of.z[i] ^ at[i][SIM_Z][0];
    }
    return !others;
}

/* Where both neighbours' twins lie, in bytes, and their weights. False: they are not all kept. */
static inline bool find_lanes(struct sim_twin_lanes *lanes,
                              const struct sim_block_smooth_rows *kept, const struct sim_axis *x,
                              const uint32_t *coordinate)
{
    const uint32_t last = kept->end - kept->start - 1;
    block beyond = {0};
    SIM_UNROLL for (unsigned i = 0; i < 2; i++)
    {
        const block own = load_block(x->index[i]) - kept->start;
        beyond |= own | (last - own);
        store_block(lanes->place[i], own * SIM_TWIN_BYTES);
        memcpy(lanes->weight[i], x->weight[i], sizeof(lanes->weight[i]));
    }
    store_block(lanes->x, load_block(coordinate));
    lanes->start = kept->start;
    lanes->end = kept->end;
    return !(__builtin_reduce_or(beyond) >> 31);
}

/* Whether a block's lanes are those that were found, of columns that still are kept. */
static inline bool are_lanes_kept(const struct sim_twin_lanes *lanes,
                                  const struct sim_block_smooth_rows *kept,
                                  const uint32_t *coordinate)
{
    return kept->end && lanes->start == kept->start && lanes->end == kept->end &&
           !__builtin_reduce_or(load_block(lanes->x) ^ load_block(coordinate));
}

static inline __attribute__((always_inline)) twin find_twin(const char *const at[2], uint32_t place,
                                                            enum twin_kind kind)
{
    return kind == TWIN_LIES ? load_twin(at[0] + place)
                             : join_twin(at[0] + place, at[kind == TWIN_JOINED] + place);
}

static inline __attribute__((always_inline)) void
filter_kinds(uint8_t *const to[QUADS], const struct sim_twin_rows *of,
             const struct sim_twin_lanes *lanes, enum twin_kind above, enum twin_kind below)
{
    const twin rows[2] = {load_twin(of->weight[0]), load_twin(of->weight[1])};
    const char *const at[4] = {of->at[0], of->at[1], of->at[2], of->at[3]};
    SIM_ROLLED for (unsigned q = 0; q < QUADS; q++) SIM_UNROLL for (unsigned i = 0; i < 4; i++)
    {
        const unsigned lane = 4 * q + i;
        twin sum = {0};
        SIM_UNROLL for (unsigned c = 0; c < 4; c++)
        {
            const twin texels =
                find_twin(at + (c & 2u), lanes->place[c & 1u][lane], c & 2u ? below : above);
            const twin own = texels * (lanes->weight[c & 1u][lane] * rows[c >> 1]);
            sum = c ? sum + own : own;
        }
        memcpy(to[q] + i * SIM_TWIN_BYTES, &sum, sizeof(sum));
    }
}

/* Filters to quads of twins. */
static inline void filter_twins(uint8_t *const to[QUADS], const struct sim_twin_rows *of,
                                const struct sim_twin_lanes *lanes)
{
    const uint32_t above = of->kind[0], below = of->kind[1];
    if (above == TWIN_LIES && below != TWIN_LIES)
        filter_kinds(to, of, lanes, TWIN_LIES, TWIN_JOINED);
    else if (above == TWIN_ONE && below == TWIN_ONE)
        filter_kinds(to, of, lanes, TWIN_ONE, TWIN_ONE);
    else if (below == TWIN_LIES)
        filter_kinds(to, of, lanes, TWIN_JOINED, TWIN_LIES);
    else
        filter_kinds(to, of, lanes, TWIN_JOINED, TWIN_JOINED);
}

/* Rows by themselves. */
static inline void filter_each(uint32_t *whole, const struct sim_sample_how *how,
                               const struct sim_surface *surface, const uint32_t *border,
                               sim_native_vector at[][4])
{
    SIM_ROLLED for (unsigned r = 0; r < SIM_SMOOTH_BLOCKS; r++)
    {
        sim_native_vector channel[4] __attribute__((aligned(64)));
        sim_native_vector own[4] __attribute__((aligned(64)));
        uint32_t *const d[4] = {channel[0], channel[1], channel[2], channel[3]};
        struct sim_sample s;
        struct smooth_rows rows;
        if (!sim_block_smooth_float4(own[0], d[0], d[1], d[2], d[3], how, surface, border, at[r][0],
                                     at[r][1], at[r][2], at[r][3])) {
            begin_sample(&s, how, surface, at[r][0], at[r][1], at[r][2], at[r][3]);
            s.border = resolve_smooth(&s, how, &rows) ? border : NULL;
            filter_apart(d, &s, &rows, SIM_TEXEL_FLOAT4);
            sim_block_whole_texels(own[0], d[0], d[1], d[2], d[3]);
        }
        SIM_ROLLED for (unsigned lane = 0; lane < SIM_NATIVE_LANES; lane++)
            memcpy(whole + 8 * lane + 4 * r, own[0] + 4 * lane, sizeof(quad));
    }
}

/* ---- stores ---- */

/* Finds where quads of twins lie in a target, as its tiles have them. False: they are not all to be
 * stored, or the rows are of two tiles' lines. */
static inline bool find_lines(uint8_t *to[QUADS], const struct sim_twin_target *target)
{
    enum { AHEAD = 64, OCTET = 8 };
    const struct sim_surface *surface = target->surface;
    const uint32_t x = target->x, y = target->y, z = target->z;
    if ((x & 3u) | (y & 1u) || !is_whole(target->exec[0] & target->exec[1]) ||
        x >= surface->width || x + SIM_NATIVE_LANES > surface->width || y + 1 >= surface->height ||
        z >= surface->depth)
        return false;
    const struct twin_row row = find_row(surface, y + z * SIM_SMOOTH_Z);
    const uint32_t *columns = surface->x + x;
    uint8_t *memory = surface->view.memory;
    SIM_UNROLL for (unsigned q = 0; q < QUADS; q++) to[q] =
        memory + find_texel(row, columns[4 * q]);
    /* Asks memory for what the next group along x will store. */
    if (x + AHEAD + SIM_NATIVE_LANES <= surface->width)
        SIM_UNROLL for (unsigned i = AHEAD; i < AHEAD + SIM_NATIVE_LANES; i += OCTET)
        {
            const uint8_t *at = memory + find_texel(row, columns[i]);
            SIM_UNROLL for (unsigned line = 0; line < 4; line++)
                __builtin_prefetch(at + line * SIM_LINE);
        }
    return true;
}
