/* SPDX-License-Identifier: MIT */
/* emit_runs.c: short programs without branches, that load and then store, take a group at once,
 * where a mask divides its lanes into runs (affine.h), as those of butterflies do.
 *
 * Lane 0's numbers tell where all lanes' elements are. So each access is compared with its range
 * once, for all blocks. A block's elements are side by side if runs have as many, or more. Else
 * ready code brings those that are loaded together, before the first block, and puts two stores
 * that fill each other's gaps back, behind the last one. Between the two, blocks are alike.
 *
 * Where loads are brought together, none may meet an earlier block's store. Where that or anything
 * else is otherwise, the program leaves for the one that takes blocks, which is before anything is
 * stored. */
#include <string.h>

#include "driver/sim/decode/traits.h"
#include "llvm/recompile/emit_buffer.h"
#include "llvm/recompile/emit_runs.h"

/* Bytes of elements that are brought together. */
enum { MOST_BYTES = 8 * SIM_MOST_AT_ONCE };

/* ---- which programs ---- */

static uint32_t fetch_index(const struct sim_fetch *fetch)
{
    return fetch->src + fetch->src_sel[0] * SIM_LANES;
}

/* Whether elements of so many bytes, at indices that count units of so many, are runs of which
 * every other one is left out. */
static bool are_runs(struct affine_form form, uint32_t unit, uint32_t bytes)
{
    const uint32_t k = bytes / unit;
    return form.basis && (bytes == 4 || bytes == 8) && k && bytes % unit == 0 &&
           form.along == 2 * k && form.step == 0 - k &&
           (form.bits == 32 || (form.bounded && (uint64_t)unit << form.bits >= 1ull << 32));
}

static bool are_steps(const struct emitter *e, struct affine_form form, uint32_t unit,
                      uint32_t bytes)
{
    return !form.basis && affine_follows(form) && emit_lie_of(e, form, unit, bytes) == STEPS;
}

static bool fetch_lies_well(const struct emitter *e, const struct sim_fetch *fetch)
{
    const struct affine_form form = affine_vector(&e->forms, fetch_index(fetch));
    const uint32_t stride = e->state->fetches[fetch - e->program->fetches].stride;
    return (affine_is_uniform(form) && affine_is_repeated(form)) ||
           are_runs(form, stride, fetch->format.bytes) ||
           are_steps(e, form, stride, fetch->format.bytes);
}

/* Calls `visit` for each operation, fetch and store in their order, with the forms there. False
 * where one says so. */
static bool for_items(struct emitter *e,
                      bool (*visit)(struct emitter *e, enum sim_items items, uint32_t i))
{
    const struct sim_program *p = e->program;
    for (uint32_t index = 0; index < p->cf_count; index++) {
        const struct sim_cf *cf = &p->cf[index];
        e->at = e->flow.at[index];
        e->whole = flow_whole(&e->at);
        e->forms.kept = flow_kept(&e->flow, p, index);
        memcpy(e->forms.at, e->flow.forms + (size_t)index * p->vector_count,
               p->vector_count * sizeof(*e->forms.at));
        for (uint32_t i = cf->first; i < cf->first + cf->count; i++) {
            if (!visit(e, cf->items, i))
                return false;
            if (cf->items == SIM_ITEMS_OPS)
                flow_op(&e->forms, &p->ops[i], &e->at);
            else if (cf->items == SIM_ITEMS_FETCHES)
                affine_fetch(&e->forms, &p->fetches[i], true);
        }
    }
    return true;
}

static bool lies_well(struct emitter *e, enum sim_items items, uint32_t i)
{
    const struct sim_store *store = &e->program->stores[i];
    if (items == SIM_ITEMS_FETCHES)
        return e->whole && fetch_lies_well(e, &e->program->fetches[i]);
    return items != SIM_ITEMS_STORE || (e->whole && are_runs(affine_vector(&e->forms, store->index),
                                                             4, 4 * emit_count_dwords(store)));
}

bool emit_is_runs(struct emitter *e)
{
    const struct sim_program *p = e->program;
    if (p->store_count != 2 || p->stores[0].comp_mask != p->stores[1].comp_mask ||
        !for_items(e, lies_well))
        return false;
    e->runs = arena_array(&e->arena, 1, sizeof(*e->runs));
    e->runs->calm = arena_array(&e->arena, p->op_count, sizeof(ssa));
    e->runs->masked = arena_array(&e->arena, p->op_count, sizeof(ssa));
    e->turns = false;
    return true;
}

