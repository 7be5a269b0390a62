/* SPDX-License-Identifier: MIT */
/* observe.c: who looks at a wavefront. */
#include "driver/sim/exec/observe.h"

#include "driver/sim/exec/record.h"
#include "driver/sim/exec/trace.h"

void sim_observe_cf(struct sim_wave *wave, const struct sim_cf *cf)
{
    if (sim_traced(wave))
        sim_trace_cf(wave, cf);
    if (wave->launch->record)
        sim_record_cf(wave, cf);
}

void sim_observe_operands(struct sim_wave *wave, const struct sim_alu_op *op)
{
    if (wave->launch->record)
        sim_record_operands(wave, op);
}

void sim_observe_op(struct sim_wave *wave, const struct sim_alu_op *op)
{
    if (sim_traced(wave))
        sim_trace_op(wave, op);
    if (wave->launch->record)
        sim_record_op(wave, op);
}

uint64_t sim_observe_sources(struct sim_wave *wave, const struct sim_alu_op *op,
                             const uint32_t *const src[3], uint64_t mask)
{
    struct sim_watch *watch = wave->launch->watch;
    const uint64_t may = watch ? watch->alu(watch, wave, op, src, mask) : mask;
    for (uint64_t wrong = mask & ~may; wrong; wrong &= wrong - 1)
        sim_lds_zero(wave, op, (unsigned)__builtin_ctzll(wrong));
    return may;
}

uint64_t sim_observe_fetch(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    struct sim_watch *watch = wave->launch->watch;
    if (wave->launch->record)
        sim_record_fetch(wave, fetch);
    return watch ? watch->fetch(watch, wave, fetch) : wave->exec;
}

void sim_observe_fetched(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    if (sim_traced(wave))
        sim_trace_fetch(wave, fetch);
    if (wave->launch->record)
        sim_record_fetched(wave, fetch);
}

void sim_observe_sample(struct sim_wave *wave, const struct sim_fetch *fetch,
                        const struct sim_sample *sample, const struct sim_sample_how *how)
{
    if (wave->launch->record)
        sim_record_sample(wave, fetch, sample, how);
    if (wave->launch->watch)
        wave->launch->watch->sample(wave->launch->watch, wave, fetch, sample, how);
}

uint64_t sim_observe_store(struct sim_wave *wave, const struct sim_store *store)
{
    struct sim_watch *watch = wave->launch->watch;
    if (sim_traced(wave))
        sim_trace_store(wave, store);
    if (wave->launch->record)
        sim_record_store(wave, store);
    return watch ? watch->store(watch, wave, store) : wave->exec;
}
