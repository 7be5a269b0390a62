/* SPDX-License-Identifier: MIT */
/* observe.c: tells all who look at a wavefront. */
#include "driver/sim/exec/observe.h"

/* Calls a slot of each that has it. */
#define TELL(launch, slot, ...)                                                                    \
    for (struct sim_watch *watch = (launch)->watch; watch; watch = watch->next)                    \
        if (watch->slot)                                                                           \
    watch->slot(watch, __VA_ARGS__)

void sim_observe_group(const struct sim_group *group)
{
    TELL(group->launch, group, group);
}

void sim_observe_wave(const struct sim_wave *wave)
{
    TELL(wave->launch, begin, wave);
}

void sim_observe_meeting(struct sim_wave *waves, unsigned count)
{
    TELL(waves->launch, meet, waves, count);
}

bool sim_observe_cf(struct sim_wave *wave, const struct sim_cf *cf)
{
    TELL(wave->launch, cf, wave, cf);
    return !atomic_load_explicit(&wave->launch->stop, memory_order_relaxed);
}

void sim_observe_op(struct sim_wave *wave, const struct sim_alu_op *op)
{
    TELL(wave->launch, op, wave, op);
}

void sim_observe_op_done(struct sim_wave *wave, const struct sim_alu_op *op)
{
    TELL(wave->launch, op_done, wave, op);
}

uint64_t sim_observe_sources(struct sim_wave *wave, const struct sim_alu_op *op,
                             const uint32_t *const src[3], uint64_t mask)
{
    uint64_t may = mask;
    for (struct sim_watch *watch = wave->launch->watch; watch; watch = watch->next)
        if (watch->alu)
            may &= watch->alu(watch, wave, op, src, mask);
    for (uint64_t wrong = mask & ~may; wrong; wrong &= wrong - 1)
        sim_lds_zero(wave, op, (unsigned)__builtin_ctzll(wrong));
    return may;
}

uint64_t sim_observe_fetch(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    uint64_t may = wave->exec;
    for (struct sim_watch *watch = wave->launch->watch; watch; watch = watch->next)
        if (watch->fetch)
            may &= watch->fetch(watch, wave, fetch);
    return may;
}

void sim_observe_fetch_done(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    TELL(wave->launch, fetch_done, wave, fetch);
}

void sim_observe_sample(struct sim_wave *wave, const struct sim_fetch *fetch,
                        const struct sim_sample *sample, const struct sim_sample_how *how)
{
    TELL(wave->launch, sample, wave, fetch, sample, how);
}

uint64_t sim_observe_store(struct sim_wave *wave, const struct sim_store *store)
{
    uint64_t may = wave->exec;
    for (struct sim_watch *watch = wave->launch->watch; watch; watch = watch->next)
        if (watch->store)
            may &= watch->store(watch, wave, store);
    return may;
}
