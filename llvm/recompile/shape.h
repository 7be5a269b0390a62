/* SPDX-License-Identifier: MIT */
/* shape.h: how a vector's lanes in a block differ, as far as it is known before the program runs.
 *
 * A vector is affine if lane i is lane 0 plus i steps, which its shape says; uniform ones have step
 * 0. The claim may hold modulo a power of two alone: code that computes with lanes does so lane by
 * lane, code that reads memory takes the first lane and makes sure that no lane can have wrapped.
 *
 * An operation on affine vectors whose result is not affine becomes a root, outside of loops. Other
 * vectors' lanes may then differ as the root's do, or by a multiple of that, and one look at the
 * root when the program runs tells how all of them lie. */
#ifndef ROOTLE_LLVM_RECOMPILE_SHAPE_H
#define ROOTLE_LLVM_RECOMPILE_SHAPE_H

#include "driver/sim/decode/program.h"
#include "driver/sim/recompile/state.h"

struct sim_shape {
    uint32_t step;
    uint32_t root; /* number of the operation that lanes differ as the result of, by `step` for each
                      1, and 1; 0: as lanes' numbers do */
    uint8_t bits;  /* lanes are as said modulo 2^bits; 0: nothing is known */
    bool bounded;  /* no lane has bits from there up */
};

/* The most that a root's lanes differ by from one element of an access to the next. */
enum { SIM_LOOK_UNITS = 4 };

/* The shapes of a program's vectors at one place of it. */
struct sim_shapes {
    const struct sim_program *program;
    const struct native_state *state;
    const bool *kept;     /* of struct sim_flow */
    bool *scalar;         /* by vector: it has a shape without a root somewhere */
    bool looped;          /* the place is in a loop */
    struct sim_shape *at; /* by vector; NULL: nothing is known of any */
};

/* Shape of a source operand, modifiers included, and of an operation's result in lanes that all
 * run, which `flags` and `action` may yet spoil. */
struct sim_shape sim_shape_source(const struct sim_shapes *shapes, const struct sim_src *src);
struct sim_shape sim_shape_result(const struct sim_shapes *shapes, const struct sim_alu_op *op);
/* The root that an operation's result becomes, in lanes that all run; 0: none. */
uint32_t sim_shape_root(const struct sim_shapes *shapes, const struct sim_alu_op *op);
/* The vector at a place, which is no operand. */
struct sim_shape sim_shape_vector(const struct sim_shapes *shapes, uint32_t place);

static inline bool sim_shape_uniform(struct sim_shape shape)
{
    return shape.bits == 32 && !shape.step;
}

/* Whether all sources of an operation are uniform. */
bool sim_shape_uniform_op(const struct sim_shapes *shapes, const struct sim_alu_op *op);
/* Whether a fetch's index, or a read of local memory's address, is one for all lanes, and the
 * result then too: where all lanes run. */
bool sim_shape_uniform_fetch(const struct sim_shapes *shapes, const struct sim_fetch *fetch);
bool sim_shape_uniform_read(const struct sim_shapes *shapes, const struct sim_alu_op *op);
/* Whether an operation of local memory reads or writes one dword of each lane. */
bool sim_shape_plain_lds(const struct sim_alu_op *op);

/* Compute shapes at a program's start, behind an operation, and behind a fetch; `whole`: all living
 * lanes run. */
void sim_shape_start(struct sim_shapes *shapes);
void sim_shape_op(struct sim_shapes *shapes, const struct sim_alu_op *op, bool whole);
void sim_shape_fetch(struct sim_shapes *shapes, const struct sim_fetch *fetch, bool whole);
/* Where two ways meet. True where `into` changed. */
bool sim_shape_merge(struct sim_shape *into, const struct sim_shape *from, uint32_t count);

#endif
