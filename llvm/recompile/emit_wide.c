/* SPDX-License-Identifier: MIT */
/* emit_wide.c: short programs without branches, that load and then store, take a wavefront at once.
 *
 * Each access compares the places of all four blocks with its range together. A basis is measured
 * in the first block, and the others must differ as it does. Where anything is otherwise, and
 * before the first store, the program leaves for the one that takes blocks one after the other.
 * That one loads what an earlier block has stored: no load may meet such a store. */
#include <string.h>

#include "driver/sim/decode/traits.h"
#include "driver/sim/recompile/block.h"
#include "llvm/recompile/emit_buffer.h"
#include "llvm/recompile/emit_runs.h"

/* The most that a basis differs by in the last block and the first. The most operations: to
 * recompile longer programs twice would cost more than they gain. */
enum { MOST_DISTANCE = 1 << 20, MOST_OPS = 32, MOST_RUN_OPS = 64 };

/* ---- which programs ---- */

static bool is_plain_op(const struct sim_alu_op *op)
{
    bool plain = !sim_op_indexed(op) && !(op->flags & SIM_OP_ACTION) && !op->predicate &&
                 !op->update && sim_op_traits(op).affine != SIM_AFFINE_OWN;
    for (unsigned i = 0; i < 3; i++)
        plain &= !op->src[i].special;
    return plain;
}

static bool is_plain_store(const struct sim_store *store)
{
    return store->cf_op != HW_CF_MEM_SCRATCH && store->rat_op == HW_RAT_STORE_RAW &&
           store->comp_mask && !store->rat_index_mode && emit_count_dwords(store);
}

static bool are_plain(const struct emitter *e, uint32_t most)
{
    const struct sim_program *p = e->program;
    bool plain = p->store_count > 0 && p->op_count <= most;
    for (uint32_t i = 0; plain && i < p->op_count; i++)
        plain = is_plain_op(&p->ops[i]);
    for (uint32_t i = 0; plain && i < p->fetch_count; i++)
        plain = e->state->fetches[i].kind == RECOMPILE_FETCH_PLAIN;
    for (uint32_t i = 0; plain && i < p->store_count; i++)
        plain = is_plain_store(&p->stores[i]);
    return plain;
}

/* Whether nothing branches, and what follows the first store is stores. */
static bool is_straight(const struct sim_program *p)
{
    bool straight = true, stored = false;
    for (uint32_t i = 0; straight && i < p->cf_count; i++) {
        const struct sim_cf *cf = &p->cf[i];
        const bool stores = cf->items == SIM_ITEMS_STORE;
        straight = cf->flow == HW_FLOW_NEXT && (!stored || stores || !cf->count);
        stored |= stores;
    }
    return straight;
}

static bool may_take(const struct emitter *e, uint32_t most)
{
    return e->turns && e->abreast == 1 && !e->column && !e->wide.narrow && e->flow.forms &&
           e->state->rows == SIM_NATIVE_BLOCKS && e->chip->wave_size == SIM_LANES &&
           recompiler_has_avx2(e->host) && are_plain(e, most) && is_straight(e->program);
}

bool emit_may_wide(const struct emitter *e)
{
    return may_take(e, MOST_OPS);
}

bool emit_may_runs(const struct emitter *e)
{
    return e->state->row && !e->state->streams && may_take(e, MOST_RUN_OPS);
}

/* Whether it is known how blocks lie to each other, or is measured. */
static bool lies_well(struct affine_form form, enum lie lie)
{
    return lie == ON_BASIS || (lie != SCATTERED && form.shared && form.apart <= MOST_APART);
}

static bool fetch_lies_well(const struct emitter *e, const struct sim_fetch *fetch)
{
    const struct affine_form form = affine_vector(&e->forms, sim_fetch_index(fetch) * SIM_LANES);
    const uint32_t stride = e->state->fetches[fetch - e->program->fetches].stride;
    return lies_well(form, emit_fetch_lie(e, fetch, stride));
}

static bool store_lies_well(const struct emitter *e, const struct sim_store *store)
{
    const struct affine_form form = affine_vector(&e->forms, store->index);
    return lies_well(form, emit_lie_of(e, form, 4, 4 * emit_count_dwords(store)));
}

