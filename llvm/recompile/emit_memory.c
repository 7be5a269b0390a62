/* SPDX-License-Identifier: MIT */
/* emit_memory.c: fetches and stores. */
#include "driver/sim/exec/provenance.h"
#include "llvm/recompile/emit_runs.h"
#include "llvm/recompile/emit_smooth.h"
#include "llvm/recompile/emitter.h"

ssa emit_range(struct emitter *e, uint32_t access)
{
    ssa ranges =
        emit_field_that_stays(e, e->ptr, e->frame, offsetof(struct sim_native_frame, ranges));
    return emit_behind(e, ranges, access * 2 * sizeof(struct sim_native_range));
}

static void ask(struct emitter *e, size_t function, uint32_t index)
{
    if (e->apart_lanes)
        emit_ask_apart(e, function, index, e->apart_lanes);
    else
        emit_ask(e, function, index);
}

/* ---- fetches ---- */

void emit_asked_fetch(struct emitter *e, const struct sim_fetch *fetch)
{
    emit_begin_ask(e);
    for (unsigned c = 0; c < 4; c++)
        if (fetch->src_sel[c] <= HW_SEL_W && (!c || fetch->kind != SIM_FETCH_BUFFER))
            emit_to_memory(e, fetch->src / SIM_LANES + fetch->src_sel[c]);
    for (unsigned c = 0; c < 4 && !e->whole; c++) /* of lanes that keep their values */
        if (fetch->dst_sel[c] != HW_SEL_MASK)
            emit_to_memory(e, fetch->dst / SIM_LANES + c);
    ask(e, offsetof(struct sim_native_frame, fetch), sim_fetch_access(e->program, fetch));
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] != HW_SEL_MASK)
            emit_from_memory(e, fetch->dst / SIM_LANES + c);
}

/* Writes channels, or constants, to the destination, in the lanes that run. */
void emit_deliver(struct emitter *e, const struct sim_fetch *fetch, const uint8_t dst_sel[4],
                  uint32_t one)
{
    ssa value[4];
    for (unsigned c = 0; c < 4; c++)
        if (dst_sel[c] != HW_SEL_MASK)
            value[c] = dst_sel[c] <= HW_SEL_W ? emit_load_lanes(e, e->texel[dst_sel[c]])
                                              : emit_splat(e, dst_sel[c] == HW_SEL_1 ? one : 0);
    for (unsigned c = 0; c < 4; c++)
        if (dst_sel[c] != HW_SEL_MASK)
            emit_assign_run(e, fetch->dst / SIM_LANES + c, value[c]);
}

/* Coordinates are copied: what a function that is called is given cannot stay in host registers. */
void emit_copy_coordinates(struct emitter *e, const struct sim_fetch *fetch, ssa to[4])
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->src_sel[c];
        if (sel > HW_SEL_W)
            emit_store(e, emit_splat(e, sel == HW_SEL_1 ? 0x3f800000u : 0), to[c]);
        else
            emit_copy_lanes(e, e->vector[fetch->src / SIM_LANES + sel], to[c]);
    }
}

ssa emit_surface(struct emitter *e, uint32_t resource)
{
    return emit_behind(e, e->launch, offsetof(struct sim_launch, textures[resource].surface));
}

ssa emit_target(struct emitter *e, uint32_t rat)
{
    return emit_behind(e, e->launch, offsetof(struct sim_launch, rats[rat].surface));
}

ssa emit_surface_copy(struct emitter *e, ssa surface)
{
    ssa copy = emit_variable(e, LLVMArrayType2(e->i8, sizeof(struct sim_surface)));
    LLVMSetAlignment(copy, 8);
    ssa made =
        LLVMBuildMemCpy(e->builder, copy, 8, surface, 8, emit_i64(e, sizeof(struct sim_surface)));
    LLVMSetMetadata(made, LLVMGetMDKindIDInContext(e->context, "tbaa", 4), e->launched);
    return copy;
}

/* A block may have no lanes that run, where another one abreast has some: whoever looks how lanes
 * lie needs one. */
static LLVMBasicBlockRef begin_busy_part(struct emitter *e)
{
    return e->apart ? emit_begin_busy(e) : NULL;
}

