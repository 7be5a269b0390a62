/* SPDX-License-Identifier: MIT */
/* depth.h: the tests of depth and stencil. */
#ifndef ROOTLE_SIM_DRAW_DEPTH_H
#define ROOTLE_SIM_DRAW_DEPTH_H

#include "driver/sim/draw/stage.h"
#include "driver/sim/draw/state.h"
#include "driver/sim/lanes/surface.h"

struct draw_places;

struct draw_depth {
    struct sim_drawing *d;
    bool tests, writes, tests_stencil; /* what is bound and enabled */
    bool clears_depth, clears_stencil;
    bool copies_depth, copies_stencil; /* to the first colour surface */
    unsigned format;                   /* of DB_Z_INFO */
    uint32_t control, masks[2];        /* DB_DEPTH_CONTROL; of front and back faces */
    uint32_t layer;                    /* of the surfaces */
    float clear, z_min, z_max;
    uint8_t stencil_clear;
    bool exported; /* the program has depths of its own */
    struct sim_surface depth, stencil;
};

/* Binds the surfaces. False with the drawing's error filled. */
bool draw_depth_open(struct draw_depth *depth, struct sim_drawing *d,
                     const struct draw_state *state);
void draw_depth_close(struct draw_depth *depth);
/* Tests pixels, writes depth and stencil, and returns the lanes that passed. */
uint64_t draw_depth_test(struct draw_depth *depth, const struct draw_stage *stage,
                         const struct draw_places *places, uint64_t lanes);
/* Whether a colour format (HW_FMT_*) can have what is copied. */
bool draw_depth_copies_to(const struct draw_depth *depth, unsigned format);
/* The part of a pixel that is copied, as it is in memory. */
void draw_depth_copy(const struct draw_depth *depth, const struct draw_places *places,
                     unsigned lane, uint32_t texel[4]);

#endif
