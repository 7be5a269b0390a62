/* SPDX-License-Identifier: MIT */
/* exec_alu.c: runs the operations of an ALU clause over a wavefront's lanes. */
#include "driver/base/deadline.h"
#include "driver/hw/chips.h"
#include "driver/sim/exec/observe.h"

uint32_t sim_wave_special(const struct sim_wave *wave, unsigned sel)
{
    const struct sim_launch *launch = wave->launch;
    switch (sel) {
    case HW_SRC_MASK_LO:
        return (uint32_t)wave->exec;
    case HW_SRC_MASK_HI:
        return (uint32_t)(wave->exec >> 32);
    case HW_SRC_HW_WAVE_ID:
        return wave->slot / launch->chip->shader_engines;
    case HW_SRC_SE_ID:
        return wave->slot % launch->chip->shader_engines;
    case HW_SRC_SIMD_ID:
        return wave->slot / launch->chip->shader_engines % launch->chip->simds;
    case HW_SRC_HW_THREADGRP_ID:
        return wave->slot / launch->waves;
    case HW_SRC_WAVE_ID_IN_GRP:
        return wave->index;
    case HW_SRC_NUM_THREADGRP_WAVES:
        return launch->waves;
    default:
        break;
    }
    const uint64_t time = (uint64_t)clock_ns(CLOCK_MONOTONIC);
    return sel == HW_SRC_TIME_LO ? (uint32_t)time : (uint32_t)(time >> 32);
}

/* An index of registers: the address register, and the variable that the access belongs to. */
struct indexing {
    const struct sim_alu_op *op;
    const uint32_t *address;
    const struct sim_provenance *provenance; /* NULL: not known */
    uint32_t place;
    bool store;
};

static struct indexing indexing_of(const struct sim_wave *wave, const struct sim_alu_op *op,
                                   unsigned relative, uint32_t place, bool store)
{
    const struct guide *guide = wave->launch->guide;
    const bool own = guide && place / SIM_LANES % 4 == guide->private_channel;
    return (struct indexing){op, sim_wave_extra(wave, SIM_VECTOR_ADDRESS + relative - 1u),
                             own ? sim_provenance_op(wave->launch, op) : NULL, place, store};
}

/* Whether the variable in private memory, which lies in registers, has such a dword. */
static bool is_in_variable(struct sim_wave *wave, const struct indexing *x, unsigned lane,
                           int64_t reg)
{
    if (!x->provenance)
        return true;
    const uint64_t byte = (uint32_t)(reg - wave->launch->guide->private_gpr) * 4ull;
    if (!sim_provenance_complaint(x->provenance, byte, byte + 4))
        return true;
    const struct sim_wrong wrong = {.lane = lane,
                                    .word = x->op->word,
                                    .space = GUIDE_PRIVATE,
                                    .store = x->store,
                                    .bytes = 4,
                                    .address = byte,
                                    .object = x->provenance->object};
    sim_private_fail(wave, &wrong, UINT64_MAX);
    return false;
}

/* Finds the place of a lane's register that an address register indexes, in dwords from the first
 * register. False when the program has no such register, or the variable no such element. */
static bool indexed_place(struct sim_wave *wave, const struct indexing *x, unsigned lane,
                          uint32_t *result)
{
    const int64_t reg = (int64_t)(x->place / (4 * SIM_LANES)) + (int32_t)x->address[lane];
    if (!is_in_variable(wave, x, lane, reg))
        return false;
    if (reg < 0 || reg >= wave->launch->program->mode.gprs)
        return sim_wave_fail_at(wave, x->op->word, "indexed register R%lld does not exist",
                                (long long)reg);
    *result = (uint32_t)reg * 4 * SIM_LANES + x->place % (4 * SIM_LANES);
    return true;
}

/* Whether to go on behind a lane whose access was wrong. */
static bool goes_on(struct sim_wave *wave)
{
    const bool reported = wave->wrong != 0;
    wave->wrong = 0;
    return reported;
}

static bool gather_relative(struct sim_wave *wave, const struct sim_alu_op *op,
                            const struct sim_src *src, uint32_t *out)
{
    const struct indexing x = indexing_of(wave, op, src->relative, src->offset, false);
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        uint32_t place;
        const bool there = indexed_place(wave, &x, lane, &place);
        if (!there && !goes_on(wave))
            return false;
        out[lane] = there ? sim_wave_vector(wave, place)[lane] : 0;
    }
    return true;
}

static bool scatter_relative(struct sim_wave *wave, const struct sim_alu_op *op,
                             const uint32_t *value, uint64_t mask)
{
    const struct indexing x = indexing_of(wave, op, op->dst_relative, op->dst, true);
    for (uint64_t lanes = mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        uint32_t place;
        if (indexed_place(wave, &x, lane, &place))
            sim_wave_vector(wave, place)[lane] = value[lane];
        else if (!goes_on(wave))
            return false;
    }
    return true;
}

