/* SPDX-License-Identifier: MIT */
/* emit_lds.c: local memory. */
#include <assert.h>

#include "driver/sim/exec/lds_ops.h"
#include "llvm/recompile/columns.h"
#include "llvm/recompile/emitter.h"

/* How far apart lanes' dwords may lie for a few loads, or stores, of host vectors to be better than
 * one of each lane: in dwords. */
enum { MOST_APART = 4 };
/* Operations that are carried out at once. */
enum { MOST_TOGETHER = COUNT(((struct emitter *)NULL)->address) };

/* The first lane's address, offset included. */
static ssa first_address(struct emitter *e, const struct sim_alu_op *op)
{
    const struct sim_src *src = &op->src[0];
    ssa address = src->space == SIM_SPACE_WAVE    ? emit_first(e, src->offset)
                  : src->space == SIM_SPACE_CONST ? e->constant_lane[src->offset / SIM_LANES]
                                                  : emit_i32(e, e->program->literals[src->offset]);
    return emit_op(e, LLVMAdd, address, emit_i32(e, op->lds_offset * 4));
}

/* The bytes that an operation may act on: the first one, and how many. */
struct span {
    ssa first, count;
};

static struct span find_span(struct emitter *e, const struct sim_alu_op *op)
{
    const struct recompile_span_state *state = recompile_span(e->state, e->program, op);
    if (state->kind == RECOMPILE_SPAN_FIXED)
        return (struct span){emit_i32(e, state->first), emit_i32(e, state->count)};
    if (state->kind == RECOMPILE_SPAN_WHOLE)
        return (struct span){emit_i32(e, 0), e->lds_bytes};
    ssa range = emit_range(e, op->access);
    return (struct span){
        emit_field_that_stays(e, e->i32, range, offsetof(struct sim_native_range, first)),
        emit_field_that_stays(e, e->i32, range, offsetof(struct sim_native_range, count))};
}

/* Whether `bytes` bytes from there on lie inside, aligned. */
static ssa is_inside(struct emitter *e, const struct sim_alu_op *op, ssa address, unsigned bytes)
{
    const struct span span = find_span(e, op);
    ssa low = emit_op(e, LLVMAnd, address, emit_i32(e, 3)),
        aligned = emit_test(e, LLVMIntEQ, low, emit_i32(e, 0)),
        relative = emit_op(e, LLVMSub, address, span.first),
        end = emit_op(e, LLVMSub, span.count, relative),
        below = emit_test(e, LLVMIntULT, relative, span.count),
        room = emit_test(e, LLVMIntUGE, end, emit_i32(e, bytes));
    return emit_op(e, LLVMAnd, emit_op(e, LLVMAnd, below, room), aligned);
}

/* Whether that is known of all lanes' dwords before the program runs. */
static bool are_known_inside(const struct emitter *e, const struct sim_alu_op *op)
{
    const struct recompile_span_state *span = recompile_span(e->state, e->program, op);
    const struct affine_form form = affine_source(&e->forms, &op->src[0]);
    const uint64_t offset = op->lds_offset * 4, end = (uint64_t)span->first + span->count;
    return span->kind == RECOMPILE_SPAN_FIXED && form.limit && form.zeros >= 2 &&
           form.step % 4 == 0 && form.least + offset >= span->first &&
           form.limit + offset + 3 <= end;
}

static ssa dword_at(struct emitter *e, ssa address)
{
    return emit_further(e, e->lds, emit_wide(e, address));
}

static void deliver(struct emitter *e, const struct sim_alu_op *op, unsigned i, ssa value)
{
    emit_assign_run(e, op->lds_result[i] / SIM_LANES, value);
}

/* ---- dwords of which it is known how they lie ---- */

/* The dwords of all lanes, `apart` dwords from each other. */
static void write_apart(struct emitter *e, ssa at, unsigned apart, ssa value)
{
    const unsigned count = apart * SIM_NATIVE_LANES;
    unsigned lane[MOST_APART * SIM_NATIVE_LANES];
    ssa own[MOST_APART * SIM_NATIVE_LANES];
    for (unsigned i = 0; i < count; i++) {
        lane[i] = i / apart;
        own[i] = LLVMConstInt(e->i1, i % apart == 0, false);
    }
    ssa wide = emit_shuffle(e, value, NULL, lane, count);
    emit_intrinsic(e, "llvm.masked.store", LLVMTypeOf(wide), wide, at, emit_i32(e, 4),
                   LLVMConstVector(own, count));
}