bool emit_is_wide(struct emitter *e)
{
    const struct sim_program *p = e->program;
    bool well = true;
    e->wide.distance = arena_array(&e->arena, p->op_count, sizeof(*e->wide.distance));
    e->whole = true;
    for (uint32_t index = 0; well && index < p->cf_count; index++) {
        const struct sim_cf *cf = &p->cf[index];
        memcpy(e->forms.at, e->flow.forms + (size_t)index * p->vector_count,
               p->vector_count * sizeof(*e->forms.at));
        for (uint32_t i = cf->first; well && i < cf->first + cf->count; i++) {
            if (cf->items == SIM_ITEMS_OPS)
                break;
            well = cf->items == SIM_ITEMS_STORE ? store_lies_well(e, &p->stores[i])
                                                : fetch_lies_well(e, &p->fetches[i]);
        }
    }
    return well;
}

/* ---- leaving ---- */

void emit_leave_unless(struct emitter *e, ssa test)
{
    LLVMBasicBlockRef next = emit_new_block(e);
    LLVMSetMetadata(emit_branch(e, test, next, e->wide.leave),
                    LLVMGetMDKindIDInContext(e->context, "prof", 4), e->likely);
    emit_begin_block(e, next);
}

void emit_end_wide(struct emitter *e)
{
    if (!e->wide.narrow)
        return;
    emit_begin_block(e, e->wide.leave);
    LLVMBuildRet(e->builder, emit_own(e, e->wide.narrow, e->wave, e->frame));
}

/* ---- the basis ---- */

static ssa as_mask(struct emitter *e, ssa lanes)
{
    return LLVMBuildBitCast(e->builder, lanes, e->mask_of_one, "");
}

static ssa is_none(struct emitter *e, ssa mask)
{
    return emit_test(e, LLVMIntEQ, mask, LLVMConstNull(e->mask_of_one));
}

/* Blocks follow each other, none too far. */
static ssa are_ordered(struct emitter *e, const ssa *distance)
{
    ssa ordered =
        emit_test(e, LLVMIntULT, distance[SIM_NATIVE_BLOCKS - 1], emit_i32(e, MOST_DISTANCE));
    for (unsigned i = 1; i + 1 < SIM_NATIVE_BLOCKS; i++)
        ordered =
            emit_op(e, LLVMAnd, ordered, emit_test(e, LLVMIntULE, distance[i], distance[i + 1]));
    return ordered;
}

void emit_wide_basis(struct emitter *e, const struct sim_alu_op *op)
{
    struct emitter_wide *w = &e->wide;
    const uint32_t vector = op->dst / SIM_LANES;
    ssa *distance = w->distance[op - e->program->ops];
    ssa first = emit_load_lanes(e, e->of[0].vector[vector]),
        apart = emit_op(e, LLVMSub, emit_load_lanes(e, e->vector[vector]), first),
        own = distance[e->part] = emit_lane_0(e, apart),
        unlike = as_mask(e, emit_test(e, LLVMIntNE, apart, emit_spread(e, own)));
    w->unlike = e->part > 1 ? emit_op(e, LLVMOr, w->unlike, unlike) : unlike;
    if (e->part < SIM_NATIVE_BLOCKS - 1)
        return;
    distance[0] = emit_i32(e, 0);
    emit_leave_unless(e, emit_op(e, LLVMAnd, is_none(e, w->unlike), are_ordered(e, distance)));
}

/* ---- windows ---- */

/* An access: elements of so many bytes, at an index that counts units of so many bytes. */
struct access {
    struct affine_form form;
    enum lie lie;
    uint32_t index, number, unit, bytes;
    bool stores;
};

/* The lanes' own elements among those that are read where they are near each other. */
static void find_own(struct emitter *e, const struct access *access, ssa more,
                     struct emitter_window *window)
{
    ssa taken = emit_field(e, e->i32, e->strides[access->form.basis - 1],
                           SIM_STRIDES_TAKEN * sizeof(uint32_t)),
        zero = emit_i32(e, 0), bytes = emit_i32(e, access->bytes),
        known = emit_test(e, LLVMIntNE, taken, zero), exact = LLVMConstInt(e->i1, 0, false),
        low = emit_select(e, known, emit_intrinsic(e, "llvm.cttz", e->i32, taken, exact), zero),
        high = emit_op(e, LLVMSub, emit_i32(e, 31),
                       emit_intrinsic(e, "llvm.ctlz", e->i32, taken, exact)),
        last = emit_select(e, known, high, more),
        count = emit_op(e, LLVMAdd, emit_op(e, LLVMSub, last, low), emit_i32(e, 1));
    window->own = emit_further(e, window->at, emit_wide(e, emit_op(e, LLVMMul, low, bytes)));
    window->bytes = emit_op(e, LLVMMul, count, bytes);
}

