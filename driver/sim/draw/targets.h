/* SPDX-License-Identifier: MIT */
/* targets.h: the surfaces that pixels are written to. */
#ifndef ROOTLE_SIM_DRAW_TARGETS_H
#define ROOTLE_SIM_DRAW_TARGETS_H

#include "driver/sim/draw/depth.h"
#include "driver/sim/draw/stage.h"
#include "driver/sim/draw/state.h"
#include "driver/sim/lanes/surface.h"

/* Where the pixels of a wavefront are. */
struct draw_places {
    sim_vector x, y;
    float z[SIM_LANES];
    uint64_t front; /* lanes of triangles that face the viewer */
};

/* Tiles that stand for a clear colour. */
struct draw_cmask {
    uint8_t *memory; /* NULL: none */
    uint32_t pitch;  /* tiles */
    uint32_t clear[2];
};

struct draw_target {
    bool bound;
    struct sim_surface surface;
    uint8_t source[4]; /* component of each channel in memory */
    uint8_t mask;      /* components that are written */
    bool copies;       /* takes depths and stencils, and no colours */
    bool srgb, clamp;  /* colours are stored by that curve; are clamped before blending */
    struct draw_cmask cmask;
    uint32_t blend; /* CB_BLENDn_CONTROL; 0: replaces */
};

struct draw_targets {
    struct sim_drawing *d;
    struct draw_target target[DRAW_TARGETS];
    float blend_color[4];
    struct draw_depth depth;
    uint32_t layer;     /* of all surfaces */
    unsigned operation; /* of logic: bit 2 * source + target */
    bool expands;       /* fast clears, and writes nothing */
};

/* Binds the surfaces that the state's mask names. False with the drawing's error filled. */
bool draw_targets_open(struct draw_targets *targets, struct sim_drawing *d,
                       const struct draw_state *state);
void draw_targets_close(struct draw_targets *targets);
/* Draws to another layer from now on. False with the drawing's error filled. */
bool draw_targets_layer(struct draw_targets *targets, uint32_t layer);
/* Writes what pixels exported, in `lanes`. False with the drawing's error filled. */
bool draw_targets_write(struct draw_targets *targets, struct draw_stage *stage,
                        const struct draw_places *places, uint64_t lanes);

/* cmask.c: binds the tiles of surface n. False with the drawing's error filled. */
bool draw_cmask_open(struct draw_target *target, struct sim_drawing *d, unsigned n);
/* Expands the tile of a texel, unless it is already. */
void draw_cmask_expand(const struct draw_target *target, uint32_t x, uint32_t y);

/* blend.c: colours of lanes, component by component, blended with what is there: `color` becomes
 * the result. */
void draw_blend(const struct draw_target *target, const float constant[4], sim_vector color[4],
                sim_vector there[4]);
/* False: the control word asks for what does not exist. */
bool draw_blend_exists(uint32_t control);

#endif
