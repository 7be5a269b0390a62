/* SPDX-License-Identifier: MIT */
/* targets.h: the surfaces that pixels are written to. */
#pragma once

#include "driver/sim/lanes/surface.h"
#include "driver/sim/raster/depth.h"

/* Where the pixels of a wavefront are. */
struct draw_places {
    sim_vector x, y;
    float z[DRAW_SAMPLES][SIM_LANES];
    uint8_t samples[SIM_LANES]; /* that are covered */
    uint64_t front;             /* lanes of triangles that face the viewer */
};

struct draw_quad;

/* Whether a quad covers a sample that one of the first `quads` covers, too. Those that run together
 * are all different, so that all can be blended at a time. */
bool draw_places_have(const struct draw_places *places, unsigned quads,
                      const struct draw_quad *quad);
/* Puts a quad's pixels into four lanes; gives those that it covers. */
uint64_t draw_places_add(struct draw_places *places, unsigned lane, const struct draw_quad *quad);

enum { DRAW_CMASK_TILE = 8 };

/* Tiles that stand for a clear colour. */
struct draw_cmask {
    uint8_t *memory; /* NULL: none */
    uint32_t pitch;  /* tiles */
    uint32_t slice;  /* bytes */
    uint32_t clear[4];
};

struct draw_target {
    bool bound;
    uint8_t samples; /* of a pixel; 0: one */
    struct sim_surface surface;
    uint8_t source[4]; /* component of each channel in memory */
    uint8_t mask;      /* components that are written */
    bool copies;       /* takes depths and stencils, and no colours */
    bool srgb, clamp;  /* colours are stored by that curve; are clamped before blending */
    struct draw_cmask cmask;
    uint32_t blend; /* as CB_BLENDn_CONTROL; 0: replaces */
};

struct draw_targets {
    struct draw_target target[DRAW_TARGETS];
    float blend_color[4];
    struct draw_depth depth;
    uint32_t layer;     /* of all surfaces */
    unsigned samples;   /* of a pixel; 0: one */
    bool alpha_covers;  /* the first colour's alpha says how many are covered */
    bool resolves;      /* the second target takes the mean of the first one's samples */
    bool one_color;     /* the first colour goes to all targets (MULTIWRITE of R600 and R700) */
    unsigned operation; /* of logic: bit 2 * source + target */
    bool tests_alpha;   /* of the first colour */
    unsigned alpha_function;
    float alpha_reference;
    bool alpha_bytes; /* it is compared in 8 bits */
    bool alpha_half;  /* it is exported, and compared, without the lowest 13 bits */
    bool expands;     /* fast clears, and writes nothing */
};

enum { DRAW_LOGIC_COPY = 12 };

/* The program of pixels made these. */
struct draw_colors {
    const sim_vector (*channel)[4]; /* by target */
    uint64_t written;               /* targets, as bits */
    const uint32_t *depth;
    const uint32_t *covered; /* samples, by lane; NULL: all */
};

/* A colour of the curve of sRGB, in linear light. */
float draw_from_srgb(float value);

void draw_targets_close(struct draw_targets *targets);
/* Tests pixels, writes samples of `lanes` that pass, and returns how many they were. */
unsigned draw_targets_write(struct draw_targets *targets, const struct sim_lanes *tables,
                            const struct draw_colors *colors, const struct draw_places *places,
                            uint64_t lanes);

/* cmask.c: expands the tile of a texel, with all its samples, unless it is already. */
void draw_cmask_expand(const struct draw_target *target, uint32_t layer, uint32_t x, uint32_t y);

/* blend.c: colours of lanes, component by component, blended with what is there, by factors that
 * may be the `second` colours: `color` becomes the result. */
void draw_blend(const struct draw_target *target, const float constant[4], sim_vector color[4],
                const sim_vector second[4], sim_vector there[4]);
/* False: the control word asks for what does not exist. */
bool draw_blend_exists(uint32_t control);
