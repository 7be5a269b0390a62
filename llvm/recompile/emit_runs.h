/* SPDX-License-Identifier: MIT */
/* emit_runs.h: programs that take groups at once, where a mask divides their lanes into runs. Such
 * a program is wide, too: it leaves as those do that take wavefronts (emit_wide.c). */
#pragma once

#include "llvm/recompile/emitter.h"

/* The memory that an access of a group's blocks touches: `span` bytes from `at` on.
 * Blocks take elements from the place in `from` on, each so many bytes behind the one before. That
 * is `at`, or room for elements that are brought together. */
struct emitter_run_access {
    ssa at, span, from, room;
    uint32_t bytes, step; /* of elements; from one to the next */
    bool runs;
};

/* A group that is taken at once, or left to another program: its work-items; what is kept of their
 * numbers by the mask that makes runs, and whether that is not all; a run's length; whether it is
 * shorter than a block; which bits of a block's first lane say how far it is within a run. */
struct emitter_runs {
    ssa items, kept, near, length, torn, within;
    LLVMBasicBlockRef turn;
    struct emitter_run_access fetch[SIM_WIDE_ACCESSES], store[SIM_WIDE_ACCESSES];
    ssa *calm, *masked; /* by operation that masks runs: whether all lanes get one number; which */
};

/* Whether a program may take whole groups first; whether its accesses lie so that it
 * can. What it does at its start; before an operation that may give all lanes one number, and
 * behind what computes it lane by lane; at a fetch, at a store, and at its end. */
bool emit_may_runs(const struct emitter *e);
bool emit_is_runs(struct emitter *e);
void emit_start_runs(struct emitter *e);
struct ways emit_part_calm(struct emitter *e, const struct sim_alu_op *op);
void emit_join_calm(struct emitter *e, const struct sim_alu_op *op, struct ways ways);
void emit_runs_fetch(struct emitter *e, const struct sim_fetch *fetch);
void emit_runs_store(struct emitter *e, const struct sim_store *store);
void emit_end_runs(struct emitter *e);
/* emit_wide.c: leaves for the program that takes blocks. */
void emit_leave_unless(struct emitter *e, ssa test);