/* On a basis, which has been measured. */
static struct strides find_measured(struct emitter *e, const struct access *access,
                                    struct emitter_window *window)
{
    const struct strides strides =
        emit_begin_strides(e, access->form, access->index, access->bytes / 4, access->stores);
    const ssa *distance = e->wide.distance[access->form.basis - 1];
    ssa range = emit_range(e, access->number), step = emit_i64(e, access->form.step),
        last = emit_op(e, LLVMMul, emit_wide(e, distance[SIM_NATIVE_BLOCKS - 1]), step);
    const struct elements elements = {strides.first, emit_op(e, LLVMAdd, strides.span, last),
                                      false};
    emit_leave_unless(e, emit_in_range(e, range, &elements));
    window->at = emit_element_at(e, range, strides.first, access->unit, 0);
    for (unsigned i = 0; i < SIM_NATIVE_BLOCKS; i++)
        window->distance[i] = emit_op(e, LLVMMul, emit_wide(e, distance[i]),
                                      emit_i64(e, (uint64_t)access->form.step * access->unit));
    find_own(e, access, strides.more, window);
    return strides;
}

static void find_known(struct emitter *e, const struct access *access,
                       struct emitter_window *window)
{
    const uint64_t last = (uint64_t)access->form.step * (SIM_NATIVE_LANES - 1),
                   apart = access->form.apart;
    ssa range = emit_range(e, access->number), first = emit_first(e, access->index);
    const struct elements elements = {first, emit_i64(e, last + apart * (SIM_NATIVE_BLOCKS - 1)),
                                      false};
    emit_leave_unless(e, emit_in_range(e, range, &elements));
    window->own = window->at = emit_element_at(e, range, first, access->unit, 0);
    window->bytes = emit_i32(e, (uint32_t)last * access->unit + access->bytes);
    for (unsigned i = 0; i < SIM_NATIVE_BLOCKS; i++)
        window->distance[i] = emit_i64(e, i * apart * access->unit);
}

static struct strides find_window(struct emitter *e, const struct access *access,
                                  struct emitter_window *window)
{
    if (access->lie == ON_BASIS)
        return find_measured(e, access, window);
    find_known(e, access, window);
    return (struct strides){.near = false};
}

/* ---- fetches ---- */

/* `strides`: lanes are near each other by these; NULL: as `access` says, or neighbours. */
static void load_blocks(struct emitter *e, const struct sim_fetch *fetch,
                        const struct access *access, const struct emitter_window *window,
                        const struct strides *strides)
{
    const uint32_t apart =
        access->lie == ON_BASIS ? access->bytes : access->form.step * access->unit;
    for (unsigned i = 0; i < SIM_NATIVE_BLOCKS; i++) {
        emit_take_part(e, i);
        ssa at = emit_further(e, window->at, window->distance[i]);
        if (access->lie == STEPS)
            emit_ask_ahead(e, at, access->bytes, apart, false);
        for (unsigned c = 0; strides && c < 4; c++)
            if (fetch->dst_sel[c] <= HW_SEL_W)
                emit_load_near(e, strides, at, fetch->dst_sel[c]);
        if (!strides && access->lie != ONE_ELEMENT)
            emit_load_steps(e, fetch, at, apart);
        if (access->lie == ONE_ELEMENT && !i)
            emit_load_one(e, fetch, at);
        if (access->lie != ONE_ELEMENT || !i)
            emit_decode(e, fetch);
        emit_deliver_fetch(e, fetch);
        emit_write_first(e, fetch);
    }
    emit_take_all(e);
}

