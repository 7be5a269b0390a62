/* SPDX-License-Identifier: MIT */
/* texels.h: the texels that lanes sample, found lane by lane. */
#pragma once

#include "driver/sim/draw/stage.h"
#include "driver/sim/exec/texture.h"

/* The two texels of an axis that are next to a coordinate; a nearest one is the first of them. */
struct draw_axis {
    uint32_t at[2];
    bool outside[2];  /* the border is there instead */
    int8_t beyond[2]; /* -1, 1: it is of the face that is next to that edge of a cube's face */
    float weight[2];
};

struct draw_sampling {
    struct sim_wave *wave;
    struct draw_stage *stage;
    const struct sim_fetch *fetch;
    const struct sim_texture *texture;
    const struct sim_sampler *sampler;
    unsigned number; /* of the sampler */
    struct sim_texture_state state;
    const uint32_t *coordinate[4];
    bool compares, gathers;
    unsigned compare;             /* function of the sampler */
    const uint32_t *layer;        /* or number of a face */
    const uint32_t *reference;    /* of comparisons */
    float lod[SIM_LANES];         /* of each lane, clamped */
    bool minifies[SIM_LANES];     /* the filter for it is used */
    int32_t offset[3][SIM_LANES]; /* texels */
    struct draw_axis axis[SIM_LANES][SIM_AXES];
    const struct sim_surface *level[SIM_LANES];
};

/* Resolves the coordinates of a lane in its level. */
void draw_place_lane(struct draw_sampling *s, unsigned lane);
/* The part that a corner has in a lane's filter. */
float draw_corner_weight(const struct draw_sampling *s, unsigned lane, unsigned corner);
/* Reads the texels of a corner: bit c of its number is the neighbour along axis c. `channel` then
 * has them by channel in memory. */
void draw_read_corner(const struct draw_sampling *s, unsigned corner, uint64_t lanes,
                      sim_vector room[4], uint32_t *channel[4]);

/* Whether filters take texels of the next face at an edge. */
static inline bool draw_is_seamless(const struct sim_texture *texture,
                                    const struct sim_sampler *sampler)
{
    return texture->dim == HW_DIM_CUBE && sampler->cube_wrap;
}
/* cubes.c: to the next face, from the place of a texel that is one step beyond an edge of a face of
 * so many by so many. */
void draw_cube_step(int32_t size, int32_t *x, int32_t *y, uint32_t *face);
/* Differences between pixels of a quad that are on two faces, by direction and axis. */
void draw_cube_gradients(const uint32_t *const coordinate[4], sim_vector gradients[2][SIM_AXES]);