/* The code that is ready for a fetch that filters. */
static ssa emit_filter_code(struct emitter *e, const struct emitter_fetch *f,
                            const struct sim_texture_state *state)
{
    const enum recompile_usual usual =
        state->how.format.kind == SIM_TEXEL_UNORM8 ? RECOMPILE_BYTES : RECOMPILE_FLOATS;
    return emit_ready_code(e, offsetof(struct sim_native_ready, filter[usual][f->axes - 1]));
}

static void fetch_sample(struct emitter *e, const struct sim_fetch *fetch,
                         const struct sim_texture_state *state)
{
    const struct emitter_fetch *f = &e->fetch[emit_same(e, sim_fetch_access(e->program, fetch))];
    ssa surface = emit_surface(e, fetch->resource), *at = e->coordinate,
        *to = f->axes ? e->rare_texel : e->texel;
    emit_copy_coordinates(e, fetch, at);
    ssa args[] = {to[0], to[1], to[2], to[3], surface, at[0], at[1], at[2], at[3], NULL};
    if (f->axes)
        args[9] = emit_filter_code(e, f, state);
    emit_call_own(e, f->sample, args, f->axes ? 10 : 9);
    e->filtered += f->axes > 0;
    for (unsigned c = 0; f->axes && c < 4; c++)
        emit_copy_lanes(e, to[c], e->texel[c]);
    emit_deliver(e, fetch, state->dst_sel, state->one);
}

static void fetch_of_one(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct recompile_fetch_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)];
    if (fetch->kind == SIM_FETCH_GRADIENTS) {
        emit_gradients(e, fetch);
    } else if (state->kind == RECOMPILE_FETCH_SAMPLE) {
        if (!emit_smooth(e, fetch))
            fetch_sample(e, fetch, &state->texture);
    } else if (state->kind == RECOMPILE_FETCH_LEVELS) {
        emit_levels(e, fetch);
    } else if (state->kind == RECOMPILE_FETCH_PLAIN) {
        emit_plain_fetch(e, fetch, state->stride);
    } else if (fetch->kind != SIM_FETCH_SCRATCH || !emit_scratch_fetch(e, fetch)) {
        emit_asked_fetch(e, fetch);
    }
}

void emit_fetch(struct emitter *e, const struct sim_fetch *fetch)
{
    const bool together = e->wide.narrow || emit_fetches_together(e, fetch),
               keeps = emit_smooth_keeps(e, fetch), both = emit_smooth_both(e, fetch);
    e->column_costs |= !together && e->at.loops;
    if (together)
        fetch_of_one(e, fetch);
    for (unsigned i = 0; i < e->abreast && !together && !both; i++) {
        emit_take_part(e, i);
        LLVMBasicBlockRef next = begin_busy_part(e);
        fetch_of_one(e, fetch);
        emit_end_busy(e, next);
    }
    emit_take_all(e);
    affine_fetch(&e->forms, fetch, e->whole);
    emit_texels_fetch(e, fetch, keeps);
}

/* ---- stores ---- */

/* Values that are returned come by a fetch: nothing is read here. */
void emit_asked_store(struct emitter *e, const struct sim_store *store)
{
    const bool raw = store->rat_op == HW_RAT_STORE_RAW && !e->state->stores[store->rat].typed;
    emit_begin_ask(e);
    for (unsigned c = 0; c < 4; c++) {
        if (!raw || store->comp_mask >> c & 1u)
            emit_to_memory(e, store->data / SIM_LANES + c);
        if (!raw || !c)
            emit_to_memory(e, store->index / SIM_LANES + c);
    }
    ask(e, offsetof(struct sim_native_frame, store), (uint32_t)(store - e->program->stores));
}

/* Whether the accesses of lanes are aligned. */
static ssa are_aligned(struct emitter *e, const struct sim_store *store)
{
    return emit_call(e, "sim_block_aligned", e->vector[store->index / SIM_LANES], e->mask_lanes,
                     emit_i32(e, HW_CHECKED_ALIGN(store->comp_mask, store->rat) - 1u));
}