void emit_wide_fetch(struct emitter *e, const struct sim_fetch *fetch, uint32_t stride)
{
    const uint32_t index = fetch->src + fetch->src_sel[0] * SIM_LANES;
    const struct access access = {.form = affine_vector(&e->forms, index),
                                  .lie = emit_fetch_lie(e, fetch, stride),
                                  .index = index,
                                  .number = sim_fetch_access(e->program, fetch),
                                  .unit = stride,
                                  .bytes = fetch->format.bytes};
    struct emitter_window *window = &e->wide.fetch[fetch - e->program->fetches];
    if (!lies_well(access.form, access.lie)) { /* as a fetch of the same clause has changed it */
        emit_go(e, e->wide.leave);
        emit_begin_block(e, emit_new_block(e));
        return;
    }
    const struct strides strides = find_window(e, &access, window);
    const struct ways near = emit_part_strides(e, &strides);
    load_blocks(e, fetch, &access, window, NULL);
    if (strides.near) {
        emit_turn(e, near);
        load_blocks(e, fetch, &access, window, &strides);
        emit_join(e, near);
    }
}

/* ---- stores ---- */

/* Distances of blocks of an access, one for each pair of an earlier and a later block. */
static ssa by_pairs(struct emitter *e, const struct emitter_window *window, bool later)
{
    static const unsigned blocks[2][SIM_NATIVE_LANES] = {
        {0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
        {1, 2, 3, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}};
    ssa all = emit_splat(e, 0);
    for (unsigned i = 1; i < SIM_NATIVE_BLOCKS; i++)
        all = LLVMBuildInsertElement(e->builder, all,
                                     LLVMBuildTrunc(e->builder, window->distance[i], e->i32, ""),
                                     emit_i32(e, i), "");
    return emit_shuffle(e, all, NULL, blocks[later], SIM_NATIVE_LANES);
}

/* The pairs of a later block that loads and an earlier one that stores where memory of the two may
 * be the same. Addresses are compared by their lower halves. */
static ssa find_meeting(struct emitter *e, const struct emitter_window *loads,
                        const struct emitter_window *stores)
{
    ssa from = LLVMBuildPtrToInt(e->builder, loads->own, e->i64, ""),
        to = LLVMBuildPtrToInt(e->builder, stores->own, e->i64, ""),
        apart = LLVMBuildTrunc(e->builder, emit_op(e, LLVMSub, from, to), e->i32, ""),
        reach = emit_op(e, LLVMSub, loads->bytes, emit_i32(e, 1)),
        blocks = emit_op(e, LLVMSub, by_pairs(e, loads, true), by_pairs(e, stores, false)),
        behind = emit_op(e, LLVMAdd, blocks, emit_spread(e, emit_op(e, LLVMAdd, apart, reach))),
        both = emit_op(e, LLVMAdd, reach, stores->bytes);
    return as_mask(e, emit_test(e, LLVMIntULT, behind, emit_spread(e, both)));
}

static void leave_where_blocks_meet(struct emitter *e)
{
    const struct sim_program *p = e->program;
    ssa meeting = LLVMConstNull(e->mask_of_one);
    for (uint32_t f = 0; f < p->fetch_count; f++)
        for (uint32_t s = 0; s < p->store_count; s++)
            meeting =
                emit_op(e, LLVMOr, meeting, find_meeting(e, &e->wide.fetch[f], &e->wide.store[s]));
    emit_leave_unless(e, is_none(e, meeting));
}

static struct access access_of(const struct emitter *e, const struct sim_store *store)
{
    const struct affine_form form = affine_vector(&e->forms, store->index);
    const unsigned bytes = 4 * emit_count_dwords(store);
    return (struct access){.form = form,
                           .lie = emit_lie_of(e, form, 4, bytes),
                           .index = store->index,
                           .number = sim_store_access(e->program, store),
                           .unit = 4,
                           .bytes = bytes,
                           .stores = true};
}

static void store_block(struct emitter *e, const struct sim_store *store, ssa at,
                        const struct strides *near)
{
    const struct access access = access_of(e, store);
    const uint32_t vector = store->data / SIM_LANES, dwords = access.bytes / 4,
                   apart = access.lie == STEPS ? access.form.step * 4 : access.bytes;
    ssa value[4];
    for (unsigned k = 0; k < dwords; k++)
        value[k] = emit_load_lanes(e, e->vector[vector + k]);
    if (access.lie == STEPS)
        emit_ask_ahead(e, at, access.bytes, apart, true);
    if (access.lie == ON_BASIS && near)
        emit_store_near(e, near, at, vector);
    else if (dwords == 1)
        emit_store_lines(e, value, 1, at);
    else
        emit_store_elements(e, dwords, at, apart, value);
}

/* Whether both stores of a program may fill what lies between lanes that are near each other.
 * AVX-512 stores some lanes of a vector as fast as all. */
static bool may_fill(const struct emitter *e)
{
    const struct sim_store *store = e->program->stores;
    if (e->program->store_count != 2 || recompiler_has_avx512(e->host))
        return false;
    const struct access a = access_of(e, &store[0]), b = access_of(e, &store[1]);
    return a.lie == ON_BASIS && a.bytes == 4 && b.bytes == 4 && a.form.basis == b.form.basis &&
           a.form.step == b.form.step;
}

static ssa taken_of(struct emitter *e, const struct strides *strides)
{
    return emit_field(e, e->i32, e->strides[strides->basis], SIM_STRIDES_TAKEN * sizeof(uint32_t));
}

static void leave_unless_filled(struct emitter *e, const struct strides *strides)
{
    ssa from = LLVMBuildPtrToInt(e->builder, e->wide.store[0].at, e->i64, ""),
        to = LLVMBuildPtrToInt(e->builder, e->wide.store[1].at, e->i64, ""),
        filled =
            emit_call(e, "sim_block_filled", taken_of(e, strides), emit_op(e, LLVMSub, to, from));
    emit_leave_unless(e, emit_op(e, LLVMOr, strides->beside, filled));
}

static void fill_blocks(struct emitter *e, const struct strides *strides)
{
    const struct sim_store *store = e->program->stores;
    for (unsigned i = 0; i < SIM_NATIVE_BLOCKS; i++) {
        emit_take_part(e, i);
        emit_call(e, "sim_block_store_filled",
                  emit_further(e, e->wide.store[0].at, e->wide.store[0].distance[i]),
                  e->vector[store[0].data / SIM_LANES], e->vector[store[1].data / SIM_LANES],
                  taken_of(e, strides));
    }
    emit_take_all(e);
}

/* In the order of blocks; `near`: of lanes that are near each other, where a basis says how. */
static void store_blocks(struct emitter *e, const struct strides *strides, bool near)
{
    const struct sim_program *p = e->program;
    for (unsigned i = 0; i < SIM_NATIVE_BLOCKS; i++) {
        emit_take_part(e, i);
        for (uint32_t s = 0; s < p->store_count; s++)
            store_block(e, &p->stores[s],
                        emit_further(e, e->wide.store[s].at, e->wide.store[s].distance[i]),
                        near ? &strides[s] : NULL);
    }
    emit_take_all(e);
}

/* Finds the windows of all stores. Returns the first one whose lanes may be near each other, with
 * those of all others that may, or NULL. */
static const struct strides *find_stores(struct emitter *e, struct strides *strides)
{
    const struct strides *near = NULL;
    for (uint32_t s = 0; s < e->program->store_count; s++) {
        const struct access access = access_of(e, &e->program->stores[s]);
        strides[s] = find_window(e, &access, &e->wide.store[s]);
        if (near && strides[s].near)
            emit_leave_unless(e, emit_test(e, LLVMIntEQ, near->beside, strides[s].beside));
        near = near || !strides[s].near ? near : &strides[s];
    }
    return near;
}

void emit_wide_stores(struct emitter *e)
{
    struct strides strides[SIM_WIDE_ACCESSES];
    if (e->wide.stored)
        return;
    e->wide.stored = true;
    const struct strides *near = find_stores(e, strides);
    const bool fills = near && may_fill(e);
    if (fills)
        leave_unless_filled(e, near);
    leave_where_blocks_meet(e);
    const struct ways ways = near ? emit_part_strides(e, near) : (struct ways){0};
    store_blocks(e, strides, false);
    if (near) {
        emit_turn(e, ways);
        fills ? fill_blocks(e, near) : store_blocks(e, strides, true);
        emit_join(e, ways);
    }
}
