/* SPDX-License-Identifier: MIT */
/* pixels.h: quads of pixels, 16 of which are a wavefront. */
#pragma once

#include "driver/sim/draw/vertices.h"
#include "driver/sim/raster/raster.h"
#include "driver/sim/raster/targets.h"

enum { DRAW_QUADS_OF_WAVE = SIM_LANES / 4 };

struct draw_pixels {
    struct draw_sink sink;
    struct sim_drawing *d;
    const struct draw_state *state;
    struct draw_stage stage;
    struct draw_targets targets;
    uint32_t param[DRAW_PARAMS][SIM_PARAM_VECTORS]; /* of the triangle */
    unsigned quads;                                 /* that wait */
    unsigned same; /* the first lane from which on all have the triangle's inputs */
    struct draw_places places;
    uint64_t covered;
    bool counts; /* pixels that pass */
};

/* surfaces.c: binds depths and colours that the state's mask names. False
 * with the drawing's error filled. */
bool draw_depth_open(struct draw_depth *depth, struct sim_drawing *d,
                     const struct draw_state *state);
bool draw_targets_open(struct draw_targets *targets, struct sim_drawing *d,
                       const struct draw_state *state, const struct draw_stage *stage);

/* Binds the program of pixels, and targets. False with the drawing's error filled. */
bool draw_pixels_open(struct draw_pixels *pixels, struct sim_drawing *d,
                      const struct draw_state *state);
void draw_pixels_close(struct draw_pixels *pixels);

/* Draws those that wait. */
bool draw_pixels_flush(struct draw_pixels *pixels);
