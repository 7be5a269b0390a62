/* SPDX-License-Identifier: MIT */
/* progress.h: accesses of a loop that go through memory by equal steps, one each turn. */
#pragma once

#include "driver/base/arena.h"
#include "llvm/recompile/flow.h"

/* A loop that goes straight on from its start to its end, with all living lanes: without branches,
 * loops and barriers in it, and with no memory but buffers and the group's. */
struct progress {
    uint32_t start, end; /* instructions of control flow; `end` is 0: it is no such loop */
    bool *steady;        /* by access: its index differs from that of the turn before by the same in
                            each turn, modulo 2^32 */
};

/* Looks at the loop that an instruction begins. Lists are in the arena. */
struct progress progress_find(const struct flow *flow, const struct sim_program *program,
                              const struct recompile_state *state, uint32_t start,
                              struct arena *arena);
