/* SPDX-License-Identifier: MIT */
/* observe.h: hooks of the interpreter, for those who look on at the launch (watch.h). */
#pragma once

#include "driver/sim/exec/wave.h"

/* Whether what follows is to be called. */
static inline bool sim_observed(const struct sim_wave *wave)
{
    return __builtin_expect(wave->launch->watch != NULL, 0);
}

void sim_observe_group(const struct sim_group *group);
void sim_observe_wave(const struct sim_wave *wave);
void sim_observe_meeting(struct sim_wave *waves, unsigned count);
/* False: the launch has been stopped. */
bool sim_observe_cf(struct sim_wave *wave, const struct sim_cf *cf);
/* Before and after an operation. */
void sim_observe_op(struct sim_wave *wave, const struct sim_alu_op *op);
void sim_observe_op_done(struct sim_wave *wave, const struct sim_alu_op *op);
/* Called with an operation's sources after modifiers, in the lanes of `mask`. Returns those that
 * carry it out. */
uint64_t sim_observe_sources(struct sim_wave *wave, const struct sim_alu_op *op,
                             const uint32_t *const src[3], uint64_t mask);
/* Called before a fetch, which the returned lanes carry out, and after it. */
uint64_t sim_observe_fetch(struct sim_wave *wave, const struct sim_fetch *fetch);
void sim_observe_fetch_done(struct sim_wave *wave, const struct sim_fetch *fetch);
/* Observes a fetch, once its coordinates are found. */
void sim_observe_sample(struct sim_wave *wave, const struct sim_fetch *fetch,
                        const struct sim_sample *sample, const struct sim_sample_how *how);
/* Before a store, as for fetches. */
uint64_t sim_observe_store(struct sim_wave *wave, const struct sim_store *store);