/* Returns the vector of source i, after relative addressing, negation and absolute value. NULL
 * after a fault. */
static const uint32_t *read_source(struct sim_wave *wave, const struct sim_alu_op *op, unsigned i)
{
    const struct sim_alu_lanes *lanes = wave->launch->lanes->alu;
    const struct sim_src *src = &op->src[i];
    const uint32_t *value = wave->base[src->space] + src->offset;
    uint32_t *own = sim_wave_extra(wave, SIM_VECTOR_SOURCE + i);
    if (src->special) {
        lanes->fill(own, sim_wave_special(wave, src->special), wave->n);
        value = own;
    } else if (src->relative) {
        if (!gather_relative(wave, op, src, own))
            return NULL;
        value = own;
    }
    if (src->mods & SIM_SRC_FLUSH) {
        lanes->flush(own, value, wave->n);
        value = own;
    }
    if (src->mods & (SIM_SRC_NEG | SIM_SRC_ABS)) {
        lanes->modify(own, value, src->mods & SIM_SRC_ABS ? 0x7fffffffu : ~0u,
                      src->mods & SIM_SRC_NEG ? 0x80000000u : 0u, wave->n);
        value = own;
    }
    return value;
}

static enum sim_next run_slowly(struct sim_wave *wave, const struct sim_alu_op *op)
{
    const struct sim_alu_lanes *lanes = wave->launch->lanes->alu;
    const uint32_t *src[3];
    for (unsigned i = 0; i < 3; i++)
        if (!(src[i] = read_source(wave, op, i)) && op->src[i].relative)
            return SIM_NEXT_FAULT;
    uint64_t mask = wave->exec;
    if (op->predicate)
        mask &= op->predicate == HW_PRED_SEL_ONE ? wave->predicate : ~wave->predicate;
    if (sim_observed(wave))
        mask = sim_observe_sources(wave, op, src, mask);
    if (op->flags & SIM_OP_ACTION)
        return sim_actions[op->action](wave, op, src, mask);
    uint32_t *dst = sim_wave_vector(wave, op->dst);
    const bool direct = mask == wave->live && !(op->flags & SIM_OP_RELATIVE);
    uint32_t *out = direct ? dst : sim_wave_extra(wave, SIM_VECTOR_TEMP);
    op->fn(out, src[0], src[1], src[2], wave->n);
    if (op->finish)
        lanes->finish(out, op->finish, wave->n);
    if (op->flags & SIM_OP_RELATIVE)
        return scatter_relative(wave, op, out, mask) ? SIM_NEXT : SIM_NEXT_FAULT;
    if (!direct)
        lanes->blend(dst, out, sim_wave_mask(wave, mask), wave->n);
    return SIM_NEXT;
}

/* One by one, with whoever looks on. */
static enum sim_next run_watched(struct sim_wave *wave, const struct sim_alu_op *ops,
                                 uint32_t count)
{
    while (wave->op < count) {
        const struct sim_alu_op *op = &ops[wave->op++];
        sim_observe_op(wave, op);
        const enum sim_next next = run_slowly(wave, op);
        sim_observe_op_done(wave, op);
        if (next != SIM_NEXT)
            return next;
    }
    return SIM_NEXT;
}

enum sim_next sim_exec_alu(struct sim_wave *wave, const struct sim_cf *cf)
{
    const struct sim_alu_op *ops = wave->launch->program->ops + cf->first;
    const unsigned n = wave->n;
    if (sim_observed(wave))
        return run_watched(wave, ops, cf->count);
    if (!wave->exec && cf->may_skip)
        return SIM_NEXT;
    while (wave->op < cf->count) {
        const struct sim_alu_op *op = &ops[wave->op++];
        const uint32_t *a = wave->base[op->src[0].space] + op->src[0].offset;
        const uint32_t *b = wave->base[op->src[1].space] + op->src[1].offset;
        const uint32_t *c = wave->base[op->src[2].space] + op->src[2].offset;
        if (__builtin_expect(op->flags != 0, 0)) {
            const enum sim_next next =
                op->flags == SIM_OP_ACTION
                    ? sim_actions[op->action](wave, op, (const uint32_t *const[3]){a, b, c},
                                              wave->exec)
                    : run_slowly(wave, op);
            if (next != SIM_NEXT)
                return next;
        } else if (wave->exec == wave->live) {
            op->fn(sim_wave_vector(wave, op->dst), a, b, c, n);
        } else {
            uint32_t *out = sim_wave_extra(wave, SIM_VECTOR_TEMP);
            op->fn(out, a, b, c, n);
            wave->launch->lanes->alu->blend(sim_wave_vector(wave, op->dst), out,
                                            sim_wave_mask(wave, wave->exec), n);
        }
    }
    return SIM_NEXT;
}