/* ---- lane 0 ---- */

static ssa less(struct emitter *e, ssa value, uint32_t by)
{
    return emit_op(e, LLVMSub, value, emit_i32(e, by));
}

static ssa has_none(struct emitter *e, ssa value, ssa bits)
{
    return emit_test(e, LLVMIntEQ, emit_op(e, LLVMAnd, value, bits), emit_i32(e, 0));
}

/* The source of a mask whose lanes differ: 0 or 1. */
static unsigned masked_source(const struct emitter *e, const struct sim_alu_op *op)
{
    return affine_is_uniform(affine_source(&e->forms, &op->src[0])) ? 1 : 0;
}

/* Finds what the mask that makes runs keeps of work-items' numbers. */
static void find_runs(struct emitter *e, const struct sim_alu_op *op)
{
    struct emitter_runs *r = e->runs;
    const unsigned own = masked_source(e, op);
    ssa first = emit_scalar_source(e, &op->src[own]), last = less(e, r->items, 1);
    emit_leave_unless(e, has_none(e, first, last));
    ssa kept = emit_op(e, LLVMAnd, emit_scalar_source(e, &op->src[1 - own]), last),
        length = emit_op(e, LLVMAdd, kept, emit_i32(e, 1));
    if (r->kept) { /* by another mask that makes runs: it must be like the first one */
        emit_leave_unless(e, emit_test(e, LLVMIntEQ, kept, r->kept));
        return;
    }
    emit_leave_unless(e, has_none(e, kept, length));
    r->kept = kept;
    r->length = length;
    r->near = emit_test(e, LLVMIntNE, kept, last);
    r->torn = emit_test(e, LLVMIntULT, length, emit_i32(e, SIM_NATIVE_LANES));
    r->within = emit_select(e, r->torn, last, kept);
}

static bool masks_runs(const struct emitter *e, const struct sim_alu_op *op)
{
    const struct affine_form a = affine_source(&e->forms, &op->src[0]),
                             b = affine_source(&e->forms, &op->src[1]), own = a.basis ? a : b;
    return sim_op_traits(op).affine == SIM_AFFINE_MASK && !op->finish && own.basis &&
           affine_is_uniform(a.basis ? b : a) && own.bits == 32 && own.along == 0 - 2 * own.step &&
           !(own.along & (own.along - 1)) && !affine_result(&e->forms, op).bits;
}

/* Masks that keep nothing in which lanes differ, of lanes in which lane 0 has nothing of that. */
static void find_calm(struct emitter *e, const struct sim_alu_op *op)
{
    struct emitter_runs *r = e->runs;
    const unsigned own = masked_source(e, op);
    const struct affine_form form = affine_source(&e->forms, &op->src[own]);
    ssa first = emit_scalar_source(e, &op->src[own]), by = emit_scalar_source(e, &op->src[1 - own]),
        step = emit_select(e, r->near, emit_i32(e, form.along), emit_i32(e, form.along / 2)),
        bits = less(e, emit_op(e, LLVMMul, r->items, step), 1);
    r->calm[op - e->program->ops] = has_none(e, emit_op(e, LLVMOr, first, by), bits);
    r->masked[op - e->program->ops] = emit_op(e, LLVMAnd, first, by);
}

static void plan_op(struct emitter *e, const struct sim_alu_op *op)
{
    const uint32_t vector = op->dst / SIM_LANES;
    const bool makes = affine_makes_runs(&e->forms, op);
    if (makes)
        find_runs(e, op);
    else if (e->runs->kept && masks_runs(e, op))
        find_calm(e, op);
    if (op->dst != SIM_NO_DST && e->flow.scalar[vector] &&
        (makes || affine_result(&e->forms, op).bits))
        emit_store(e, emit_scalar(e, op), e->first[vector]);
}

