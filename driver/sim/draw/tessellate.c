/* SPDX-License-Identifier: MIT */
/* tessellate.c: subdivides a patch by the rules of OpenGL 4.6, 11.2.2: rings of points from the
 * edges inwards, each joined with the next one. */
#include "driver/sim/draw/tessellate.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "driver/sim/raster/state.h"

/* The points along an edge: from 0 to 1, `count` segments. */
struct division {
    unsigned count;
    float at[DRAW_TESS_LEVEL + 1];
};

/* A row of points of the patch, in order. */
struct row {
    unsigned count;
    uint16_t point[DRAW_TESS_LEVEL + 1];
    float along[DRAW_TESS_LEVEL + 1];
};

struct building {
    struct draw_tessellated *t;
    bool clockwise; /* what was asked for, seen with v upwards */
};

static float limited(float factor, float least, float most)
{
    return !(factor > least) ? least : factor < most ? factor : most;
}

/* Segments are equal, but for two shorter ones of a fraction, which lie next to the ends. */
static void divide(struct division *d, unsigned partition, float factor)
{
    const bool fraction = partition == DRAW_PART_ODD || partition == DRAW_PART_EVEN;
    const float f = limited(factor, partition == DRAW_PART_EVEN ? 2 : 1,
                            partition == DRAW_PART_ODD ? DRAW_TESS_LEVEL - 1 : DRAW_TESS_LEVEL);
    unsigned count = (unsigned)ceilf(f);
    if (fraction && (count & 1u) != (partition == DRAW_PART_ODD))
        count++;
    d->count = count;
    const float equal = fraction && count > 2 ? 1 / f : 1 / (float)count;
    const float rest = (1 - equal * (float)(count - 2)) / 2;
    assert(count >= 1 && count <= DRAW_TESS_LEVEL);
    d->at[0] = 0;
    for (unsigned i = 1; i < count; i++)
        d->at[i] = rest + equal * (float)(i - 1);
    d->at[count] = 1;
}

/* The inside is divided at least once where anything is. */
static void divide_inside(struct division *d, unsigned partition, float factor)
{
    divide(d, partition, factor);
    if (d->count == 1)
        divide(d, partition, partition == DRAW_PART_ODD ? 1.001f : 2);
}

static uint16_t add_point(struct building *b, float u, float v)
{
    struct draw_tessellated *t = b->t;
    assert(t->points < DRAW_TESS_POINTS);
    t->at[t->points][0] = u;
    t->at[t->points][1] = v;
    return (uint16_t)t->points++;
}

static void add_triangle(struct building *b, uint16_t x, uint16_t y, uint16_t z)
{
    struct draw_tessellated *t = b->t;
    const float(*p)[2] = (const float(*)[2])t->at;
    const float area =
        (p[y][0] - p[x][0]) * (p[z][1] - p[x][1]) - (p[z][0] - p[x][0]) * (p[y][1] - p[x][1]);
    if (x == y || y == z || x == z)
        return;
    const bool turn = (area < 0) != b->clockwise;
    assert(t->primitives < DRAW_TESS_PRIMITIVES);
    t->primitive[t->primitives][0] = x;
    t->primitive[t->primitives][1] = turn ? z : y;
    t->primitive[t->primitives][2] = turn ? y : z;
    t->primitives++;
}

/* Fills the space between a row and the one inside of it. */
static void join(struct building *b, const struct row *outer, const struct row *inner)
{
    unsigned i = 0, k = 0;
    while (i + 1 < outer->count || k + 1 < inner->count) {
        const bool forth = k + 1 >= inner->count ||
                           (i + 1 < outer->count && outer->along[i + 1] + outer->along[i] <=
                                                        inner->along[k + 1] + inner->along[k]);
        if (forth)
            add_triangle(b, outer->point[i], outer->point[i + 1], inner->point[k]);
        else
            add_triangle(b, outer->point[i], inner->point[k + 1], inner->point[k]);
        i += forth;
        k += !forth;
    }
}

