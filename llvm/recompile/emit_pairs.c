/* SPDX-License-Identifier: MIT */
/* emit_pairs.c: rows of a group that tiles keep together, two of which go abreast. A program that
 * stores texels as it has read them copies those of a group by whole lines of the host's cache,
 * where both places allow that. It is decided at the fetch of the first rows, where the store's
 * coordinates are known already. */
#include "driver/sim/decode/operands.h"
#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/abreast.h"
#include "llvm/recompile/emit_smooth.h"
#include "llvm/recompile/emitter.h"

bool emit_has_pairs(const struct emitter *e)
{
    return e->column && e->abreast == 2 && e->state->line == RECOMPILE_LINE_Y &&
           recompile_pairs_rows(e->program);
}

/* Whether blocks of the group have this coordinate, of rows one below the other. */
static bool is_of_rows(const struct emitter *e, uint32_t vector, unsigned axis)
{
    const struct affine_form form = affine_vector(&e->forms, vector * SIM_LANES);
    return form.bits == 32 && !form.basis && form.step == (axis == SIM_X) && form.shared &&
           form.apart == (axis == SIM_Y) &&
           form.beside == (axis == SIM_X && e->column > 1 ? SIM_NATIVE_LANES : 0);
}

/* Whether items from one of an instruction on, up to a later instruction, write a vector. */
static bool is_written(const struct emitter *e, uint32_t cf, uint32_t item, uint32_t end,
                       uint32_t vector)
{
    const struct sim_program *p = e->program;
    for (; cf < end; cf++, item = p->cf[cf].first)
        for (; item < p->cf[cf].first + p->cf[cf].count; item++) {
            const struct sim_operands written = sim_item_writes(p, &p->cf[cf], item);
            SIM_FOR_OPERANDS(to, written)
                SIM_FOR_VECTORS(v, to, p)
                    if (v == vector)
                        return true;
        }
    return false;
}

/* The instruction that has the program's store; the last one that does anything. UINT32_MAX: there
 * is none. */
static uint32_t find_store(const struct sim_program *p)
{
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < p->cf_count; i++)
        if (p->cf[i].items)
            last = i;
    return last != UINT32_MAX && p->cf[last].items == SIM_ITEMS_STORE ? last : UINT32_MAX;
}

static bool is_kept_kind(enum sim_texel_kind kind)
{
    return kind == SIM_TEXEL_UNORM8 || kind == SIM_TEXEL_FLOAT4;
}

/* Whether fetch and store are of surfaces whose texels are the same, and have lines. */
static bool are_alike(const struct sim_sample_how *from, const struct recompile_store_state *to)
{
    return to->typed && to->how.quads && !to->how.flat && from->quads && !from->flat &&
           is_kept_kind(from->format.kind) && from->format.kind == to->how.format.kind &&
           to->how.coordinates >> SIM_Y & 1u && sim_axis_kind(from->dim, SIM_Y) == SIM_AXIS_TEXELS;
}

/* Finds the coordinates of the store; false: they are no rows', or not known at the fetch. */
static bool find_target(struct emitter *e, const struct sim_fetch *fetch, uint32_t cf, ssa at[3])
{
    const struct sim_program *p = e->program;
    const struct sim_store *store = &p->stores[p->cf[cf].first];
    const uint32_t item = (uint32_t)(fetch - p->fetches);
    for (unsigned axis = 0; axis < SIM_AXES; axis++) {
        const uint32_t vector = store->index / SIM_LANES + axis;
        if (!(e->state->stores[store->rat].how.coordinates >> axis & 1u))
            at[axis] = emit_i32(e, 0);
        else if (!is_of_rows(e, vector, axis) || is_written(e, e->cf, item, cf, vector))
            return false;
        else
            at[axis] = emit_first(e, vector * SIM_LANES);
    }
    return true;
}

/* The same of the fetch, whose coordinates must be whole numbers. */
static bool find_source(struct emitter *e, const struct sim_fetch *fetch, unsigned dim, ssa at[3])
{
    uint32_t vector[SIM_AXES];
    if (!emit_finds_steps(e, fetch, vector))
        return false;
    for (unsigned axis = 0; axis < SIM_AXES; axis++) {
        const bool has = sim_axis_kind(dim, axis) != SIM_AXIS_NONE;
        if (has && !is_of_rows(e, vector[axis], axis))
            return false;
        at[axis] = has ? emit_first(e, vector[axis] * SIM_LANES) : emit_i32(e, 0);
    }
    return true;
}

