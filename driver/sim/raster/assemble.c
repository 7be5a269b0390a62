/* SPDX-License-Identifier: MIT */
/* assemble.c: primitives out of a row of vertices (OpenGL 4.6, 10.1). */
#include "driver/sim/raster/vertices.h"

struct assembly {
    const struct draw_state *state;
    draw_primitive_fn take;
    void *data;
    bool last; /* vertex provokes */
};

enum { ALL_EDGES = 7, FIRST_EDGE = 1, SECOND_EDGE = 2, THIRD_EDGE = 4 };

static bool emit_edges(const struct assembly *a, const uint32_t *v, unsigned count,
                       unsigned provoking, unsigned edges)
{
    struct draw_primitive primitive = {
        .count = (uint8_t)count, .provoking = (uint8_t)provoking, .edges = (uint8_t)edges};
    for (unsigned i = 0; i < count; i++)
        primitive.vertex[i] = v[i];
    primitive.rectangle = a->state->primitive == DRAW_RECTANGLES;
    return a->take(a->data, &primitive);
}

static bool emit(const struct assembly *a, const uint32_t *v, unsigned count, unsigned provoking)
{
    return emit_edges(a, v, count, provoking, ALL_EDGES);
}

/* A part of a polygon, which has some of its edges. */
static bool part(const struct assembly *a, uint32_t v0, uint32_t v1, uint32_t v2,
                 unsigned provoking, unsigned edges)
{
    return emit_edges(a, (const uint32_t[3]){v0, v1, v2}, 3, provoking, edges);
}

/* Vertices in order of the winding. */
static bool triangle(const struct assembly *a, uint32_t v0, uint32_t v1, uint32_t v2,
                     unsigned provoking)
{
    return emit(a, (const uint32_t[3]){v0, v1, v2}, 3, provoking);
}

static bool line(const struct assembly *a, uint32_t v0, uint32_t v1)
{
    return emit(a, (const uint32_t[2]){v0, v1}, 2, a->last);
}

static bool emit_strip(const struct assembly *a, uint32_t first, uint32_t i)
{
    const uint32_t v = first + i;
    /* An odd one turns the other way: it begins with its second vertex. */
    return i & 1u ? triangle(a, v + 1, v, v + 2, a->last ? 2 : 1)
                  : triangle(a, v, v + 1, v + 2, a->last ? 2 : 0);
}

/* Quads: provoked by the last vertex, or by the first. */
static bool emit_quad(const struct assembly *a, uint32_t v0, uint32_t v1, uint32_t v2, uint32_t v3)
{
    if (a->last)
        return part(a, v0, v1, v3, 2, FIRST_EDGE | THIRD_EDGE) &&
               part(a, v1, v2, v3, 2, FIRST_EDGE | SECOND_EDGE);
    return part(a, v0, v1, v2, 0, FIRST_EDGE | SECOND_EDGE) &&
           part(a, v0, v2, v3, 0, SECOND_EDGE | THIRD_EDGE);
}

static bool assemble_lines(const struct assembly *a, uint32_t first, uint32_t count)
{
    const unsigned type = a->state->primitive, step = type == DRAW_LINES ? 2 : 1;
    bool sound = true;
    for (uint32_t i = 0; sound && i + 1 < count; i += step)
        sound = line(a, first + i, first + i + 1);
    if (sound && type == DRAW_LINE_LOOP && count > 1)
        sound = line(a, first + count - 1, first);
    return sound;
}

static bool assemble_quads(const struct assembly *a, uint32_t first, uint32_t count)
{
    bool sound = true;
    if (a->state->primitive == DRAW_QUADS)
        for (uint32_t i = first; sound && i + 3 < first + count; i += 4)
            sound = emit_quad(a, i, i + 1, i + 2, i + 3);
    else
        for (uint32_t i = first; sound && i + 3 < first + count; i += 2)
            sound = part(a, i, i + 1, i + 3, a->last ? 2 : 0, FIRST_EDGE | SECOND_EDGE) &&
                    part(a, i, i + 3, i + 2, a->last ? 1 : 0, SECOND_EDGE | THIRD_EDGE);
    return sound;
}