/* The corners of triangles: u, v, w are 1 there. Edge e lies opposite to corner e, and goes from
 * the next corner to the one behind it. */
static void barycentric(unsigned edge, const float part[3], float uv[2])
{
    /* part: of the edge's first corner, its second, and the one opposite. */
    float corner[3];
    corner[(edge + 1) % 3] = part[0];
    corner[(edge + 2) % 3] = part[1];
    corner[edge] = part[2];
    uv[0] = corner[0];
    uv[1] = corner[1];
}

/* The three sides of a ring, which share corners: points from `first` to `last` of the division. */
static void triangle_ring(struct building *b, struct row side[3], const struct division *d,
                          unsigned ring, bool outer)
{
    const float inwards = outer ? 0 : d[0].at[ring] * 2 / 3;
    uint16_t corner[3];
    for (unsigned e = 0; e < 3; e++) {
        const struct division *own = outer ? &d[e] : &d[0];
        const unsigned first = outer ? 0 : ring, last = own->count - first;
        side[e].count = 0;
        for (unsigned i = first; i <= last; i++) {
            const float t = own->at[i], part[3] = {1 - t - inwards / 2, t - inwards / 2, inwards};
            float uv[2];
            barycentric(e, part, uv);
            const unsigned n = side[e].count++;
            side[e].along[n] = t;
            if (i == last && e == 2)
                side[e].point[n] = corner[0];
            else if (i == first && e > 0)
                side[e].point[n] = corner[e];
            else if (i == first || i < last || e < 2)
                side[e].point[n] = first == last && e > 0 ? corner[0] : add_point(b, uv[0], uv[1]);
            if (i == first && e == 0)
                corner[0] = side[e].point[n];
            if (i == last && e < 2)
                corner[e + 1] = side[e].point[n];
        }
    }
}

static void triangles(struct building *b, unsigned partition, const float factor[4])
{
    struct division outer[3], inside;
    struct row before[3], now[3];
    for (unsigned e = 0; e < 3; e++)
        divide(&outer[e], partition, factor[e]);
    divide(&inside, partition, factor[3]);
    triangle_ring(b, before, outer, 0, true);
    if (inside.count == 1 && b->t->points == 3) {
        add_triangle(b, 0, 1, 2);
        return;
    }
    divide_inside(&inside, partition, factor[3]);
    for (unsigned ring = 1; ring * 2 <= inside.count; ring++) {
        triangle_ring(b, now, &inside, ring, false);
        for (unsigned e = 0; e < 3; e++)
            join(b, &before[e], &now[e]);
        memcpy(before, now, sizeof(before));
    }
    if (inside.count % 2)
        add_triangle(b, before[0].point[0], before[1].point[0], before[2].point[0]);
}

static void grid_row(const struct division *d, struct row *row, uint16_t first, unsigned step)
{
    row->count = 0;
    for (unsigned i = 1; i < d->count; i++) {
        row->along[row->count] = d->at[i];
        row->point[row->count++] = (uint16_t)(first + (i - 1) * step);
    }
}

/* The inner points, by rows of u; joins those between four neighbours. */
static void quad_inside(struct building *b, const struct division *u, const struct division *v,
                        struct row side[4])
{
    const uint16_t first = (uint16_t)b->t->points;
    const unsigned wide = u->count - 1, high = v->count - 1;
    for (unsigned y = 1; y < v->count; y++)
        for (unsigned x = 1; x < u->count; x++)
            add_point(b, u->at[x], v->at[y]);
    for (unsigned y = 0; y + 1 < high; y++)
        for (unsigned x = 0; x + 1 < wide; x++) {
            const uint16_t at = (uint16_t)(first + y * wide + x), over = (uint16_t)(at + wide);
            add_triangle(b, at, at + 1, over);
            add_triangle(b, at + 1, over + 1, over);
        }
    grid_row(v, &side[0], first, wide);
    grid_row(u, &side[1], first, 1);
    grid_row(v, &side[2], (uint16_t)(first + wide - 1), wide);
    grid_row(u, &side[3], (uint16_t)(first + (high - 1) * wide), 1);
}