/* Compares the elements of all lanes with the range. */
static void plan_access(struct emitter *e, struct emitter_run_access *own, uint32_t access,
                        uint32_t index, uint32_t unit, uint32_t bytes)
{
    const struct affine_form form = affine_vector(&e->forms, index);
    ssa range = emit_range(e, access), first = emit_first(e, index),
        last = less(e, e->runs->items, 1);
    own->bytes = bytes;
    own->runs = are_runs(form, unit, bytes);
    own->step = own->runs ? bytes : form.step * unit;
    ssa more = emit_op(e, LLVMMul, last, emit_i32(e, own->runs ? form.along : form.step));
    if (own->runs)
        more = emit_op(e, LLVMSub, more,
                       emit_op(e, LLVMMul, e->runs->kept, emit_i32(e, form.along / 2)));
    const struct elements elements = {first, emit_wide(e, more), false};
    emit_leave_unless(e, emit_in_range(e, range, &elements));
    own->at = emit_element_at(e, range, first, unit, 0);
    own->span = emit_op(e, LLVMAdd, emit_op(e, LLVMMul, emit_wide(e, more), emit_i64(e, unit)),
                        emit_i64(e, bytes));
    emit_store(e, own->at, own->from);
}

static bool plan(struct emitter *e, enum sim_items items, uint32_t i)
{
    const struct sim_program *p = e->program;
    const struct sim_fetch *fetch = &p->fetches[i];
    const struct sim_store *store = &p->stores[i];
    if (items == SIM_ITEMS_OPS)
        plan_op(e, &p->ops[i]);
    else if (items == SIM_ITEMS_FETCHES)
        plan_access(e, &e->runs->fetch[i], sim_fetch_access(p, fetch), fetch_index(fetch),
                    e->state->fetches[i].stride, fetch->format.bytes);
    else if (items == SIM_ITEMS_STORE)
        plan_access(e, &e->runs->store[i], sim_store_access(p, store), store->index, 4,
                    4 * emit_count_dwords(store));
    return true;
}

/* ---- loads that must not meet stores ---- */

static ssa distance(struct emitter *e, const struct emitter_run_access *from,
                    const struct emitter_run_access *to)
{
    return emit_op(e, LLVMSub, LLVMBuildPtrToInt(e->builder, to->at, e->i64, ""),
                   LLVMBuildPtrToInt(e->builder, from->at, e->i64, ""));
}

/* Memory of the two is all apart, or the same lane by lane, or runs of the one lie between those of
 * the other. */
static ssa are_apart(struct emitter *e, const struct emitter_run_access *loads,
                     const struct emitter_run_access *stores)
{
    ssa far = distance(e, loads, stores),
        behind = emit_op(e, LLVMSub, stores->span, emit_i64(e, 1)),
        both = emit_op(e, LLVMAdd, loads->span, behind),
        apart = emit_test(e, LLVMIntUGE, emit_op(e, LLVMAdd, far, behind), both);
    if (!loads->runs || loads->bytes != stores->bytes)
        return apart;
    ssa run = emit_op(e, LLVMMul, emit_wide(e, e->runs->length), emit_i64(e, loads->bytes)),
        back = emit_op(e, LLVMSub, emit_i64(e, 0), far),
        same = emit_test(e, LLVMIntEQ, far, emit_i64(e, 0)),
        before = emit_test(e, LLVMIntEQ, back, run), after = emit_test(e, LLVMIntEQ, far, run);
    return emit_op(e, LLVMOr, emit_op(e, LLVMOr, apart, same), emit_op(e, LLVMOr, before, after));
}

static void leave_where_blocks_meet(struct emitter *e)
{
    ssa apart = LLVMConstInt(e->i1, true, false);
    for (uint32_t f = 0; f < e->program->fetch_count; f++)
        for (uint32_t s = 0; s < e->program->store_count; s++)
            apart =
                emit_op(e, LLVMAnd, apart, are_apart(e, &e->runs->fetch[f], &e->runs->store[s]));
    emit_leave_unless(e, apart);
}

/* Whether all loads are runs of elements as the stores'. */
static bool are_alike(const struct emitter *e)
{
    const struct emitter_runs *r = e->runs;
    bool alike = true;
    for (uint32_t f = 0; f < e->program->fetch_count; f++)
        alike &= r->fetch[f].runs && r->fetch[f].bytes == r->store[0].bytes;
    return alike;
}

/* Whether each load is where a store is, as a sort has them, of which the second one's runs lie
 * between the first one's. Then all that are_apart asks is so. A run's bytes are a power of two. */
static ssa are_in_place(struct emitter *e, ssa run)
{
    ssa far = emit_i64(e, 0);
    for (uint32_t f = 0; f < e->program->fetch_count; f++)
        far = emit_op(e, LLVMOr, far, distance(e, &e->runs->store[0], &e->runs->fetch[f]));
    return emit_test(e, LLVMIntEQ, emit_and_not(e, far, run), emit_i64(e, 0));
}

