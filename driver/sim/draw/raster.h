/* SPDX-License-Identifier: MIT */
/* raster.h: from triangles to quads of pixels. */
#ifndef ROOTLE_SIM_DRAW_RASTER_H
#define ROOTLE_SIM_DRAW_RASTER_H

#include "driver/sim/draw/pixels.h"
#include "driver/sim/draw/vertices.h"

/* The corner of a triangle that is left after clipping. Weights are those of the second and third
 * vertex of the triangle that was drawn: `persp` in space, `linear` on the screen. */
struct draw_corner {
    double clip[4]; /* position before division */
    double distance[DRAW_DISTANCES];
    double persp[2], linear[2];
    double x, y, z; /* on the screen */
    int64_t fixed[2];
    double inverse_w;
};

enum { DRAW_MOST_CORNERS = 20 };

struct draw_raster {
    struct sim_drawing *d;
    const struct draw_state *state;
    const struct draw_vertices *vertices;
    struct draw_pixels *pixels;
};

/* clip.c: clips a triangle, whose corners have `clip` and weights, to the volume that is seen.
 * Returns how many corners are left. */
unsigned draw_clip(const struct draw_state *state, struct draw_corner corners[DRAW_MOST_CORNERS]);
/* Where a corner lies on the screen. */
void draw_project(const struct draw_state *state, struct draw_corner *corner);

/* A triangle of vertices, as draw_assemble hands it over: `data` is the raster. */
bool draw_triangle(void *data, const uint32_t vertices[3], bool rectangle);

#endif
