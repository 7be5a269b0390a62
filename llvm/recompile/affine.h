/* SPDX-License-Identifier: MIT */
/* affine.h: how a vector's lanes in a block differ, as far as it is known before the program runs.
 *
 * A vector is affine if lane i is lane 0 plus i steps, which its affine form says; uniform ones
 * have step 0. The claim may hold modulo a power of two alone: code that computes with lanes does
 * so lane by lane, code that reads memory takes the first lane and makes sure that no lane can have
 * wrapped.
 *
 * An operation on affine vectors whose result is not affine becomes a basis, outside of loops.
 * Other vectors' lanes may then differ as the basis's do, or by a multiple of that, and the basis's
 * strides, measured when the program runs, tell how all of them lie.
 *
 * In a program that takes groups of one row at once (emit_runs.c), bases are *runs*: the
 * work-item's number plus what all share, masked by what all share. Such a program goes on only
 * where the sum is a multiple of the group's size, and the mask keeps the lowest bits of that, up
 * to some. So lane i of the group is lane 0 plus a part of i's lowest bits. */
#pragma once

#include "driver/sim/decode/program.h"
#include "driver/sim/recompile/state.h"

/* Bits of a block's number in its group that are followed. */
enum { SIM_COUNTED_BITS = 4 };

struct affine_form {
    uint32_t step;
    uint32_t basis;  /* number of the operation that lanes differ as the result of, by `step` for
                       each 1, and 1; 0: as lanes' numbers do */
    uint32_t along;  /* how much more they differ by for each lane, where bases are runs */
    uint8_t bits;    /* lanes are as said modulo 2^bits; 0: nothing is known */
    bool bounded;    /* no lane has bits from there up */
    bool shared;     /* the blocks of a group differ equally, too */
    uint8_t zeros;   /* lowest bits that lane 0 has none of */
    uint32_t apart;  /* where `shared`: how much lane 0 is above the one of the block before, modulo
                        2^bits; */
    uint32_t beside; /* and above the one of the block beside, where they lie in several columns */
    bool counted; /* lane 0 of block n of the group is `least`, and 2^(powers[i] - 1) more for each
                     bit i of n whose power is not 0 */
    uint8_t powers[SIM_COUNTED_BITS];
    uint32_t least, limit; /* all lanes, of all blocks, are at least the one and below the other; a
                              limit of 0: nothing is known of that */
};

/* The most that a basis's lanes differ by from one element of an access to the next. */
enum { SIM_STRIDES_UNITS = 4 };
/* The largest step of lanes whose higher bits may be set in all of them. */
enum { SIM_MOST_TURNED = 1 << 16 };

/* The affine forms of a program's vectors at one place of it. */
struct affine_forms {
    const struct sim_program *program;
    const struct recompile_state *state;
    const bool *kept;       /* by vector: lanes that do not run there may read it later */
    bool *scalar;           /* by vector: it has an affine form without a basis somewhere */
    bool looped;            /* the place is in a loop */
    bool ragged;            /* blocks of the group may come there differently often */
    bool assumes;           /* the program leaves where some lanes pass a test and others do not */
    struct affine_form *at; /* by vector; NULL: nothing is known of any */
};

/* The affine form of a source operand, modifiers included, and of an operation's result in lanes
 * that all run, which `flags` and `action` may yet spoil. */
struct affine_form affine_source(const struct affine_forms *forms, const struct sim_src *src);
struct affine_form affine_result(const struct affine_forms *forms, const struct sim_alu_op *op);
/* The basis that an operation's result becomes, in lanes that all run; 0: none. */
uint32_t affine_basis(const struct affine_forms *forms, const struct sim_alu_op *op);
/* Whether it makes runs, which are a basis then. */
bool affine_makes_runs(const struct affine_forms *forms, const struct sim_alu_op *op);
/* The vector at a place, which is no operand. */
struct affine_form affine_vector(const struct affine_forms *forms, uint32_t place);

static inline bool affine_is_uniform(struct affine_form form)
{
    return form.bits == 32 && !form.step;
}

/* Whether all blocks of the group have the same. */
static inline bool affine_is_repeated(struct affine_form form)
{
    return form.shared && !form.apart;
}

/* Whether lanes of a group that is one row differ as those of a block do. */
static inline bool affine_follows(struct affine_form form)
{
    const uint32_t bits = form.bits ? UINT32_MAX >> (32 - form.bits) : 0;
    return form.bits &&
           (form.basis || (form.shared && form.apart == (form.step * SIM_NATIVE_LANES & bits)));
}

/* Whether all sources of an operation are uniform. */
bool affine_uniform_op(const struct affine_forms *forms, const struct sim_alu_op *op);
/* The power of two that lanes differ by less than, and that lane 0 is a multiple of; 0: none is
 * known.
 */
uint32_t affine_reach(struct affine_form form);
/* The value of a literal that is an operand as it is. */
bool affine_literal(const struct affine_forms *forms, const struct sim_src *src, uint32_t *value);
/* Whether all blocks of the group compute the same by an operation, equally often; where only rows
 * go abreast, those of a column. */
bool affine_repeated_op(const struct affine_forms *forms, const struct sim_alu_op *op);
/* Whether a fetch's index is one for all lanes, and the result then too: where all lanes run. */
bool affine_uniform_fetch(const struct affine_forms *forms, const struct sim_fetch *fetch);
/* Whether an operation of local memory reads or writes one dword of each lane. */
bool affine_plain_lds(const struct sim_alu_op *op);

/* Compute affine forms at a program's start, behind an operation, and behind a fetch; `whole`: all
 * living lanes run. */
void affine_start(struct affine_forms *forms);
void affine_op(struct affine_forms *forms, const struct sim_alu_op *op, bool whole);
void affine_fetch(struct affine_forms *forms, const struct sim_fetch *fetch, bool whole);
/* Where two ways meet. True where `into` changed. */
bool affine_merge(struct affine_form *into, const struct affine_form *from, uint32_t count);
