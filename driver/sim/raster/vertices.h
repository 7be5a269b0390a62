/* SPDX-License-Identifier: MIT */
/* vertices.h: vertices that programs have made, and the primitives that they become. */
#pragma once

#include "driver/sim/raster/state.h"

/* Items of lanes that vertices write to the buffers of streams, dword by dword. */
struct draw_streamed {
    uint32_t stride; /* dwords; 0: there is no buffer */
    uint32_t *items;
    bool *wrote; /* which dwords of an item programs wrote */
};

/* The vertices of a draw's instance, in the order of its indices. */
struct draw_vertices {
    uint32_t count;
    unsigned params;
    float (*position)[4];
    float (*distance)[DRAW_DISTANCES]; /* NULL: none clips or culls */
    uint32_t (*param)[4];              /* params of each */
    uint32_t (*misc)[4]; /* size of a point, edge flag, layer, viewport; NULL: there are none */
    bool *cut;           /* the index was that of a restart: there is no vertex */
    /* Items for buffers of streams, and the stream that the vertices belong to. */
    struct draw_streamed streamed[DRAW_STREAM_BUFFERS];
    unsigned stream;
};

/* Vertices of a primitive, in the order of its winding; a rectangle is a triangle of its first
 * three. One with adjacent vertices has them in between. */
struct draw_primitive {
    uint32_t vertex[6];
    uint8_t count, provoking;
    uint8_t
        edges; /* of a triangle, as bits: edge i begins at its vertex i, and is one of a polygon */
    bool rectangle;
};

/* Calls `take` for each primitive. False when it says so. */
typedef bool (*draw_primitive_fn)(void *data, const struct draw_primitive *primitive);
bool draw_can_assemble(unsigned primitive);
bool draw_assemble(const struct draw_state *state, const bool *cut, uint32_t count,
                   draw_primitive_fn take, void *data);