/* All is loaded before anything is stored. */
static void look_where_blocks_meet(struct emitter *e, ssa run)
{
    LLVMBasicBlockRef ask = emit_new_block(e), next = emit_new_block(e);
    if (are_alike(e)) {
        emit_branch(e, are_in_place(e, run), next, ask);
        emit_begin_block(e, ask);
    } else {
        emit_go(e, ask);
        emit_begin_block(e, ask);
    }
    leave_where_blocks_meet(e);
    emit_go(e, next);
    emit_begin_block(e, next);
}

/* ---- runs shorter than a block, which are brought together ---- */

static void make_room(struct emitter *e, struct emitter_run_access *own, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        own[i].from = emit_variable(e, e->ptr);
        own[i].room = emit_variable(e, LLVMArrayType2(e->i8, MOST_BYTES));
        LLVMSetAlignment(own[i].room, sizeof(sim_native_vector));
    }
}

static ssa dwords(struct emitter *e, ssa elements, const struct emitter_run_access *of)
{
    return emit_op(e, LLVMMul, elements, emit_i32(e, of->bytes / 4));
}

/* Two stores must fill each other's gaps, and no load may meet another block's store. */
static void bring_together(struct emitter *e)
{
    struct emitter_runs *r = e->runs;
    LLVMBasicBlockRef near = emit_new_block(e), next = emit_new_block(e);
    emit_branch(e, r->torn, near, next);
    emit_begin_block(e, near);
    const struct emitter_run_access *first = &r->store[0];
    ssa run = emit_op(e, LLVMMul, emit_wide(e, r->length), emit_i64(e, first->bytes));
    emit_leave_unless(e, emit_test(e, LLVMIntEQ, distance(e, first, &r->store[1]), run));
    look_where_blocks_meet(e, run);
    for (uint32_t f = 0; f < e->program->fetch_count; f++) {
        const struct emitter_run_access *own = &r->fetch[f];
        if (!own->runs)
            continue;
        emit_ready(e, pick, e->none, own->room, own->at, dwords(e, r->items, own),
                   dwords(e, r->length, own));
        emit_store(e, own->room, own->from);
    }
    for (uint32_t s = 0; s < e->program->store_count; s++)
        emit_store(e, r->store[s].room, r->store[s].from);
    emit_go(e, next);
    emit_begin_block(e, next);
}

static void put_back(struct emitter *e)
{
    struct emitter_runs *r = e->runs;
    const struct emitter_run_access *a = &r->store[0], *b = &r->store[1];
    LLVMBasicBlockRef near = emit_new_block(e), next = emit_new_block(e);
    emit_branch(e, r->torn, near, next);
    emit_begin_block(e, near);
    emit_ready(e, place, e->none, a->at, emit_load(e, e->ptr, a->from),
               emit_load(e, e->ptr, b->from), dwords(e, r->items, a), dwords(e, r->length, a));
    emit_go(e, next);
    emit_begin_block(e, next);
}

/* ---- the program ---- */

/* Sets what lane 0 of the group begins with. */
static void begin_lane_0(struct emitter *e)
{
    for (unsigned c = 0; c < 3; c++) {
        if (e->flow.scalar[c])
            emit_store(e, emit_i32(e, 0), e->first[c]);
        if (e->flow.scalar[4 + c])
            emit_store(e, e->group[c], e->first[4 + c]);
    }
}

/* The group is one row of a power of two work-items, none of which has run. */
static void begin_group(struct emitter *e)
{
    ssa index = emit_field(e, e->i32, e->wave, offsetof(struct sim_wave, index));
    e->runs->items =
        emit_field_that_stays(e, e->i32, e->launch, offsetof(struct sim_launch, local_size));
    emit_leave_unless(e, emit_test(e, LLVMIntEQ, index, emit_i32(e, 0)));
}

void emit_start_runs(struct emitter *e)
{
    struct emitter_runs *r = e->runs;
    if (!r)
        return;
    e->number = emit_variable(e, e->i32);
    emit_store(e, emit_i32(e, 0), e->number);
    make_room(e, r->fetch, e->program->fetch_count);
    make_room(e, r->store, e->program->store_count);
    begin_group(e);
    begin_lane_0(e);
    for_items(e, plan);
    bring_together(e);
    r->turn = emit_new_block(e);
    emit_go(e, r->turn);
    emit_begin_block(e, r->turn);
}

