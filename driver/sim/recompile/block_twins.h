/* SPDX-License-Identifier: MIT */
/* block_twins.h: linear filters on two axes of texels of four floats or bytes, of two rows that go
 * abreast. A twin is a texel of one row and that of another as floats, side by side: one product
 * weighs both. Rows of the texture are kept for a group in pairs, as tiles have them. So lanes lie
 * anyhow among these columns. A part of ready.c. */
#pragma once

#include "driver/sim/recompile/block_twin_bytes.h"

/* More columns than these, for lanes of a block, are not kept. */
enum { MOST_TWINS = 3 * SIM_NATIVE_LANES };

/* A fetch of both rows: y and z of the first one lie in the lower half of the lanes. */
enum { TWIN_LANES = SIM_NATIVE_LANES / 2 };

/* Whether lanes lie beyond an axis with a border. */
static inline bool meets_border(const struct sim_sample *s, const struct sim_sample_how *how,
                                unsigned axis)
{
    block beyond = {0};
    if (!sim_axis_bordered(how, axis))
        return false;
    SIM_UNROLL for (unsigned i = 0; i < 2; i++) if (i <= how->linear[axis]) beyond |=
        load_block(s->axis[axis].border[i]);
    return __builtin_reduce_or(beyond);
}

/* Resolves a coordinate of both rows. */
static inline void resolve_rows(struct sim_sample *s, const struct sim_sample_how *how,
                                unsigned axis, const uint32_t of[SIM_SMOOTH_BLOCKS])
{
    sim_native_vector own;
    SIM_UNROLL for (unsigned i = 0; i < SIM_NATIVE_LANES; i++) own[i] = of[i / TWIN_LANES];
    s->coordinate[axis] = own;
    sim_resolve_axis(s, how, axis);
}

/* How twins of rows that are kept are found: as they lie, or of two pairs, or both rows are one. */
enum twin_kind { TWIN_LIES, TWIN_JOINED, TWIN_ONE };

/* Where a pair of rows is kept. */
static inline unsigned find_pair(uint32_t row)
{
    return row / 2 % SIM_TWIN_PAIRS;
}

/* Where such a row's texels will be kept, and which pairs are. False: there is no room for all. */
static inline bool find_room(const struct sim_block_smooth_rows *kept, struct sim_twin_rows *of)
{
    of->upper_count = 0;
    SIM_ROLLED for (unsigned i = 0; i < SIM_SMOOTH_FETCHED; i++)
    {
        const uint32_t row = of->row[i], upper = row & ~1u;
        unsigned j = 0;
        while (j < of->upper_count && of->upper[j] != upper)
            if (find_pair(of->upper[j++]) == find_pair(row))
                return false;
        of->upper[j] = upper;
        of->upper_count += j == of->upper_count;
        of->at[i] = (const char *)kept->twins[find_pair(row)][0] + row % 2 * (SIM_TWIN_BYTES / 2);
    }
    return true;
}

/* Finds both rows of each neighbour, and their weights. False: some lie beyond the border, or there
 * is no room for all. */