/* Whether they are inside of the arguments that were selected. The function that is called gets
 * copies, so that the vectors can stay in host registers. */
static ssa are_chosen(struct emitter *e, const struct sim_store *store, ssa range, ssa provenance)
{
    const ssa *index = &e->vector[store->index / SIM_LANES];
    emit_spread_exec(e);
    emit_copy_lanes(e, index[0], e->chosen[0]);
    emit_copy_lanes(e, index[1], e->chosen[1]);
    emit_copy_lanes(e, e->mask_lanes, e->chosen[2]);
    return emit_call(e, "sim_block_selected", range, e->chosen[0], e->chosen[1], e->chosen[2],
                     provenance, emit_i32(e, sim_provenance_inputs(e->program)),
                     emit_i32(e, HW_SELECTED_BYTES(store->rat)));
}

/* Whether lanes that go by equal steps in one argument are known to, by the first and the last;
 * NULL: others. */
static ssa are_known_steps(struct emitter *e, const struct sim_store *store, ssa range)
{
    const struct affine_form form = affine_vector(&e->forms, store->index);
    const uint32_t base = store->index + SIM_LANES;
    if (form.bits < 32 || form.basis || !affine_is_uniform(affine_vector(&e->forms, base)))
        return NULL;
    return emit_call(e, "sim_block_selected_steps", range, emit_first(e, base),
                     emit_first(e, store->index),
                     emit_i64(e, (uint64_t)form.step * (SIM_NATIVE_LANES - 1)));
}

/* Nothing is looked for where the launch is not checked. */
static struct ways part_chosen(struct emitter *e, const struct sim_store *store)
{
    ssa range = emit_range(e, sim_store_access(e->program, store)),
        provenance =
            emit_field_that_stays(e, e->ptr, e->launch, offsetof(struct sim_launch, provenance)),
        unchecked = emit_test(e, LLVMIntEQ, provenance, LLVMConstNull(e->ptr)),
        known = are_known_steps(e, store, range);
    const struct ways ways = emit_part(e, known ? emit_op(e, LLVMOr, unchecked, known) : unchecked);
    emit_come_back(e, ways, are_chosen(e, store, range, provenance));
    return ways;
}

static struct ways part_aligned(struct emitter *e, const struct sim_store *store)
{
    emit_spread_exec(e);
    return emit_part(e, are_aligned(e, store));
}

static void emit_check(struct emitter *e, const struct sim_store *store)
{
    const bool selected = store->comp_mask == HW_CHECK_SELECTED;
    if (!selected && !(store->comp_mask & HW_CHECK_ALIGN))
        return;
    e->chooses |= selected;
    const struct ways ways = (selected ? part_chosen : part_aligned)(e, store);
    emit_asked_store(e, store);
    emit_turn(e, ways);
    emit_join(e, ways);
}

static void store_of_one(struct emitter *e, const struct sim_store *store)
{
    const bool scratch = store->cf_op == HW_CF_MEM_SCRATCH;
    if (scratch ? emit_scratch_store(e, store) : emit_atomic(e, store))
        return;
    if (scratch)
        emit_asked_store(e, store);
    else if (store->rat_op == HW_RAT_STORE_TYPED && !store->rat_index_mode &&
             store->rat < HW_RATS && e->state->stores[store->rat].typed)
        emit_typed_store(e, store);
    else if (store->rat_op == HW_RAT_NOP)
        emit_check(e, store);
    else if (store->rat_op == HW_RAT_STORE_RAW && store->comp_mask && !store->rat_index_mode)
        emit_plain_store(e, store);
    else
        emit_asked_store(e, store);
}

void emit_memory_store(struct emitter *e, const struct sim_store *store)
{
    if (e->runs) {
        emit_runs_store(e, store);
        return;
    }
    if (e->wide.narrow) {
        emit_wide_stores(e);
        return;
    }
    emit_pairs_store(e, store);
    if (emit_twins_store(e, store))
        return;
    for (unsigned i = 0; i < e->abreast; i++) {
        emit_take_part(e, i);
        LLVMBasicBlockRef next = begin_busy_part(e);
        store_of_one(e, store);
        emit_end_busy(e, next);
    }
    emit_take_all(e);
}
