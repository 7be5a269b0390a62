/* SPDX-License-Identifier: MIT */
/* alu.c: the shadows of ALU results, from those of their sources.
 *
 * Nothing is done where no source has any, and the destination has none: so it is mostly. */
#include <string.h>

#include "driver/sim/check/transfer.h"
#include "driver/sim/decode/operands.h"

struct check_vector check_source(struct sim_check *check, const struct sim_wave *wave,
                                 const struct sim_src *src, struct check_vector room)
{
    const struct check_wave *own = check_wave_of(check, wave);
    *room.flags = 0;
    if (src->special || src->space == SIM_SPACE_LITERAL)
        return room;
    if (src->space == SIM_SPACE_CONST) {
        const uint16_t tag = check->constant_tags[src->offset / SIM_LANES];
        if (!tag)
            return room;
        for (unsigned i = 0; i < SIM_LANES; i++)
            room.tags[i] = tag;
        memset(room.undefined, 0, sizeof(sim_vector));
        *room.flags = CHECK_HAS_TAGS;
        return room;
    }
    if (!src->relative)
        return check_at(&own->vectors, src->offset);
    const uint32_t *address = sim_wave_extra(wave, SIM_VECTOR_ADDRESS + src->relative - 1u);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const uint64_t at = src->offset + (uint64_t)address[i] * 4 * SIM_LANES + i;
        const bool exists = at < 4ull * SIM_LANES * wave->launch->program->mode.gprs;
        room.tags[i] = exists ? own->vectors.tags[at] : CHECK_NUMBER;
        room.undefined[i] = exists ? own->vectors.undefined[at] : 0;
        room.origins[i] = exists ? own->vectors.origins[at] : 0;
    }
    check_summarise(room, ~0ull);
    return room;
}

/* A vector that nothing is said of needs no arrays to be read. */
static struct check_vector or_clean(struct check_vector vector)
{
    static uint16_t tags[SIM_LANES];
    static uint32_t zeros[SIM_LANES];
    static uint8_t flags;
    return *vector.flags ? vector : (struct check_vector){tags, zeros, zeros, &flags};
}

void check_summarise(struct check_vector vector, uint64_t live)
{
    uint32_t tags = 0, undefined = 0;
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const uint32_t keep = live >> i & 1u ? ~0u : 0;
        tags |= vector.tags[i] & keep;
        undefined |= vector.undefined[i] & keep;
    }
    *vector.flags = (uint8_t)((tags ? CHECK_HAS_TAGS : 0) | (undefined ? CHECK_HAS_UNDEFINED : 0));
}

void check_assign(struct check_vector to, struct check_vector from, uint64_t mask, uint64_t live)
{
    if (!*to.flags && !*from.flags)
        return;
    if (!*to.flags) {
        memset(to.tags, 0, SIM_LANES * sizeof(*to.tags));
        memset(to.undefined, 0, sizeof(sim_vector));
    }
    const struct check_vector source = or_clean(from);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const bool taken = mask >> i & 1u;
        to.tags[i] = taken ? source.tags[i] : to.tags[i];
        to.undefined[i] = taken ? source.undefined[i] : to.undefined[i];
        to.origins[i] = taken ? source.origins[i] : to.origins[i];
    }
    check_summarise(to, live);
}

/* Where the destination is indexed, each lane has its own. */
static void scatter(const struct check_wave *own, const struct sim_wave *wave,
                    const struct sim_alu_op *op, struct check_vector from, uint64_t mask)
{
    const uint32_t *address = sim_wave_extra(wave, SIM_VECTOR_ADDRESS + op->dst_relative - 1u);
    const struct check_vector source = or_clean(from);
    for (; mask; mask &= mask - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(mask);
        const uint64_t at = op->dst + (uint64_t)address[lane] * 4 * SIM_LANES;
        if (at >= 4ull * SIM_LANES * wave->launch->program->mode.gprs)
            continue;
        const struct check_vector to = check_at(&own->vectors, (uint32_t)at);
        if (!*to.flags && !source.tags[lane] && !source.undefined[lane])
            continue;
        if (!*to.flags) {
            memset(to.tags, 0, SIM_LANES * sizeof(*to.tags));
            memset(to.undefined, 0, sizeof(sim_vector));
        }
        to.tags[lane] = source.tags[lane];
        to.undefined[lane] = source.undefined[lane];
        to.origins[lane] = source.origins[lane];
        *to.flags |= (uint8_t)((source.tags[lane] ? CHECK_HAS_TAGS : 0) |
                               (source.undefined[lane] ? CHECK_HAS_UNDEFINED : 0));
    }
}

/* Lanes that took part by an undefined predicate have an undefined result. */
static void taint(struct check_vector result, uint64_t lanes)
{
    if (!lanes)
        return;
    if (!*result.flags) {
        memset(result.tags, 0, SIM_LANES * sizeof(*result.tags));
        memset(result.undefined, 0, sizeof(sim_vector));
        memset(result.origins, 0, sizeof(sim_vector));
    }
    for (; lanes; lanes &= lanes - 1)
        result.undefined[__builtin_ctzll(lanes)] = ~0u;
    *result.flags |= CHECK_HAS_UNDEFINED;
}

