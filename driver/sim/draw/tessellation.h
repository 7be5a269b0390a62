/* SPDX-License-Identifier: MIT */
/* tessellation.h: programs of patches. */
#pragma once

#include "driver/sim/draw/geometry.h"
#include "driver/sim/draw/tessellate.h"

struct draw_tessellation {
    struct sim_drawing *d;
    const struct draw_state *state;
    struct draw_stage control, evaluation;
    struct draw_tessellated *patch;
    uint32_t *lds;
    struct draw_geometry *geometry; /* NULL: there is none behind it */
    struct draw_inputs to_geometry;
    uint32_t inputs, outputs; /* control points of a patch */
    uint32_t parameters;      /* VGT_TF_PARAM */
};

/* Binds the programs behind those of vertices, which are `shaders`. False with the drawing's error
 * filled. */
bool draw_tessellation_open(struct draw_tessellation *t, struct sim_drawing *d,
                            const struct draw_state *state, struct draw_shaders *shaders,
                            struct draw_geometry *geometry);
void draw_tessellation_close(struct draw_tessellation *t); /* also one that is all zeros */

/* Takes the vertices of a patch, and its primitives: those that a geometry program put out are in
 * order, without a patch. */
typedef bool (*draw_patch_fn)(void *data, const struct draw_vertices *vertices,
                              const struct draw_tessellated *patch);
/* Hands each primitive of a patch over. */
bool draw_patch_primitives(const struct draw_tessellated *patch, const struct draw_state *state,
                           draw_primitive_fn take, void *data);
/* Runs an instance of a draw. False with the drawing's error filled. */
bool draw_tessellation_run(struct draw_tessellation *t, struct draw_shaders *shaders,
                           const struct draw_indices *indices, uint32_t instance,
                           draw_patch_fn take, void *data);