/* Edges u = 0, v = 0, u = 1, v = 1. */
static void quad_edge(struct building *b, struct row *row, const struct division *d, unsigned edge,
                      const uint16_t ends[2])
{
    row->count = 0;
    for (unsigned i = 0; i <= d->count; i++) {
        const float far = edge < 2 ? 0 : 1;
        const unsigned n = row->count++;
        row->along[n] = d->at[i];
        row->point[n] = i == 0          ? ends[0]
                        : i == d->count ? ends[1]
                        : edge & 1u     ? add_point(b, d->at[i], far)
                                        : add_point(b, far, d->at[i]);
    }
}

static void quads(struct building *b, unsigned partition, const float factor[6])
{
    struct division outer[4], inside[2];
    struct row edge[4], side[4];
    bool whole = true;
    for (unsigned e = 0; e < 4; e++) {
        divide(&outer[e], partition, factor[e]);
        whole = whole && outer[e].count == 1;
    }
    for (unsigned c = 0; c < 2; c++) {
        divide(&inside[c], partition, factor[4 + c]);
        whole = whole && inside[c].count == 1;
        divide_inside(&inside[c], partition, factor[4 + c]);
    }
    for (unsigned i = 0; i < 4; i++)
        add_point(b, (float)(i & 1u), (float)(i >> 1));
    if (whole) {
        add_triangle(b, 0, 1, 2);
        add_triangle(b, 1, 3, 2);
        return;
    }
    static const uint16_t ends[4][2] = {{0, 2}, {0, 1}, {1, 3}, {2, 3}};
    quad_inside(b, &inside[0], &inside[1], side);
    for (unsigned e = 0; e < 4; e++) {
        quad_edge(b, &edge[e], &outer[e], e, ends[e]);
        join(b, &edge[e], &side[e]);
    }
}

/* The first factor divides lines, and the second says how many there are. */
static void lines(struct building *b, unsigned partition, const float factor[2])
{
    struct draw_tessellated *t = b->t;
    struct division along, rows;
    divide(&along, partition, factor[0]);
    divide(&rows, DRAW_PART_INTEGER, factor[1]);
    for (unsigned y = 0; y < rows.count; y++)
        for (unsigned x = 0; x <= along.count; x++) {
            const uint16_t point = add_point(b, along.at[x], (float)y / (float)rows.count);
            if (!x)
                continue;
            t->primitive[t->primitives][0] = (uint16_t)(point - 1);
            t->primitive[t->primitives++][1] = point;
        }
}

static bool is_dropped(const float *factor, unsigned edges)
{
    for (unsigned e = 0; e < edges; e++)
        if (!(factor[e] > 0))
            return true;
    return false;
}

void draw_tessellate(struct draw_tessellated *t, uint32_t parameters,
                     const float factor[DRAW_TESS_FACTORS])
{
    static const uint8_t edges[3] = {2, 3, 4};
    const unsigned type = draw_bits(parameters, 0, 2), partition = draw_bits(parameters, 2, 3);
    const unsigned topology = draw_bits(parameters, 5, 3);
    struct building b = {t, topology == DRAW_TESS_TO_CCW};
    t->points = t->primitives = 0;
    t->corners = topology == DRAW_TESS_TO_POINTS ? 1 : type == DRAW_TESS_LINES ? 2 : 3;
    if (is_dropped(factor, edges[type]))
        return;
    (type == DRAW_TESS_LINES       ? lines
     : type == DRAW_TESS_TRIANGLES ? triangles
                                   : quads)(&b, partition, factor);
    if (topology != DRAW_TESS_TO_POINTS)
        return;
    for (t->primitives = 0; t->primitives < t->points; t->primitives++)
        t->primitive[t->primitives][0] = (uint16_t)t->primitives;
}
