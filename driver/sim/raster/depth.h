/* SPDX-License-Identifier: MIT */
/* depth.h: the tests of depth and stencil. */
#pragma once

#include "driver/sim/lanes/surface.h"
#include "driver/sim/raster/state.h"

struct draw_places;

/* Formats of depths, and functions of comparison. */
enum { DRAW_Z_NONE, DRAW_Z_16, DRAW_Z_24, DRAW_Z_FLOAT };

struct draw_depth {
    bool tests, writes, tests_stencil; /* what is bound and enabled */
    bool clears_depth, clears_stencil;
    bool copies_depth, copies_stencil; /* to the first colour surface */
    unsigned copy_format;              /* HW_FMT_* of that surface */
    unsigned format;                   /* DRAW_Z_* */
    unsigned shift;                    /* of 24 bits in their dword */
    uint32_t control, masks[2];        /* as DB_DEPTH_CONTROL; of front and back faces */
    uint32_t layer;                    /* of the surfaces */
    unsigned samples, sample;          /* of a pixel, 0: one; the one in hand */
    unsigned copied;                   /* the sample that is copied */
    const uint32_t *references;        /* of stencils, by lane; NULL: of the masks */
    bool fills;                        /* writes `fill` as it is, whatever is there */
    uint32_t fill;
    float clear, z_min, z_max;
    uint8_t stencil_clear;
    bool exported; /* the program has depths of its own */
    struct sim_surface depth, stencil;
};

/* The number in the tables of a surface: beyond the last layer is the last one. */
static inline uint32_t draw_slice(const struct sim_surface *s, uint32_t layer, unsigned samples,
                                  unsigned sample)
{
    const uint32_t layers = samples > 1 ? s->depth / samples : s->depth;
    return (layer < layers ? layer : layers - 1) * (samples ? samples : 1) + sample;
}

void draw_depth_close(struct draw_depth *depth);
/* Tests a number by one of the eight functions of comparison. */
bool draw_compares(unsigned function, float a, float b);
/* Tests pixels, writes depth and stencil, and returns the lanes that passed. */
uint64_t draw_depth_test(struct draw_depth *depth, const uint32_t *exported,
                         const struct draw_places *places, uint64_t lanes);
/* Whether copy_format can have what is copied. */
bool draw_depth_can_copy(const struct draw_depth *depth);
/* The part of a pixel that is copied, as it is in memory. */
void draw_depth_copy(const struct draw_depth *depth, const struct draw_places *places,
                     unsigned lane, uint32_t texel[4]);