static ssa read_apart(struct emitter *e, unsigned apart, ssa at)
{
    unsigned lane[SIM_NATIVE_LANES];
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        lane[i] = i * apart;
    ssa all = emit_load(e, LLVMVectorType(e->i32, apart * SIM_NATIVE_LANES), at);
    LLVMSetAlignment(all, 4);
    return emit_shuffle(e, all, NULL, lane, SIM_NATIVE_LANES);
}

/* One dword of all lanes (`apart` is 0), or dwords that lie so far apart, of which `address` is the
 * first lane's. */
static void own_span(struct emitter *e, const struct sim_alu_op *op, ssa address, unsigned apart,
                     ssa value)
{
    ssa at = dword_at(e, address);
    if (op->lds_op == HW_LDS_WRITE && !apart) { /* the last one stays */
        ssa last = emit_i32(e, SIM_NATIVE_LANES - 1);
        emit_store(e, LLVMBuildExtractElement(e->builder, emit_load_lanes(e, value), last, ""), at);
        return;
    }
    if (op->lds_op == HW_LDS_WRITE) {
        emit_store_run(e, emit_load_lanes(e, value), at, false);
        return;
    }
    if (apart) {
        deliver(e, op, 0, read_apart(e, apart, at));
        return;
    }
    ssa all = emit_spread(e, emit_load(e, e->i32, at));
    deliver(e, op, 0, all);
    emit_set_first(e, op->lds_result[0] / SIM_LANES, all);
}

/* ---- dwords of lanes ---- */

static void write_lanes(struct emitter *e, const struct sim_alu_op *op, unsigned apart, ssa value)
{
    const struct ways ways = apart ? emit_part_evenly(e, emit_all(e)) : (struct ways){0};
    emit_call(e, "sim_block_lds_write", e->lds, e->address[0], value, emit_exec(e));
    if (!apart)
        return;
    emit_turn(e, ways);
    write_apart(e, dword_at(e, first_address(e, op)), apart, emit_load_lanes(e, value));
    emit_join(e, ways);
}

static void own_lanes(struct emitter *e, const struct sim_alu_op *op, unsigned apart, ssa value)
{
    if (op->lds_op == HW_LDS_WRITE) {
        write_lanes(e, op, apart, value);
        return;
    }
    emit_call(e, "sim_block_lds_read", e->result[0], e->lds, e->address[0], e->mask_lanes);
    deliver(e, op, 0, emit_load_lanes(e, e->result[0]));
}

static ssa are_inside(struct emitter *e, const struct sim_alu_op *op)
{
    const struct span span = find_span(e, op);
    ssa address = emit_source(e, op, 0);
    emit_spread_exec(e);
    emit_call(e, "sim_block_lds_address", e->address[0], address, emit_i32(e, op->lds_offset * 4));
    return emit_call(e, "sim_block_lds_inside", e->address[0], e->mask_lanes, span.first,
                     span.count);
}

/* ---- operations on parts of dwords and on two, and those that change what they find ---- */

static bool is_pair(unsigned op)
{
    const uint8_t shape = sim_lds_table[op].shape;
    return shape == SIM_LDS_PAIR || shape == SIM_LDS_PAIR_REL;
}

/* Computes addresses, the first or the second one, and whether all lanes name what the operation
 * may act on. */
static ssa fit(struct emitter *e, const struct sim_alu_op *op, unsigned i, ssa from,
               uint32_t offset)
{
    const struct span span = find_span(e, op);
    emit_call(e, "sim_block_lds_address", e->address[i], from, emit_i32(e, offset));
    return emit_call(e, "sim_block_lds_fits", e->address[i], e->mask_lanes, span.first, span.count,
                     emit_i32(e, op->lds_op));
}

static ssa all_fit(struct emitter *e, const struct sim_alu_op *op, ssa source[3])
{
    const bool relative = sim_lds_table[op->lds_op].shape == SIM_LDS_PAIR_REL;
    const uint32_t offset = op->lds_offset * 4;
    emit_spread_exec(e);
    ssa first = fit(e, op, 0, source[0], relative ? 0 : offset);
    if (!is_pair(op->lds_op))
        return first;
    return emit_op(e, LLVMAnd, first,
                   fit(e, op, 1, source[relative ? 0 : 1], relative ? offset : 0));
}

static void act(struct emitter *e, const struct sim_alu_op *op, ssa source[3])
{
    ssa exec = emit_exec(e), number = emit_i32(e, op->lds_op);
    if (is_pair(op->lds_op))
        emit_call(e, "sim_block_lds_pair", e->result[0], e->result[1], e->lds, e->address[0],
                  e->address[1], source[1], source[2], e->mask_lanes, exec, number);
    else if (e->whole && e->state->rows && op->lds_result[0] == SIM_NO_DST)
        emit_call(e, "sim_block_lds_update", e->lds, e->address[0], source[1], source[2], number);
    else
        emit_call(e, "sim_block_lds_act", e->result[0], e->lds, e->address[0], source[1], source[2],
                  exec, number);
}

