/* SPDX-License-Identifier: MIT */
/* vertices.h: from indices to vertices, and from vertices to primitives. */
#ifndef ROOTLE_SIM_DRAW_VERTICES_H
#define ROOTLE_SIM_DRAW_VERTICES_H

#include "driver/sim/draw/stage.h"
#include "driver/sim/draw/state.h"

/* The vertices of a draw's instance, in the order of its indices. */
struct draw_vertices {
    uint32_t count;
    unsigned params;
    float (*position)[4];
    float (*distance)[DRAW_DISTANCES]; /* NULL: none clips or culls */
    uint32_t (*param)[4];              /* params of each */
    bool *cut;                         /* the index was that of a restart: there is no vertex */
};

struct draw_shaders {
    struct draw_stage fetch, vertex;
};

/* Binds the programs of vertices. False with the drawing's error filled. */
bool draw_shaders_open(struct draw_shaders *shaders, struct sim_drawing *d);
void draw_shaders_close(struct draw_shaders *shaders);

/* Runs them. False with the drawing's error filled. */
bool draw_vertices_run(struct sim_drawing *d, const struct draw_state *state,
                       struct draw_shaders *shaders, const struct draw_indices *indices,
                       uint32_t instance, struct draw_vertices *vertices);
void draw_vertices_finish(struct draw_vertices *vertices);

/* Calls `take` for each triangle, with the numbers of its vertices, the provoking one first; a
 * rectangle is one with its first three vertices. False when `take` says so. */
typedef bool (*draw_triangle_fn)(void *data, const uint32_t vertices[3], bool rectangle);
bool draw_assemble(struct sim_drawing *d, const struct draw_state *state,
                   const struct draw_vertices *vertices, draw_triangle_fn take, void *data);

#endif
