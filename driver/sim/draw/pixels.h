/* SPDX-License-Identifier: MIT */
/* pixels.h: quads of pixels, 16 of which are a wavefront. */
#ifndef ROOTLE_SIM_DRAW_PIXELS_H
#define ROOTLE_SIM_DRAW_PIXELS_H

#include "driver/sim/draw/targets.h"
#include "driver/sim/draw/vertices.h"

/* Pixels (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1). Coordinates are those of the second and
 * third vertex. */
struct draw_quad {
    int32_t x, y;
    unsigned covered; /* pixels, as bits */
    bool front;
    float persp[2][4], linear[2][4], z[4], w[4];
};

enum { DRAW_QUADS_OF_WAVE = SIM_LANES / 4 };

struct draw_pixels {
    struct sim_drawing *d;
    const struct draw_state *state;
    struct draw_stage stage;
    struct draw_targets targets;
    uint32_t param[DRAW_PARAMS][SIM_PARAM_VECTORS]; /* of the triangle */
    unsigned quads;                                 /* that wait */
    struct draw_places places;
    uint64_t covered;
};

/* Binds the program of pixels, and targets. False with the drawing's error filled. */
bool draw_pixels_open(struct draw_pixels *pixels, struct sim_drawing *d,
                      const struct draw_state *state);
void draw_pixels_close(struct draw_pixels *pixels);

/* Quads are those of a triangle from now on. */
void draw_pixels_begin(struct draw_pixels *pixels, const struct draw_vertices *vertices,
                       const uint32_t triangle[3]);
/* Quads are those of a point, whose corners are as those of a square. */
void draw_pixels_begin_point(struct draw_pixels *pixels, const struct draw_vertices *vertices,
                             uint32_t point);
/* False with the drawing's error filled. */
bool draw_pixels_add(struct draw_pixels *pixels, const struct draw_quad *quad);
/* Draws those that wait. */
bool draw_pixels_flush(struct draw_pixels *pixels);

#endif