/* Lane by lane. */
static void emit_acts(struct emitter *e, const struct sim_alu_op *op)
{
    ssa source[3];
    for (unsigned i = 0; i < 3; i++)
        source[i] = emit_source(e, op, i);
    const struct ways ways = emit_part(e, all_fit(e, op, source));
    emit_asked(e, op);
    emit_turn(e, ways);
    act(e, op, source);
    for (unsigned i = 0; i < (is_pair(op->lds_op) ? 2u : 1u); i++)
        if (op->lds_result[i] != SIM_NO_DST)
            deliver(e, op, i, emit_load_lanes(e, e->result[i]));
    emit_join(e, ways);
}

/* ---- updates by numbers that lanes share, whose order does not matter ---- */

static bool commutes(unsigned lds_op)
{
    switch (lds_op) {
    case HW_LDS_ADD:
    case HW_LDS_AND:
    case HW_LDS_OR:
    case HW_LDS_XOR:
    case HW_LDS_MIN_INT:
    case HW_LDS_MAX_INT:
    case HW_LDS_MIN_UINT:
    case HW_LDS_MAX_UINT:
        return true;
    default:
        return false;
    }
}

/* Whether nobody wants old values, either. */
static bool updates(const struct sim_alu_op *op)
{
    return op->action == SIM_ACTION_LDS && op->lds_result[0] == SIM_NO_DST && commutes(op->lds_op);
}

static bool is_update(const struct emitter *e, const struct sim_alu_op *op)
{
    return updates(op) && !op->predicate && !(op->flags & SIM_OP_SOURCES) &&
           affine_is_uniform(affine_source(&e->forms, &op->src[1]));
}

bool emit_turn_updates(const struct emitter *e)
{
    assert(e->at.loops > 0);
    const struct sim_cf *cf = &e->program->cf[e->at.loop_start[e->at.loops - 1]],
                        *end = e->program->cf + e->program->cf_count;
    for (; cf < end && cf->flow != HW_FLOW_LOOP_END; cf++)
        for (uint32_t i = 0; cf->items == SIM_ITEMS_OPS && i < cf->count; i++)
            if (updates(&e->program->ops[cf->first + i]))
                return true;
    return false;
}

/* The place of an update among those like it that follow each other, and how many do. */
static unsigned find_updates(const struct emitter *e, const struct sim_alu_op *op, unsigned *count)
{
    const struct sim_cf *cf = &e->program->cf[e->cf];
    const struct sim_alu_op *first = &e->program->ops[cf->first], *end = first + cf->count,
                            *start = op, *next = op + 1;
    while (start > first && start[-1].lds_op == op->lds_op && is_update(e, start - 1))
        start--;
    while (next < end && next->lds_op == op->lds_op && is_update(e, next))
        next++;
    *count = (unsigned)(next - start);
    return (unsigned)(op - start);
}

/* `count` operations from one on. */
static void emit_together(struct emitter *e, const struct sim_alu_op *op, unsigned count)
{
    ssa fits = NULL, value[MOST_TOGETHER];
    emit_spread_exec(e);
    for (unsigned i = 0; i < MOST_TOGETHER; i++) {
        const struct sim_alu_op *own = &op[i < count ? i : 0];
        value[i] = emit_scalar_source(e, &own->src[1]);
        if (i >= count)
            continue;
        ssa fit_too = fit(e, own, i, emit_source(e, own, 0), own->lds_offset * 4);
        fits = fits ? emit_op(e, LLVMAnd, fits, fit_too) : fit_too;
    }
    const struct ways ways = emit_part(e, fits);
    for (unsigned i = 0; i < count; i++)
        emit_asked(e, &op[i]);
    emit_turn(e, ways);
    emit_call(e, "sim_block_lds_updates", e->lds, e->address[0], value[0], e->address[1], value[1],
              e->address[2], value[2], e->address[3], value[3], emit_i32(e, count),
              emit_i32(e, op->lds_op));
    emit_join(e, ways);
}

/* With those that follow it; with the first of these it was written. */
static void emit_update(struct emitter *e, const struct sim_alu_op *op)
{
    unsigned count, place = find_updates(e, op, &count), left = count - place;
    if (place % MOST_TOGETHER == 0)
        emit_together(e, op, left < MOST_TOGETHER ? left : MOST_TOGETHER);
}

/* How many dwords the lanes' are apart; 0: not known, or too many. */
static unsigned find_apart(const struct emitter *e, const struct sim_alu_op *op)
{
    const struct affine_form form = affine_source(&e->forms, &op->src[0]);
    const bool known =
        form.bits == 32 && !form.basis && form.step % 4 == 0 && form.step <= 4 * MOST_APART;
    return known ? form.step / 4 : 0;
}

