/* SPDX-License-Identifier: MIT */
/* geometry.h: programs that turn primitives into strips. */
#pragma once

#include "driver/sim/draw/vertices.h"

/* A ring in memory, through which programs read the items of those before them. */
struct draw_ring_memory {
    uint8_t *memory;
    uint64_t bytes;
};

struct draw_geometry {
    struct sim_drawing *d;
    const struct draw_state *state;
    struct draw_stage program, copy; /* copy: hands on what was emitted, as vertices */
    struct draw_ring_memory in, out;
    uint32_t item_in, vertex_out[DRAW_STREAMS], invocations;
    struct draw_state output; /* with the primitive that is put out */
};

/* Binds the programs. False with the drawing's error filled. */
bool draw_geometry_open(struct draw_geometry *g, struct sim_drawing *d,
                        const struct draw_state *state);
void draw_geometry_close(struct draw_geometry *g); /* also one that is all zeros */

/* Takes vertices that were put out; they are freed then. */
typedef bool (*draw_vertices_fn)(void *data, const struct draw_vertices *vertices);
/* Runs an instance of a draw. False with the drawing's error filled. */
bool draw_geometry_run(struct draw_geometry *g, struct draw_shaders *shaders,
                       const struct draw_indices *indices, uint32_t instance, draw_vertices_fn take,
                       void *data);

/* Primitives whose vertices wrote items already; those of a patch have its number. */
struct draw_inputs {
    struct draw_geometry *g;
    uint32_t *items;
    struct draw_primitive *primitives;
    uint32_t count, room;
    bool of_patch;
    uint32_t patch;
};

/* Room for the items of a wavefront. False with the drawing's error filled. */
bool draw_ring_reserve(struct draw_stage *stage, uint32_t dwords);
/* Keeps a primitive: `data` are inputs. */
bool draw_keep_primitive(void *data, const struct draw_primitive *primitive);
/* Runs the program for inputs. False with the drawing's error filled. */
bool draw_geometry_feed(struct draw_geometry *g, const struct draw_inputs *inputs,
                        draw_vertices_fn take, void *data);
