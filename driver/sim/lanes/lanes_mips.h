/* SPDX-License-Identifier: MIT */
/* lanes_mips.h: levels of mipmapped textures, on vectors of lanes. */
#pragma once

#include "driver/sim/lanes/lanes.h"

#define SIM_NO_LEVEL UINT32_MAX

/* The levels that lanes read. */
struct sim_levels {
    sim_vector first, second; /* SIM_NO_LEVEL: none */
    sim_vector part;          /* floats: of the second one */
};

/* Bounds that sampler and texture give levels of detail. `least` and `most` are levels that there
 * are.
 */
struct sim_level_bounds {
    float bias, least, most;
    bool selects; /* else the first level is read */
    bool blends;  /* two levels; else the nearest one is read */
};

struct sim_mip_lanes {
    /* Floats: the square of the length, in texels, of the longer gradient. `step` is by way and
     * axis, `scale` texels by axis. */
    void (*longest)(uint32_t *d, const sim_vector step[2][3], const float scale[3], unsigned axes,
                    unsigned n);
    /* From levels of detail, of which one that is no number counts as 0. */
    void (*choose)(struct sim_levels *levels, const uint32_t *lod,
                   const struct sim_level_bounds *bounds, unsigned n);
    /* d = ~0 where a lane reads a level */
    void (*users)(uint32_t *d, const struct sim_levels *levels, uint32_t level, unsigned n);
    /* Adds what a level gave to what lanes have: all of it, or their part. Levels come in order. */
    void (*blend)(uint32_t *sum, const uint32_t *value, const struct sim_levels *levels,
                  uint32_t level, unsigned n);
};