static bool assemble_triangles(const struct assembly *a, uint32_t first, uint32_t count)
{
    bool sound = true;
    switch (a->state->primitive) {
    case DRAW_TRIANGLES:
        for (uint32_t i = first; sound && i + 2 < first + count; i += 3)
            sound = triangle(a, i, i + 1, i + 2, a->last ? 2 : 0);
        return sound;
    case DRAW_RECTANGLES:
        for (uint32_t i = first; sound && i + 2 < first + count; i += 3)
            sound = triangle(a, i, i + 1, i + 2, 0);
        return sound;
    case DRAW_STRIP:
        for (uint32_t i = 0; sound && i + 2 < count; i++)
            sound = emit_strip(a, first, i);
        return sound;
    case DRAW_FAN:
        for (uint32_t i = 1; sound && i + 1 < count; i++)
            sound = triangle(a, first, first + i, first + i + 1, a->last ? 2 : 1);
        return sound;
    default: /* DRAW_POLYGON: its first vertex provokes in any case */
        for (uint32_t i = 1; sound && i + 1 < count; i++)
            sound =
                part(a, first, first + i, first + i + 1, 0,
                     (i == 1 ? FIRST_EDGE : 0) | SECOND_EDGE | (i + 2 == count ? THIRD_EDGE : 0));
        return sound;
    }
}

/* A triangle of a strip with adjacent vertices (OpenGL 4.6, table 10.1). */
static bool adjacent_triangle(const struct assembly *a, uint32_t v, uint32_t i, uint32_t last)
{
    const uint32_t before = i ? v - 2 : v + 1, behind = i == last ? v + 5 : v + 6;
    if (i & 1u)
        return emit(a, (const uint32_t[6]){v + 2, before, v, v + 3, v + 4, behind}, 6,
                    a->last ? 4 : 2);
    return emit(a, (const uint32_t[6]){v, before, v + 2, behind, v + 4, v + 3}, 6, a->last ? 4 : 0);
}

static bool assemble_adjacent(const struct assembly *a, uint32_t first, uint32_t count)
{
    const unsigned type = a->state->primitive;
    const uint32_t step = type == DRAW_LINES_ADJACENT ? 4 : type == DRAW_TRIANGLES_ADJACENT ? 6 : 1;
    bool sound = true;
    if (type == DRAW_STRIP_ADJACENT) {
        for (uint32_t i = 0; sound && count >= 6 && 2 * i + 5 < count; i++)
            sound = adjacent_triangle(a, first + 2 * i, i, (count - 6) / 2);
        return sound;
    }
    const uint32_t all = type == DRAW_TRIANGLES_ADJACENT ? 6 : 4;
    for (uint32_t i = first; sound && i + all - 1 < first + count; i += step) {
        const uint32_t v[6] = {i, i + 1, i + 2, i + 3, i + 4, i + 5};
        sound = emit(a, v, all, all == 6 ? (a->last ? 4 : 0) : a->last ? 2 : 1);
    }
    return sound;
}

/* One row of vertices without a cut. */
static bool assemble_row(const struct assembly *a, uint32_t first, uint32_t count)
{
    bool sound = true;
    switch (a->state->primitive) {
    case DRAW_POINTS:
        for (uint32_t i = first; sound && i < first + count; i++)
            sound = emit(a, &i, 1, 0);
        return sound;
    case DRAW_LINES:
    case DRAW_LINE_STRIP:
    case DRAW_LINE_LOOP:
        return assemble_lines(a, first, count);
    case DRAW_QUADS:
    case DRAW_QUAD_STRIP:
        return assemble_quads(a, first, count);
    case DRAW_LINES_ADJACENT:
    case DRAW_LINE_STRIP_ADJACENT:
    case DRAW_TRIANGLES_ADJACENT:
    case DRAW_STRIP_ADJACENT:
        return assemble_adjacent(a, first, count);
    default:
        return assemble_triangles(a, first, count);
    }
}

bool draw_can_assemble(unsigned primitive)
{
    return (primitive >= DRAW_POINTS && primitive <= DRAW_STRIP) ||
           (primitive >= DRAW_LINES_ADJACENT && primitive <= DRAW_STRIP_ADJACENT) ||
           (primitive >= DRAW_RECTANGLES && primitive <= DRAW_POLYGON);
}

bool draw_assemble(const struct draw_state *state, const bool *cut, uint32_t count,
                   draw_primitive_fn take, void *data)
{
    const struct assembly a = {state, take, data, state->last_vertex_provokes};
    for (uint32_t first = 0; first < count;) {
        uint32_t end = first;
        while (end < count && !cut[end])
            end++;
        if (!assemble_row(&a, first, end - first))
            return false;
        first = end + 1;
    }
    return true;
}
