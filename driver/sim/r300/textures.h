/* SPDX-License-Identifier: MIT */
/* textures.h: texture units of a draw, and looking texels up. */
#pragma once

#include "driver/sim/r300/context.h"
#include "driver/sim/r500/us_wave.h"

enum { R300_LEVELS = 13, R300_FACES = 6 };
enum { R300_2D, R300_3D, R300_CUBE };

struct r300_level {
    struct sim_surface surface;
    uint32_t depth; /* of what is 3D */
};

struct r300_texture {
    bool bound;
    uint8_t type;
    uint8_t clamp[3], select[4];
    bool linear_mag, linear_min, mips, linear_mips;
    float bias;
    unsigned first, levels; /* the largest that is used; how many there are */
    float border[4];        /* by channel in memory */
    bool decoded;           /* levels are floats of their own, as the texture is compressed */
    struct r300_level level[R300_LEVELS];
};

struct r300_textures {
    struct r300_texture unit[HW_R500_TEXTURES];
};

/* Binds the units that are enabled. False with the error filled; to be closed in any case. */
bool r300_textures_open(struct r300 *r, struct r300_textures *textures);
void r300_textures_close(struct r300_textures *textures);

/* A unit whose registers are read. */
struct r300_reading {
    struct r300 *r;
    unsigned unit;
    struct r300_texture *texture;
    uint32_t filter0, filter1, format0, format1, format2, offset;
    uint32_t width, height, depth;
    struct sim_texel_format format;
    unsigned block; /* enum draw_block; 0: it is not compressed */
};

uint32_t r300_power_of_two(uint32_t size);
/* blocks.c: the kind of a compressed format, or 0; the bytes of a level that begins at an address,
 * which it decodes. False with the error filled. */
unsigned r300_block(unsigned number);
bool r300_decode_level(struct r300_reading *t, unsigned number, uint64_t at, uint64_t *bytes);

/* sample.c: as us_sample_fn. */
bool r300_sample(struct us_wave *wave, const struct us_tex *tex,
                 const uint32_t *const coordinate[4], sim_vector texel[4]);
/* Where lanes look: coordinates are normalised; of a cube there are directions and faces. */
struct r300_places {
    const float (*coordinate)[US_LANES];
    const float (*direction)[3];
    const uint8_t *face;
};
/* lod.c: levels of detail of lanes, without those that a texture lacks. */
void r300_find_lod(struct us_wave *wave, const struct us_tex *tex,
                   const struct r300_texture *texture, const struct r300_places *places,
                   const uint32_t *fourth, float lod[US_LANES]);
/* Where a direction meets the plane of a cube's face, which lies between 0 and 1. */
void r300_meet_face(unsigned face, const float direction[3], float place[2]);
