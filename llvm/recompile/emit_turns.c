/* SPDX-License-Identifier: MIT */
/* emit_turns.c: short programs take a wavefront's blocks one after the other in one call, so that
 * what blocks share is found once: the call itself is a good part of a program that only copies. */
#include "llvm/recompile/emit_planes.h"

/* Operations and accesses of a program that is short. */
enum { MOST_OPS = 64, MOST_ACCESSES = 8 };

bool emit_has_turns(const struct emitter *e)
{
    const struct sim_program *p = e->program;
    return !p->barriers && !e->flow.loops && !e->indexed && e->state->rows &&
           !e->state->scratch_dwords && p->op_count <= MOST_OPS &&
           p->fetch_count + p->store_count <= MOST_ACCESSES;
}

/* Along an axis on which all of a wavefront's work-items are in one place. */
static bool is_shared(const struct emitter *e, unsigned axis)
{
    return axis && e->state->rows == SIM_NATIVE_BLOCKS && !e->column;
}

static ssa load_ids(struct emitter *e, ssa from, unsigned axis)
{
    return emit_field(e, e->lanes, from, axis * sizeof(sim_vector));
}

void emit_start_turns(struct emitter *e)
{
    ssa group = emit_field(e, e->ptr, e->wave, offsetof(struct sim_wave, group));
    for (unsigned c = 0; c < 3; c++)
        e->group[c] = emit_field(e, e->i32, group, offsetof(struct sim_group, id[c]));
    e->vectors_at = emit_behind(e, e->wave, offsetof(struct sim_wave, base[SIM_SPACE_WAVE]));
    e->ids_at = emit_behind(e, e->wave, offsetof(struct sim_wave, ids));
    e->of[0].vectors = e->first_vectors = emit_load(e, e->ptr, e->vectors_at);
    e->of[0].ids = e->first_ids = emit_load(e, e->ptr, e->ids_at);
    emit_take_all(e);
    if (!e->turns)
        return;
    e->done = emit_variable(e, e->i32);
    emit_store(e, emit_i32(e, 0), e->done);
    e->left = emit_variable(e, e->i1);
    emit_store(e, LLVMConstInt(e->i1, false, false), e->left);
    e->first_at = emit_behind(e, e->wave, offsetof(struct sim_wave, first));
    e->first_lane = emit_load(e, e->i32, e->first_at);
    e->all_live = emit_field(e, e->i64, e->wave, offsetof(struct sim_wave, whole));
    for (unsigned axis = 0; axis < 3; axis++)
        if (is_shared(e, axis))
            e->shared_ids[axis] = load_ids(e, e->first_ids, axis);
}

/* Tells the wavefront which of its blocks runs, as whoever is asked by it looks there. */
static void take_turn(struct emitter *e)
{
    e->turn = emit_new_block(e);
    emit_go(e, e->turn);
    emit_begin_block(e, e->turn);
    ssa lanes = emit_load(e, e->i32, e->done);
    emit_store(e, emit_op(e, LLVMAdd, e->first_lane, lanes), e->first_at);
    ssa bytes = emit_op(e, LLVMShl, emit_wide(e, lanes), emit_i64(e, 2));
    for (unsigned i = 0; i < e->abreast; i++) {
        ssa part = emit_op(e, LLVMAdd, bytes, emit_i64(e, i * sizeof(sim_native_vector)));
        e->of[i].vectors = emit_further(e, e->first_vectors, part);
        e->of[i].ids = emit_further(e, e->first_ids, part);
    }
    emit_take_all(e);
    emit_store(e, e->vectors, e->vectors_at);
    emit_store(e, e->ids, e->ids_at);
}

/* The same of a group. */
static void take_turn_of_group(struct emitter *e)
{
    e->turn = emit_new_block(e);
    emit_go(e, e->turn);
    emit_begin_block(e, e->turn);
    for (unsigned i = 0; i < e->abreast; i++) {
        emit_take_part(e, i);
        ssa part = emit_find_part(e, emit_part_number(e), 3 * sizeof(sim_vector));
        e->of[i].ids = emit_further(e, e->first_ids, part);
    }
    emit_take_all(e);
}

void emit_begin_turn(struct emitter *e)
{
    if (e->turns)
        e->column ? take_turn_of_group(e) : take_turn(e);
    emit_begin_planes(e);
    if (e->regions)
        emit_begin_regions(e);
    e->live = e->state->rows /* a group then has whole blocks alone */
                  ? emit_all_lanes(e)
                  : emit_field(e, e->mask_of_one, e->wave, offsetof(struct sim_wave, live));
}

static void end_turn_of_group(struct emitter *e)
{
    LLVMBasicBlockRef ended = e->pair.ended ? e->pair.ended : emit_new_block(e);
    ssa next = emit_op(e, LLVMAdd, emit_load(e, e->i32, e->done), emit_i32(e, 1));
    emit_store(e, next, e->done);
    emit_branch(e, emit_test(e, LLVMIntULT, next, emit_i32(e, e->state->blocks / e->abreast)),
                e->turn, ended);
    emit_begin_block(e, ended);
    emit_end_group(e);
}

void emit_end_turn(struct emitter *e)
{
    if (e->column)
        end_turn_of_group(e);
    if (!e->turns || e->column)
        return;
    const unsigned lanes = e->abreast * SIM_NATIVE_LANES;
    LLVMBasicBlockRef ended = emit_new_block(e);
    /* By the sum and its limit the compiler knows that the turns end (cycles.c). */
    ssa done = emit_load(e, e->i32, e->done), next = emit_op(e, LLVMAdd, done, emit_i32(e, lanes));
    emit_store(e, next, e->done);
    ssa number = emit_wide(e, emit_op(e, LLVMAdd, e->first_lane, done)),
        left = emit_op(e, LLVMLShr, e->all_live, number),
        some = emit_test(e, LLVMIntUGT, left, emit_i64(e, UINT64_MAX >> (SIM_LANES - lanes))),
        inside = emit_test(e, LLVMIntULT, next, emit_i32(e, SIM_LANES));
    emit_branch(e, emit_op(e, LLVMAnd, inside, some), e->turn, ended);
    emit_begin_block(e, ended);
    /* The last block of all is that which whoever called looks for. */
    if (e->abreast > 1)
        emit_store(e,
                   emit_op(e, LLVMAdd, e->first_lane,
                           emit_op(e, LLVMAdd, done, emit_i32(e, lanes - SIM_NATIVE_LANES))),
                   e->first_at);
}

ssa emit_own_ids(struct emitter *e, unsigned axis)
{
    if ((e->regions && e->state->line) || e->runs)
        return emit_line_ids(e, axis);
    if (e->abreast > 1 && e->column && e->state->line == RECOMPILE_LINE_Y && axis != 1)
        return load_ids(e, e->of[e->part % e->along].ids, axis); /* rows differ along y alone */
    return e->turns && is_shared(e, axis) ? e->shared_ids[axis] : load_ids(e, e->ids, axis);
}
