/* SPDX-License-Identifier: MIT */
/* assemble.c: triangles out of a row of vertices (OpenGL 4.6, 10.1). */
#include "driver/sim/draw/vertices.h"

struct assembly {
    const struct draw_state *state;
    draw_triangle_fn take;
    void *data;
};

/* Vertices in order of the winding; `provoking` names the one of them that comes first. */
static bool emit(const struct assembly *a, uint32_t v0, uint32_t v1, uint32_t v2,
                 unsigned provoking, bool rectangle)
{
    const uint32_t v[3] = {v0, v1, v2};
    const uint32_t turned[3] = {v[provoking], v[(provoking + 1) % 3], v[(provoking + 2) % 3]};
    return a->take(a->data, turned, rectangle);
}

static bool emit_strip(const struct assembly *a, uint32_t first, uint32_t i)
{
    const bool odd = i & 1u, last = a->state->last_vertex_provokes;
    const uint32_t v = first + i;
    /* An odd one turns the other way: it begins with its second vertex. */
    return odd ? emit(a, v + 1, v, v + 2, last ? 2 : 1, false)
               : emit(a, v, v + 1, v + 2, last ? 2 : 0, false);
}

/* Quads: provoked by the last vertex, or by the first. */
static bool emit_quad(const struct assembly *a, uint32_t v0, uint32_t v1, uint32_t v2, uint32_t v3)
{
    if (a->state->last_vertex_provokes)
        return emit(a, v0, v1, v3, 2, false) && emit(a, v1, v2, v3, 2, false);
    return emit(a, v0, v1, v2, 0, false) && emit(a, v0, v2, v3, 0, false);
}

/* One row of vertices without a cut. */
static bool assemble_row(const struct assembly *a, uint32_t first, uint32_t count)
{
    const unsigned last = a->state->last_vertex_provokes ? 2 : 0;
    bool sound = true;
    switch (a->state->primitive) {
    case DRAW_TRIANGLES:
    case DRAW_RECTANGLES:
        for (uint32_t i = 0; sound && i + 2 < count; i += 3)
            sound = emit(a, first + i, first + i + 1, first + i + 2,
                         a->state->primitive == DRAW_TRIANGLES ? last : 0,
                         a->state->primitive == DRAW_RECTANGLES);
        return sound;
    case DRAW_STRIP:
        for (uint32_t i = 0; sound && i + 2 < count; i++)
            sound = emit_strip(a, first, i);
        return sound;
    case DRAW_FAN:
        for (uint32_t i = 1; sound && i + 1 < count; i++)
            sound = emit(a, first, first + i, first + i + 1, last ? 2 : 1, false);
        return sound;
    case DRAW_POLYGON: /* its first vertex provokes in any case */
        for (uint32_t i = 1; sound && i + 1 < count; i++)
            sound = emit(a, first, first + i, first + i + 1, 0, false);
        return sound;
    case DRAW_QUADS:
        for (uint32_t i = 0; sound && i + 3 < count; i += 4)
            sound = emit_quad(a, first + i, first + i + 1, first + i + 2, first + i + 3);
        return sound;
    default: /* DRAW_QUAD_STRIP */
        for (uint32_t i = first; sound && i + 3 < first + count; i += 2)
            sound = emit(a, i, i + 1, i + 3, last, false) &&
                    emit(a, i, i + 3, i + 2, last ? 1 : 0, false);
        return sound;
    }
}

static bool has_triangles(unsigned primitive)
{
    return primitive == DRAW_TRIANGLES || primitive == DRAW_FAN || primitive == DRAW_STRIP ||
           primitive == DRAW_RECTANGLES || primitive == DRAW_QUADS ||
           primitive == DRAW_QUAD_STRIP || primitive == DRAW_POLYGON;
}

bool draw_assemble(struct sim_drawing *d, const struct draw_state *state,
                   const struct draw_vertices *vertices, draw_triangle_fn take, void *data)
{
    const struct assembly a = {state, take, data};
    if (!has_triangles(state->primitive))
        return draw_fail(d, "VGT_PRIMITIVE_TYPE %u is not supported", state->primitive);
    for (uint32_t first = 0; first < vertices->count;) {
        uint32_t end = first;
        while (end < vertices->count && !vertices->cut[end])
            end++;
        if (!assemble_row(&a, first, end - first))
            return false;
        first = end + 1;
    }
    return true;
}
