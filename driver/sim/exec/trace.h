/* SPDX-License-Identifier: MIT */
/* trace.h: prints what the first wavefront of a launch executes. */
#ifndef ROOTLE_SIM_EXEC_TRACE_H
#define ROOTLE_SIM_EXEC_TRACE_H

#include "driver/sim/exec/wave.h"

/* Whether wavefronts of a group of the launch are printed: ROOTLE_TRACE_GROUPS. */
bool sim_trace_wants(const struct sim_launch *launch, uint64_t group);
/* Whether one of such a group is: ROOTLE_TRACE_WAVES. */
bool sim_trace_wants_wave(const struct sim_wave *wave);

static inline bool sim_traced(const struct sim_wave *wave)
{
    return __builtin_expect(wave->group->traced, 0) && sim_trace_wants_wave(wave);
}

void sim_trace_cf(const struct sim_wave *wave, const struct sim_cf *cf);
void sim_trace_op(const struct sim_wave *wave, const struct sim_alu_op *op);
/* After the fetch: what arrived. */
void sim_trace_fetch(const struct sim_wave *wave, const struct sim_fetch *fetch);
/* Before the store: where to, and what. */
void sim_trace_store(const struct sim_wave *wave, const struct sim_store *store);

#endif
