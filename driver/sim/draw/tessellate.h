/* SPDX-License-Identifier: MIT */
/* tessellate.h: the fixed part of tessellation: from factors to points and primitives of a patch.
 */
#pragma once

#include <stdint.h>

/* VGT_TF_PARAM. */
enum { DRAW_TESS_LINES, DRAW_TESS_TRIANGLES, DRAW_TESS_QUADS };
enum { DRAW_PART_INTEGER, DRAW_PART_POW2, DRAW_PART_ODD, DRAW_PART_EVEN };
enum { DRAW_TESS_TO_POINTS, DRAW_TESS_TO_LINES, DRAW_TESS_TO_CW, DRAW_TESS_TO_CCW };

enum {
    DRAW_TESS_LEVEL = 64,
    DRAW_TESS_POINTS = (DRAW_TESS_LEVEL + 2) * (DRAW_TESS_LEVEL + 2),
    DRAW_TESS_PRIMITIVES = 4 * DRAW_TESS_POINTS,
    DRAW_TESS_FACTORS = 6
};

/* The fate of a patch. */
struct draw_tessellated {
    unsigned points, primitives, corners; /* corners of a primitive */
    float at[DRAW_TESS_POINTS][2];
    uint16_t primitive[DRAW_TESS_PRIMITIVES][3];
};

/* Factors are in the order of the ring: those of edges, then those inside. */
void draw_tessellate(struct draw_tessellated *t, uint32_t parameters,
                     const float factor[DRAW_TESS_FACTORS]);