static inline bool find_twin_rows(const struct sim_block_smooth_rows *kept,
                                  struct sim_twin_rows *of, const struct sim_sample_how *how,
                                  const struct sim_surface *surface,
                                  const struct sim_twin_fetch *fetch)
{
    const bool layers = sim_axis_kind(how->dim, SIM_Z) != SIM_AXIS_NONE;
    struct sim_sample s;
    begin_sample(&s, how, surface, NULL, NULL, NULL, NULL);
    resolve_rows(&s, how, SIM_Y, fetch->y);
    if (layers)
        resolve_rows(&s, how, SIM_Z, fetch->z);
    if (meets_border(&s, how, SIM_Y) || (layers && meets_border(&s, how, SIM_Z)))
        return false;
    SIM_UNROLL for (unsigned i = 0; i < SIM_SMOOTH_FETCHED; i++)
    {
        const unsigned lane = i % 2 * TWIN_LANES;
        of->row[i] = s.axis[SIM_Y].index[i / 2][lane];
        if (layers)
            of->row[i] += s.axis[SIM_Z].index[0][lane] * SIM_SMOOTH_Z;
    }
    SIM_UNROLL for (unsigned i = 0; i < 2; i++)
    {
        const uint32_t a = of->row[2 * i], b = of->row[2 * i + 1];
        of->kind[i] = a == b ? TWIN_ONE : b == a + 1 && !(a & 1u) ? TWIN_LIES : TWIN_JOINED;
        of->y[i] = fetch->y[i];
        of->z[i] = fetch->z[i];
        SIM_UNROLL for (unsigned j = 0; j < SIM_TWIN_BYTES / 4; j++)
            memcpy(&of->weight[i][j], s.axis[SIM_Y].weight[i] + j / 4 * TWIN_LANES, sizeof(float));
    }
    of->to = NULL;
    return find_room(kept, of);
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

/* Keeps four columns of both rows; those of tiles by lines. */
static inline void keep_quads(twin to[QUAD_TWINS], const struct sim_sample_how *how,
                              const uint8_t *first, const uint8_t *second)
{
    if (how->format.kind == SIM_TEXEL_UNORM8) {
        quad upper, lower;
        memcpy(&upper, first, sizeof(upper));
        memcpy(&lower, how->flat ? second : first + SIM_LOWER_ROW, sizeof(lower));
        widen_twins(to, upper, lower);
        return;
    }
    const bool lines = !how->flat && how->quads == 2 * SIM_TWIN_BYTES;
    SIM_UNROLL for (unsigned i = 0; i < QUAD_TWINS && lines; i += 2)
    {
        block line;
        memcpy(&line, first + i * SIM_TWIN_BYTES, sizeof(line));
        memcpy(to + i, &line, sizeof(line));
    }
    SIM_UNROLL for (unsigned i = 0; i < QUAD_TWINS && !lines; i++)
    {
        const uint32_t behind = sim_quad_texel(16, how->quads, i);
        to[i] = how->flat ? join_twin(first + behind, second + behind) : load_twin(first + behind);
    }
}

/* Keeps one column of them. */
static inline void keep_texels_of(twin *to, const struct sim_sample_how *how, const uint8_t *first,
                                  const uint8_t *second)
{
    if (how->format.kind == SIM_TEXEL_UNORM8) {
        quad upper = {0}, lower = {0};
        twin own[QUAD_TWINS];
        memcpy(&upper, first, sizeof(uint32_t));
        memcpy(&lower, second, sizeof(uint32_t));
        widen_twins(own, upper, lower);
        *to = own[0];
    } else {
        *to = join_twin(first, second);
    }
}

/* Keeps a pair of rows; the second one may be beyond the last. */
static inline void keep_pair(struct sim_block_smooth_rows *kept, const struct sim_sample_how *how,
                             const struct sim_surface *surface, uint32_t upper)
{
    const uint32_t start = kept->start, count = kept->end - start, left = surface->width - start,
                   both = upper % SIM_SMOOTH_Z + 1 < surface->height;
    const struct twin_row a = find_row(surface, upper), b = find_row(surface, upper + both);
    const uint8_t *memory = surface->view.memory;
    const uint32_t *x = surface->x + start;
    twin *to = (twin *)(void *)kept->twins[find_pair(upper)];
    uint32_t i = 0;
    SIM_ROLLED for (; i + 8 <= count; i += 8)
        SIM_UNROLL for (unsigned q = 0; q < 8; q += QUAD_TWINS) keep_quads(
            to + i + q, how, memory + find_texel(a, x[i + q]), memory + find_texel(b, x[i + q]));
    SIM_ROLLED for (; i < count; i++)
        keep_texels_of(to + i, how, memory + find_texel(a, x[i]), memory + find_texel(b, x[i]));
    /* Asks memory for what the next group along x will keep. */
    SIM_ROLLED for (i = count & ~7u; i < 2 * count && i < left; i += 8)
        SIM_UNROLL for (unsigned line = 0; line < how->format.bytes / 4u; line++)
            __builtin_prefetch(memory + find_texel(a, x[i]) + line * SIM_LINE);
    kept->row[find_pair(upper)] = upper;
}

/* Keeps the pairs of rows of a fetch. */
static inline void keep_pairs(struct sim_block_smooth_rows *kept, struct sim_twin_rows *of,
                              const struct sim_sample_how *how, const struct sim_surface *surface)
{
    SIM_ROLLED for (unsigned i = 0; i < of->upper_count; i++)
    {
        uint32_t *row = &kept->row[find_pair(of->upper[i])];
        if (*row == of->upper[i])
            continue;
        kept->pairs += *row != UINT32_MAX; /* others may have been found there */
        keep_pair(kept, how, surface, of->upper[i]);
    }
    of->pairs = kept->pairs;
}

/* ---- columns ---- */

/* A lane's place along an axis, in texels. */
static inline float find_column(const struct sim_axis *axis, unsigned lane)
{
    float weight;
    memcpy(&weight, &axis->weight[1][lane], sizeof(weight));
    return (float)axis->index[0][lane] + weight;
}

/* Keeps columns that a block reads, and those behind it in its group, which forgets all rows,
 * unless they are kept already. False: there are too many. */
static inline bool keep_columns(struct sim_block_smooth_rows *kept, const struct sim_axis *axis,
                                uint32_t width)
{
    const uint32_t *x = axis->index[0];
    const float apart = find_column(axis, SIM_NATIVE_LANES - 1) - find_column(axis, 0),
                lanes = (float)(kept->across * SIM_NATIVE_LANES - 1) / (SIM_NATIVE_LANES - 1);
    const block a = load_block(x), b = load_block(axis->index[1]);
    const uint32_t least = __builtin_reduce_min(__builtin_elementwise_min(a, b)),
                   most = __builtin_reduce_max(__builtin_elementwise_max(a, b)) + 1;
    if (most - least > MOST_TWINS)
        return false;
    const uint32_t start = least & ~7u, here = most - start,
                   further = least - start + 3 + (apart > 0 ? (uint32_t)(apart * lanes) : 0),
                   wanted = here > further ? here : further, left = width - start,
                   whole = wanted < SIM_TWINS ? (wanted + 7) & ~7u : SIM_TWINS;
    const uint32_t end = start + (whole < left ? whole : left);
    if (start >= kept->start && end <= kept->end)
        return true;
    sim_block_smooth_forget(kept, true);
    kept->start = start;
    kept->end = end;
    return true;
}

/* Whether all columns of a block's lanes are kept. */
static inline bool has_columns(const struct sim_block_smooth_rows *kept,
                               const struct sim_axis *axis)
{
    const uint32_t last = kept->end - kept->start - 1;
    block beyond = {0};
    SIM_UNROLL for (unsigned i = 0; i < 2; i++)
    {
        const block own = load_block(axis->index[i]) - kept->start;
        beyond |= own | (last - own);
    }
    return kept->end && !(__builtin_reduce_or(beyond) >> 31);
}

/* Finds where both neighbours' twins lie, in bytes, and their weights. False: they cannot all be
 * kept, or some lie beyond the border. */
static inline bool find_lanes(struct sim_block_smooth_rows *kept, struct sim_twin_lanes *lanes,
                              const struct sim_sample_how *how, const struct sim_surface *surface,
                              const struct sim_twin_fetch *fetch)
{
    struct sim_sample s;
    const struct sim_axis *x = &s.axis[SIM_X];
    begin_sample(&s, how, surface, fetch->x[0], NULL, NULL, NULL);
    sim_resolve_axis(&s, how, SIM_X);
    if (meets_border(&s, how, SIM_X) ||
        !((kept->block && has_columns(kept, x)) || keep_columns(kept, x, surface->width)))
        return false;
    SIM_UNROLL for (unsigned i = 0; i < 2; i++)
    {
        store_block(lanes->place[i], (load_block(x->index[i]) - kept->start) * SIM_TWIN_BYTES);
        memcpy(lanes->weight[i], x->weight[i], sizeof(lanes->weight[i]));
    }
    store_block(lanes->x, load_block(fetch->x[0]));
    lanes->columns = kept->columns;
    return true;
}

/* ---- what is known already ---- */

static inline bool are_rows_known(const struct sim_twin_rows *of,
                                  const struct sim_twin_fetch *fetch)
{
    const volatile uint32_t *y = fetch->y,
                            *z = fetch->z; /* they were stored one by one, just now */
    return !((of->y[0] ^ y[0]) | (of->y[1] ^ y[1]) | (of->z[0] ^ z[0]) | (of->z[1] ^ z[1]));
}

static inline bool are_lanes_known(const struct sim_twin_lanes *lanes,
                                   const struct sim_twin_fetch *fetch)
{
    return !memcmp(lanes->x, fetch->x[0], sizeof(lanes->x));
}

/* Finds what a fetch reads, as far as it is not known. False: lanes meet the border, or there is no
 * room for all. */
static inline bool find_twins(struct sim_block_smooth_rows *kept, struct sim_twin_rows *of,
                              struct sim_twin_lanes *lanes, const struct sim_sample_how *how,
                              const struct sim_surface *surface, const struct sim_twin_fetch *fetch)
{
    if ((lanes->columns != kept->columns || !are_lanes_known(lanes, fetch)) &&
        !find_lanes(kept, lanes, how, surface, fetch)) {
        lanes->columns = 0;
        return false;
    }
    if (!of->pairs || !are_rows_known(of, fetch)) {
        of->pairs = 0;
        if (!find_twin_rows(kept, of, how, surface, fetch))
            return false;
    }
    if (of->pairs != kept->pairs)
        keep_pairs(kept, of, how, surface);
    return true;
}

/* ---- products ---- */

static inline __attribute__((always_inline)) twin find_twin(const char *const at[2], uint32_t place,
                                                            enum twin_kind kind)
{
    return kind == TWIN_LIES ? load_twin(at[0] + place)
                             : join_twin(at[0] + place, at[kind == TWIN_JOINED] + place);
}

static inline __attribute__((always_inline)) void filter_kinds(uint8_t *const to[QUADS],
                                                               const struct sim_twin_rows *of,
                                                               const struct sim_twin_lanes *lanes,
                                                               enum twin_kind above,
                                                               enum twin_kind below, bool narrows)
{
    const twin rows[2] = {load_twin(of->weight[0]), load_twin(of->weight[1])};
    const char *const at[4] = {of->at[0], of->at[1], of->at[2], of->at[3]};
    SIM_ROLLED for (unsigned q = 0; q < QUADS; q++)
    {
        twin all[QUAD_TWINS];
        SIM_UNROLL for (unsigned i = 0; i < QUAD_TWINS; i++)
        {
            const unsigned lane = QUAD_TWINS * q + i;
            twin sum = {0};
            SIM_UNROLL for (unsigned c = 0; c < 4; c++)
            {
                const twin texels =
                    find_twin(at + (c & 2u), lanes->place[c & 1u][lane], c & 2u ? below : above);
                const twin own = texels * (lanes->weight[c & 1u][lane] * rows[c >> 1]);
                sum = c ? sum + own : own;
            }
            if (narrows)
                all[i] = sum;
            else
                memcpy(to[q] + i * SIM_TWIN_BYTES, &sum, sizeof(sum));
        }
        if (narrows) {
            const octet texels = narrow_twins(all);
            memcpy(to[q], &texels, sizeof(texels));
        }
    }
}

/* Filters to quads of twins, or of texels that these become. */
static inline __attribute__((always_inline)) void filter_twins(uint8_t *const to[QUADS],
                                                               const struct sim_twin_rows *of,
                                                               const struct sim_twin_lanes *lanes,
                                                               bool narrows)
{
    const uint32_t above = of->kind[0], below = of->kind[1];
    if (above == TWIN_LIES && below != TWIN_LIES)
        filter_kinds(to, of, lanes, TWIN_LIES, TWIN_JOINED, narrows);
    else if (above == TWIN_ONE && below == TWIN_ONE)
        filter_kinds(to, of, lanes, TWIN_ONE, TWIN_ONE, narrows);
    else if (below == TWIN_LIES)
        filter_kinds(to, of, lanes, TWIN_JOINED, TWIN_LIES, narrows);
    else
        filter_kinds(to, of, lanes, TWIN_JOINED, TWIN_JOINED, narrows);
}

/* Rows by themselves. */
static inline void filter_each(struct sim_twin_fetch *fetch, const struct sim_sample_how *how,
                               const struct sim_surface *surface, const uint32_t *border)
{
    SIM_ROLLED for (unsigned r = 0; r < SIM_SMOOTH_BLOCKS; r++)
    {
        sim_native_vector channel[4] __attribute__((aligned(64)));
        sim_native_vector own[4] __attribute__((aligned(64)));
        sim_native_vector y __attribute__((aligned(64))), z __attribute__((aligned(64)));
        uint32_t *const d[4] = {channel[0], channel[1], channel[2], channel[3]};
        struct sim_sample s;
        struct smooth_rows rows;
        store_block(y, (block){0} + fetch->y[r]);
        store_block(z, (block){0} + fetch->z[r]);
        const bool bytes = how->format.kind == SIM_TEXEL_UNORM8;
        if (bytes || !sim_block_smooth_float4(own[0], d[0], d[1], d[2], d[3], how, surface, border,
                                              fetch->x[r], y, z, NULL)) {
            begin_sample(&s, how, surface, fetch->x[r], y, z, NULL);
            s.border = resolve_smooth(&s, how, &rows) ? border : NULL;
            if (s.border || !bytes || !filter_bytes(d, how, &s, &rows))
                filter_apart(d, &s, &rows, how->format.kind);
            sim_block_whole_texels(own[0], d[0], d[1], d[2], d[3]);
        }
        SIM_ROLLED for (unsigned lane = 0; lane < SIM_NATIVE_LANES; lane++)
            memcpy(fetch->twins[lane] + 4 * r, own[0] + 4 * lane, sizeof(quad));
    }
}

/* ---- stores ---- */

/* Finds the place of two rows of a target, which must be a tile's lines. */
static inline bool find_target_rows(struct sim_twin_rows *of, const struct sim_surface *surface,
                                    uint32_t y, uint32_t z)
{
    if ((y & 1u) || y + 1 >= surface->height || z >= surface->depth)
        return false;
    const struct twin_row row = find_row(surface, y + z * SIM_SMOOTH_Z);
    of->flips = (row.y ^ row.z) & row.low;
    of->to = surface->view.memory + ((row.y & ~row.low) + (row.z & ~row.low));
    of->to_y = y;
    of->to_z = z;
    of->columns = surface->width;
    return true;
}

/* Finds where quads of both rows lie in a target, as its tiles have them. False: they are not all
 * to be stored, or the rows are of two tiles' lines. */
static inline bool find_lines(uint8_t *to[QUADS], struct sim_twin_rows *of,
                              const struct sim_twin_target *target)
{
    enum { AHEAD = 64, OCTET = 8 };
    const struct sim_surface *surface = target->surface;
    const uint32_t x = target->x;
    if ((!of->to || of->to_y != target->y || of->to_z != target->z) &&
        !find_target_rows(of, surface, target->y, target->z))
        return false;
    const uint64_t end = (uint64_t)x + SIM_NATIVE_LANES;
    if ((x & 3u) || !is_whole(target->exec[0] & target->exec[1]) || end > of->columns)
        return false;
    const uint32_t *columns = surface->x + x, flips = of->flips;
    uint8_t *memory = of->to;
    SIM_UNROLL for (unsigned q = 0; q < QUADS; q++) to[q] = memory + (columns[4 * q] ^ flips);
    /* Asks memory for what the next group along x will store. */
    if (end + AHEAD <= of->columns)
        SIM_UNROLL for (unsigned i = AHEAD; i < AHEAD + SIM_NATIVE_LANES; i += OCTET)
        {
            const uint8_t *at = memory + (columns[i] ^ flips);
            SIM_UNROLL for (unsigned line = 0; line < target->how->format.bytes / 4u; line++)
                __builtin_prefetch(at + line * SIM_LINE);
        }
    return true;
}