static void write_result(struct sim_check *check, struct sim_wave *wave,
                         const struct sim_alu_op *op, struct check_vector result, uint64_t mask)
{
    const struct check_wave *own = check_wave_of(check, wave);
    const uint64_t doubtful = op->predicate ? own->undefined_predicate & wave->exec : 0;
    taint(result, doubtful);
    if (op->flags & SIM_OP_RELATIVE)
        scatter(own, wave, op, result, mask | doubtful);
    else
        check_assign(check_at(&own->vectors, op->dst), result, mask | doubtful, wave->live);
}

static uint64_t undefined_lanes(struct check_vector vector, uint64_t mask)
{
    uint64_t lanes = 0;
    if (*vector.flags & CHECK_HAS_UNDEFINED)
        for (unsigned i = 0; i < SIM_LANES; i++)
            lanes |= (uint64_t)(vector.undefined[i] != 0) << i;
    return lanes & mask;
}

/* A predicate that chooses lanes to run is a branch; others choose results. */
static void set_predicate(struct sim_check *check, struct sim_wave *wave,
                          const struct sim_alu_op *op, const struct check_vector from[3],
                          uint64_t mask)
{
    struct check_wave *own = check_wave_of(check, wave);
    uint64_t lanes = 0;
    for (unsigned i = 0; i < 2; i++) {
        if (op->update & SIM_UPDATE_EXEC)
            check_use(check, wave, from[i], mask, op->word, "decides a branch");
        lanes |= undefined_lanes(from[i], mask);
    }
    if (op->update & SIM_UPDATE_PRED)
        own->undefined_predicate = (own->undefined_predicate & ~mask) | lanes;
}

static void check_indices(struct sim_check *check, const struct sim_wave *wave,
                          const struct sim_alu_op *op, uint64_t mask)
{
    const struct check_wave *own = check_wave_of(check, wave);
    const struct sim_operands reads = sim_op_reads(wave->launch->program, op);
    SIM_FOR_OPERANDS(from, reads)
        if (from->kind == SIM_OPERAND_ADDRESS)
            check_use(check, wave, check_at(&own->vectors, from->vector * SIM_LANES), mask,
                      op->word, "is the index of an array");
}

/* Doubles are two vectors each: a result is undefined if any bit of a source is. */
static void run_double(struct sim_check *check, struct sim_wave *wave, const struct sim_alu_op *op,
                       uint64_t mask)
{
    const struct check_wave *own = check_wave_of(check, wave);
    const struct sim_operands reads = sim_op_reads(wave->launch->program, op),
                              writes = sim_op_writes(op);
    CHECK_ROOM(result);
    *result.flags = 0;
    SIM_FOR_OPERANDS(from, reads)
        if (from->kind != SIM_OPERAND_KEPT)
            check_any_undefined(result, check_at(&own->vectors, from->vector * SIM_LANES));
    SIM_FOR_OPERANDS(to, writes)
        check_assign(check_at(&own->vectors, to->vector * SIM_LANES), result, mask, wave->live);
}

static uint64_t run_action(struct sim_check *check, struct sim_wave *wave,
                           const struct sim_alu_op *op, const uint32_t *const src[3],
                           const struct check_vector from[3], uint64_t mask)
{
    CHECK_ROOM(clean);
    *clean.flags = 0;
    switch (op->action) {
    case SIM_ACTION_LDS:
        return check_lds(check, wave, op, src, mask);
    case SIM_ACTION_BARRIER:
        check_barrier(check, wave, op, mask);
        return mask;
    case SIM_ACTION_DOUBLE:
        run_double(check, wave, op, mask);
        return mask;
    case SIM_ACTION_PREDICATE:
        set_predicate(check, wave, op, from, mask);
        break;
    default:
        break;
    }
    if (op->dst != SIM_NO_DST)
        check_assign(check_at(&check_wave_of(check, wave)->vectors, op->dst), clean, mask,
                     wave->live);
    return mask;
}

uint64_t check_alu(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op,
                   const uint32_t *const src[3], uint64_t mask)
{
    struct sim_check *check = (struct sim_check *)watch;
    const struct check_wave *own = check_wave_of(check, wave);
    CHECK_ROOM(a);
    CHECK_ROOM(b);
    CHECK_ROOM(c);
    CHECK_ROOM(result);
    const struct check_vector from[3] = {check_source(check, wave, &op->src[0], a),
                                         check_source(check, wave, &op->src[1], b),
                                         check_source(check, wave, &op->src[2], c)};
    if (!(mask | wave->exec))
        return mask;
    if (op->flags & SIM_OP_ACTION)
        return run_action(check, wave, op, src, from, mask);
    const unsigned any = *from[0].flags | *from[1].flags | *from[2].flags;
    const bool indexed = op->flags & (SIM_OP_SOURCES | SIM_OP_RELATIVE);
    if (indexed)
        check_indices(check, wave, op, mask);
    if (op->dst == SIM_NO_DST)
        return mask;
    if (!any && !indexed && !*check_at(&own->vectors, op->dst).flags && !own->undefined_predicate)
        return mask;
    *result.flags = 0;
    if (any)
        check_transfer(
            op, src,
            (const struct check_vector[3]){or_clean(from[0]), or_clean(from[1]), or_clean(from[2])},
            any, result);
    write_result(check, wave, op, result, mask);
    return mask;
}
