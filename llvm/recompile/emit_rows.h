/* SPDX-License-Identifier: MIT */
/* emit_rows.h: fetches of a clause that are written as one, as they read rows of one texture. */
#pragma once

#include "driver/sim/lanes/sample.h"
#include "llvm/recompile/emit_planes.h"

/* Such fetches, of one block or of all that go abreast. */
struct rows {
    const struct sim_fetch *fetch;
    uint32_t count, blocks;
    const struct row_kind *kind;
    bool steps;                          /* lanes go by steps of one along x */
    bool together;                       /* each fetch of all blocks abreast is of one row */
    const struct emitter_planes *planes; /* where the rows are kept; NULL: nowhere */
    ssa start[MOST_ABREAST][MOST_OF_PLANES][SIM_AXES]; /* of lane 0, where lanes go by steps */
    ssa surface, first, texels; /* the first column; the texels of a window */
};

/* emit_steps.c: room, at the program's start. The whole numbers that the coordinates of fetches
 * are, x going by steps of one; false: not all are. Lane 0 of a coordinate; 0: the texture has no
 * such axis. */
typedef uint32_t row_vectors[MOST_OF_PLANES][SIM_AXES];
void emit_start_converted(struct emitter *e);
bool emit_rows_steps(const struct emitter *e, const struct rows *rows, row_vectors vector);
ssa emit_rows_start(struct emitter *e, const struct sim_fetch *fetch, unsigned axis,
                    const uint32_t vector[SIM_AXES]);

/* Turns to a block. */
void emit_rows_turn(struct emitter *e, const struct rows *rows, unsigned block);
/* The first of fetches that belong together which reads the row of number i. */
uint32_t emit_rows_loaded(const struct emitter *e, const struct sim_fetch *first, uint32_t i);
/* The channels of a fetch, in `texel`, to its destination. */
void emit_rows_deliver(struct emitter *e, const struct sim_fetch *fetch);
