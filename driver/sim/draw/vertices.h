/* SPDX-License-Identifier: MIT */
/* vertices.h: from indices to vertices. */
#pragma once

#include "driver/sim/draw/stage.h"
#include "driver/sim/draw/state.h"
#include "driver/sim/raster/vertices.h"

struct draw_shaders {
    struct draw_stage fetch, vertex;
    uint32_t *numbers; /* of primitives, by vertex; NULL: all are 0 */
};

/* Binds the programs of vertices; those that a geometry program reads are another kind. False with
 * the drawing's error filled. */
bool draw_shaders_open(struct draw_shaders *shaders, struct sim_drawing *d, enum draw_kind kind);
void draw_shaders_close(struct draw_shaders *shaders);

/* Room for vertices, whose programs `stage` runs (NULL: none writes to streams). False with the
 * drawing's error filled. */
bool draw_vertices_reserve(struct sim_drawing *d, const struct draw_state *state,
                           const struct draw_stage *stage, uint32_t count,
                           struct draw_vertices *vertices);
/* Keeps what a wavefront exported as `count` vertices from `first` on. */
void draw_vertices_keep(const struct draw_state *state, const struct draw_stage *stage,
                        struct draw_vertices *vertices, uint32_t first, unsigned count);
/* Runs the programs, and hands each wavefront over; fills which indices are cuts. */
typedef bool (*draw_wave_fn)(void *data, const struct draw_stage *stage, uint32_t first,
                             unsigned count);
bool draw_vertices_each(const struct draw_state *state, struct draw_shaders *shaders,
                        const struct draw_indices *indices, uint32_t instance, bool *cut,
                        draw_wave_fn take, void *data);
/* Runs the programs, and keeps vertices. False with the drawing's error filled. */
bool draw_vertices_run(struct sim_drawing *d, const struct draw_state *state,
                       struct draw_shaders *shaders, const struct draw_indices *indices,
                       uint32_t instance, struct draw_vertices *vertices);
void draw_vertices_finish(struct draw_vertices *vertices);