/* ---- writes of the parts of an element ---- */

/* Writes of dwords that lanes have side by side, all of which the last one carries out: whether all
 * lie inside, the first one's place, what is written so far, and how many are left. */
struct emitter_parts {
    ssa inside, at, value[MOST_APART];
    unsigned count, left;
};

static struct column find_address(const struct emitter *e, const struct sim_alu_op *op)
{
    struct column column =
        columns_find(e->program, &e->flow, e->cf, (uint32_t)(op - e->program->ops),
                     op->src[0].offset / SIM_LANES);
    column.behind += op->lds_offset * 4;
    return column;
}

static bool is_plain_write(const struct sim_alu_op *op)
{
    return op->action == SIM_ACTION_LDS && op->lds_op == HW_LDS_WRITE && affine_plain_lds(op) &&
           op->src[0].space == SIM_SPACE_WAVE;
}

/* Whether so many writes, of which an operation is the first, follow each other and write one dword
 * behind the other. */
static bool write_parts(const struct emitter *e, const struct sim_alu_op *op, unsigned count)
{
    const struct sim_cf *cf = &e->program->cf[e->cf];
    const struct sim_alu_op *end = &e->program->ops[cf->first] + cf->count, *next = op + 1;
    const struct column first = find_address(e, op);
    unsigned found = 1;
    for (; next < end && found < count; next++) {
        if (is_plain_write(next)) {
            const struct column own = find_address(e, next);
            if (!copies_are_one(own.of, first.of) || own.behind != first.behind + 4 * found++)
                return false;
        } else if (next->flags & SIM_OP_ACTION || sim_op_indexed(next)) {
            return false;
        }
    }
    return found == count;
}

/* Begins with such writes: lanes' elements are two or four dwords. */
static bool begin_parts(struct emitter *e, const struct sim_alu_op *op)
{
    const unsigned count = find_apart(e, op);
    if (!e->whole || !e->state->rows || !is_plain_write(op) || (count != 2 && count != 4) ||
        !write_parts(e, op, count))
        return false;
    e->parts = e->parts ? e->parts : arena_array(&e->arena, 1, sizeof(*e->parts));
    ssa first = first_address(e, op);
    *e->parts =
        (struct emitter_parts){.inside = is_inside(e, op, first, 4 * count * SIM_NATIVE_LANES),
                               .at = dword_at(e, first),
                               .count = count,
                               .left = count};
    return true;
}

/* Carries such a write out, with the last one of them, if all lie inside. */
static void write_part(struct emitter *e, const struct sim_alu_op *op)
{
    struct emitter_parts *parts = e->parts;
    parts->value[parts->count - parts->left--] = emit_load_lanes(e, emit_source(e, op, 1));
    const struct ways ways = emit_part(e, parts->inside);
    emit_asked(e, op);
    emit_turn(e, ways);
    if (!parts->left)
        emit_store_elements(e, parts->count, parts->at, 4 * parts->count, parts->value);
    emit_join(e, ways);
}

/* ---- plain reads and writes ---- */

static void emit_plain(struct emitter *e, const struct sim_alu_op *op)
{
    const bool writes = op->lds_op == HW_LDS_WRITE,
               same = e->whole && (!writes || e->state->rows) &&
                      affine_is_uniform(affine_source(&e->forms, &op->src[0]));
    const unsigned apart = find_apart(e, op);
    const bool span = same || apart == 1 || (apart && !writes);
    ssa first = span ? first_address(e, op) : NULL, value = emit_source(e, op, 1);
    if (span && are_known_inside(e, op)) {
        e->inside++;
        own_span(e, op, first, apart, value);
        return;
    }
    const struct ways ways =
        emit_part(e, span ? is_inside(e, op, first, 4 + 4 * apart * (SIM_NATIVE_LANES - 1))
                          : are_inside(e, op));
    emit_asked(e, op);
    emit_turn(e, ways);
    if (span)
        own_span(e, op, first, apart, value);
    else
        own_lanes(e, op, apart, value);
    emit_join(e, ways);
}

void emit_lds(struct emitter *e, const struct sim_alu_op *op)
{
    if ((e->parts && e->parts->left) || begin_parts(e, op))
        write_part(e, op);
    else if (affine_plain_lds(op))
        emit_plain(e, op);
    else if (op->flags & SIM_OP_SOURCES || !sim_lds_table[op->lds_op & 63u].update)
        emit_asked(e, op);
    else if (e->whole && e->state->rows && is_update(e, op))
        emit_update(e, op);
    else
        emit_acts(e, op);
}