struct ways emit_part_calm(struct emitter *e, const struct sim_alu_op *op)
{
    ssa calm = e->runs ? e->runs->calm[op - e->program->ops] : NULL;
    return calm ? emit_part_evenly(e, calm) : (struct ways){0};
}

void emit_join_calm(struct emitter *e, const struct sim_alu_op *op, struct ways ways)
{
    if (!ways.joined)
        return;
    emit_turn(e, ways);
    emit_assign_run(e, op->dst / SIM_LANES, emit_spread(e, e->runs->masked[op - e->program->ops]));
    emit_join(e, ways);
}

/* Where the block's elements begin: of runs, behind as many others as runs end before it. */
static ssa block_at(struct emitter *e, const struct emitter_run_access *access)
{
    ssa lane = emit_op(e, LLVMMul, emit_load(e, e->i32, e->number), emit_i32(e, SIM_NATIVE_LANES));
    if (access->runs)
        lane = emit_op(e, LLVMSub, emit_op(e, LLVMShl, lane, emit_i32(e, 1)),
                       emit_op(e, LLVMAnd, lane, e->runs->within));
    ssa bytes = emit_op(e, LLVMMul, emit_wide(e, lane), emit_i64(e, access->step));
    return emit_further(e, emit_load(e, e->ptr, access->from), bytes);
}

void emit_runs_fetch(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct emitter_run_access *access = &e->runs->fetch[fetch - e->program->fetches];
    ssa at = block_at(e, access);
    if (access->step && !access->runs)
        emit_ask_ahead(e, at, access->bytes, access->step, false);
    access->step ? emit_load_steps(e, fetch, at, access->step) : emit_load_one(e, fetch, at);
    emit_decode(e, fetch);
    emit_deliver_fetch(e, fetch);
    emit_write_first(e, fetch);
}

/* Elements of two dwords, by shuffles within quads of dwords, and of these. */
static void pair(struct emitter *e, ssa value[2])
{
    unsigned lane[2][SIM_NATIVE_LANES];
    ssa part[2];
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
            lane[k][i] = i / 4 * 4 + 2 * k + i / 2 % 2 + i % 2 * SIM_NATIVE_LANES;
        part[k] = emit_shuffle(e, value[0], value[1], lane[k], SIM_NATIVE_LANES);
    }
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
            lane[k][i] = (i / 8 + 2 * k) * 4 + i % 4 + i / 4 % 2 * SIM_NATIVE_LANES;
        value[k] = emit_shuffle(e, part[0], part[1], lane[k], SIM_NATIVE_LANES);
    }
}

void emit_runs_store(struct emitter *e, const struct sim_store *store)
{
    const struct emitter_run_access *access = &e->runs->store[store - e->program->stores];
    ssa value[4], at = block_at(e, access);
    for (unsigned k = 0; k < access->bytes / 4; k++)
        value[k] = emit_load_lanes(e, e->vector[store->data / SIM_LANES + k]);
    if (access->bytes > 4)
        pair(e, value);
    emit_store_lines(e, value, access->bytes / 4, at);
}

/* The next block's turn; behind the last one the group's wavefronts have all ended. */
void emit_end_runs(struct emitter *e)
{
    struct emitter_runs *r = e->runs;
    if (!r)
        return;
    LLVMBasicBlockRef ended = emit_new_block(e);
    /* By the sum and its limit the compiler knows that the turns end (cycles.c). */
    ssa done = emit_load(e, e->i32, e->number), next = emit_op(e, LLVMAdd, done, emit_i32(e, 1));
    emit_store(e, next, e->number);
    ssa below = emit_test(e, LLVMIntULT, next, emit_i32(e, SIM_MOST_AT_ONCE / SIM_NATIVE_LANES)),
        blocks = emit_op(e, LLVMLShr, r->items, emit_i32(e, 4)),
        left = emit_test(e, LLVMIntULT, next, blocks);
    emit_branch(e, emit_op(e, LLVMAnd, below, left), r->turn, ended);
    emit_begin_block(e, ended);
    put_back(e);
    ssa waves = emit_op(e, LLVMLShr, r->items, emit_i32(e, 6));
    emit_store(e, less(e, waves, 1), emit_behind(e, e->wave, offsetof(struct sim_wave, index)));
    emit_store(e, emit_i32(e, (SIM_NATIVE_BLOCKS - 1) * SIM_NATIVE_LANES),
               emit_behind(e, e->wave, offsetof(struct sim_wave, first)));
}