void emit_pairs_fetch(struct emitter *e, const struct sim_fetch *fetch)
{
    const struct recompile_fetch_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)];
    const uint32_t cf = find_store(e->program);
    struct emitter_pair *pair = &e->pair;
    if (!e->pairs || !e->whole || cf == UINT32_MAX || !emit_may_be_row(state))
        return;
    const struct sim_store *store = &e->program->stores[e->program->cf[cf].first];
    if (store->rat >= HW_RATS || store->rat_index_mode ||
        !are_alike(&state->texture.how, &e->state->stores[store->rat]) ||
        !find_source(e, fetch, state->texture.how.dim, pair->from) ||
        !find_target(e, fetch, cf, pair->to))
        return;
    pair->fetch = fetch;
    pair->copies = emit_new_block(e);
    pair->otherwise = emit_new_block(e);
    pair->ended = emit_new_block(e);
    emit_branch(e, emit_test(e, LLVMIntEQ, emit_load(e, e->i32, e->done), emit_i32(e, 0)),
                pair->copies, pair->otherwise);
    emit_begin_block(e, pair->otherwise);
}

/* Writes the block that copies. */
static void copy_rows(struct emitter *e, const struct sim_store *store)
{
    const struct emitter_pair *pair = &e->pair;
    const bool bytes = e->state->stores[store->rat].how.format.kind == SIM_TEXEL_UNORM8;
    ssa copied =
        emit_ready(e, copy[bytes ? RECOMPILE_BYTES : RECOMPILE_FLOATS], e->i1,
                   emit_surface(e, pair->fetch->resource), pair->from[0], pair->from[1],
                   pair->from[2], emit_target(e, store->rat), pair->to[0], pair->to[1], pair->to[2],
                   emit_i32(e, e->column), emit_i32(e, e->state->blocks / e->column),
                   LLVMConstInt(e->i1, e->state->pieces != 0, false),
                   LLVMConstInt(e->i1, e->state->streams != 0, false));
    emit_branch(e, copied, pair->ended, pair->otherwise);
    e->copies = true;
    e->streams |= e->state->streams != 0;
}

void emit_pairs_store(struct emitter *e, const struct sim_store *store)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    if (!e->pair.copies || !e->whole || !emit_texels_are_kept(e, store))
        return;
    emit_begin_block(e, e->pair.copies);
    e->pair.copies = NULL;
    copy_rows(e, store);
    emit_begin_block(e, here);
}

void emit_end_pairs(struct emitter *e)
{
    if (!e->pair.copies)
        return;
    emit_begin_block(e, e->pair.copies);
    emit_go(e, e->pair.otherwise);
}

/* ---- filtered twins ---- */

/* Whether tiles of a store's surface keep pairs of rows of such texels together. */
static bool stores_twins(const struct recompile_store_state *state, enum sim_texel_kind kind)
{
    const bool bytes = kind == SIM_TEXEL_UNORM8;
    return state->typed &&
           state->how.quads == recompile_quads[bytes ? RECOMPILE_BYTES : RECOMPILE_FLOATS] &&
           !state->how.flat && state->how.format.kind == kind &&
           state->how.coordinates >> SIM_Y & 1u;
}

static void store_field(struct emitter *e, size_t offset, ssa value)
{
    emit_store(e, value, emit_behind(e, e->both.target, offset));
}

bool emit_twins_target(struct emitter *e, const struct sim_fetch *fetch)
{
    const enum sim_texel_kind kind =
        e->state->fetches[sim_fetch_access(e->program, fetch)].texture.how.format.kind;
    const uint32_t cf = find_store(e->program);
    const struct sim_store *store =
        cf == UINT32_MAX ? NULL : &e->program->stores[e->program->cf[cf].first];
    ssa at[3];
    if (!store || store->rat >= HW_RATS || store->rat_index_mode ||
        !stores_twins(&e->state->stores[store->rat], kind) || !find_target(e, fetch, cf, at))
        return false;
    store_field(e, offsetof(struct sim_twin_target, how), e->store[store->rat]);
    store_field(e, offsetof(struct sim_twin_target, surface), emit_target(e, store->rat));
    store_field(e, offsetof(struct sim_twin_target, frame), e->frame);
    for (unsigned axis = 0; axis < SIM_AXES; axis++)
        store_field(e, offsetof(struct sim_twin_target, x) + axis * sizeof(uint32_t), at[axis]);
    for (unsigned block = 0; block < SIM_SMOOTH_BLOCKS; block++) {
        emit_take_part(e, block);
        store_field(e, offsetof(struct sim_twin_target, exec) + block * sizeof(uint32_t),
                    emit_exec(e));
    }
    emit_take_all(e);
    return true;
}

bool emit_twins_store(struct emitter *e, const struct sim_store *store)
{
    if (!e->both.call || !emit_texels_are_twins(e, store))
        return false;
    LLVMSetOperand(e->both.call, 5, e->both.target);
    return true;
}
