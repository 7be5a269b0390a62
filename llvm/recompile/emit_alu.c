/* SPDX-License-Identifier: MIT */
/* emit_alu.c: ALU operations; of what all lanes have, and of what has an affine form, on the first
 * lane alone. */
#include "driver/sim/decode/traits.h"
#include "llvm/recompile/emit_runs.h"
#include "llvm/recompile/emitter.h"
#include "llvm/recompile/limits.h"

#define ONE_FLOAT 0x3f800000u

static uint32_t and_mask(const struct sim_src *src)
{
    return src->mods & SIM_SRC_ABS ? INT32_MAX : UINT32_MAX;
}

static uint32_t xor_mask(const struct sim_src *src)
{
    return src->mods & SIM_SRC_NEG ? 1u << 31 : 0;
}

/* A vector, or lanes that are one, where nothing has changed them yet. */
static ssa plain_source(struct emitter *e, const struct sim_src *src, unsigned i)
{
    const uint32_t vector = src->offset / SIM_LANES;
    if (src->special) {
        emit_store(e, emit_spread(e, emit_special(e, src->special)), e->source[i]);
        return e->source[i];
    }
    if (src->space == SIM_SPACE_WAVE)
        return e->vector[vector];
    if (src->space == SIM_SPACE_CONST)
        return e->constant[vector];
    if (!e->literal[vector])
        e->literal[vector] = emit_constant_lanes(e, e->program->literals[src->offset]);
    return e->literal[vector];
}

ssa emit_source(struct emitter *e, const struct sim_alu_op *op, unsigned i)
{
    const struct sim_src *src = &op->src[i];
    ssa from = plain_source(e, src, i), own = e->source[i];
    if (src->mods & SIM_SRC_FLUSH) {
        emit_short(e, "sim_block_flush", own, from);
        from = own;
    }
    if (src->mods & (SIM_SRC_NEG | SIM_SRC_ABS)) {
        emit_short(e, "sim_block_modify", own, from, emit_i32(e, and_mask(src)),
                   emit_i32(e, xor_mask(src)));
        from = own;
    }
    return from;
}

/* ---- the first lane ---- */

ssa emit_scalar_source(struct emitter *e, const struct sim_src *src)
{
    ssa value;
    if (src->special)
        value = emit_special(e, src->special);
    else if (src->space == SIM_SPACE_LITERAL)
        value = emit_i32(e, e->program->literals[src->offset]);
    else if (src->space == SIM_SPACE_CONST)
        value = e->constant_lane[src->offset / SIM_LANES];
    else
        value = emit_first(e, src->offset);
    if (src->mods & SIM_SRC_FLUSH)
        value = emit_short(e, "sim_block_flush_one", value);
    if (src->mods & (SIM_SRC_NEG | SIM_SRC_ABS))
        value = emit_short(e, "sim_block_modify_one", value, emit_i32(e, and_mask(src)),
                           emit_i32(e, xor_mask(src)));
    return value;
}

ssa emit_scalar(struct emitter *e, const struct sim_alu_op *op)
{
    ssa source[3];
    for (unsigned i = 0; i < 3; i++)
        source[i] = affine_source(&e->forms, &op->src[i]).bits ? emit_scalar_source(e, &op->src[i])
                                                               : emit_i32(e, 0);
    ssa value = emit_call_op(e, "scalar", op->map, source, 3);
    return op->finish ? emit_short(e, "sim_block_finish_one", value, emit_i32(e, op->finish))
                      : value;
}

/* ---- all lanes ---- */

static ssa compute(struct emitter *e, const struct sim_alu_op *op)
{
    ssa args[4] = {e->result[0]};
    for (unsigned i = 0; i < 3; i++)
        args[1 + i] = emit_source(e, op, i);
    emit_call_op(e, "alu", op->map, args, 4);
    if (op->finish)
        emit_call(e, "sim_block_finish", e->result[0], emit_i32(e, op->finish));
    return emit_load_lanes(e, e->result[0]);
}

/* The mask of the lanes that take part in an operation. */
static ssa participants(struct emitter *e, const struct sim_alu_op *op)
{
    ssa exec = emit_run_mask(e);
    if (!op->predicate)
        return exec;
    ssa predicate = emit_mask(e, MASK_PREDICATE);
    return op->predicate == HW_PRED_SEL_ONE ? emit_op(e, LLVMAnd, exec, predicate)
                                            : emit_and_not(e, exec, predicate);
}

static void emit_map(struct emitter *e, const struct sim_alu_op *op)
{
    const uint32_t vector = op->dst / SIM_LANES;
    emit_converted(e, op);
    if (op->predicate) {
        const bool *blended = e->flow.blended;
        ssa value = compute(e, op);
        emit_assign(e, vector, value,
                    !blended || blended[op - e->program->ops] ? participants(e, op) : NULL);
        return;
    }
    const struct affine_form form = affine_result(&e->forms, op);
    if (!form.bits || form.basis) {
        const struct ways ways = emit_part_calm(e, op);
        emit_assign_run(e, vector, compute(e, op));
        emit_join_calm(e, op, ways);
        emit_strides(e, op);
        return;
    }
    ssa first = emit_scalar(e, op);
    emit_assign_run(e, vector, affine_is_uniform(form) ? emit_spread(e, first) : compute(e, op));
    if (e->flow.scalar[vector])
        emit_store(e, first, e->first[vector]);
}

/* The numbers that a test's result is: 0.0 where it holds (one bit, or one of each lane), else 1.0.
 */
static ssa truth(struct emitter *e, ssa holds)
{
    return emit_select(e, holds, emit_splat(e, 0), emit_splat(e, ONE_FLOAT));
}

/* Where a test holds, as a mask of the lanes that take part, and the numbers that the result is. */
static ssa test(struct emitter *e, const struct sim_alu_op *op, ssa mask, ssa *number)
{
    const int folded = sim_folded_test(&e->folded, e->program, op);
    ssa holds;
    if (folded >= 0) {
        holds = LLVMConstInt(e->i1, e->state->folded >> folded & 1u, false);
        *number = truth(e, holds);
        return emit_select(e, holds, mask, emit_no_lanes(e));
    }
    if (e->whole &&
        (affine_is_uniform(affine_result(&e->forms, op)) || limits_alike(&e->forms, op))) {
        holds = emit_test(e, LLVMIntSLT, emit_scalar(e, op), emit_i32(e, 0));
        *number = truth(e, holds);
        return emit_select(e, holds, emit_live(e), emit_no_lanes(e));
    }
    holds = emit_test(e, LLVMIntSLT, compute(e, op), emit_splat(e, 0));
    *number = truth(e, holds);
    return emit_op(e, LLVMAnd, LLVMBuildBitCast(e->builder, holds, e->mask_of_one, ""), mask);
}

static void turn_off(struct emitter *e, unsigned which, ssa off)
{
    emit_set_mask(e, which, emit_and_not(e, emit_mask(e, which), off));
}

/* Whether a test is one for all blocks that go abreast, and is made once. */
static bool is_agreed(const struct emitter *e, const struct sim_alu_op *op)
{
    return e->abreast > 1 && e->whole && affine_is_uniform(affine_result(&e->forms, op)) &&
           affine_repeated_op(&e->forms, op);
}

/* The numbers that a test's result is, in the blocks that it was made for. */
static void assign_test(struct emitter *e, const struct sim_alu_op *op, ssa number, ssa mask)
{
    const uint32_t vector = op->dst / SIM_LANES;
    if (op->dst == SIM_NO_DST)
        return;
    if (e->apart || e->abreast == 1)
        emit_assign(e, vector, number, mask);
    for (unsigned i = 0; !e->apart && i < e->abreast && e->abreast > 1; i++)
        emit_store(e, number, e->of[i].vector[vector]);
}

static void emit_predicate(struct emitter *e, const struct sim_alu_op *op)
{
    ssa number, mask = participants(e, op), passed = test(e, op, mask, &number);
    assign_test(e, op, number, mask);
    if (op->update & SIM_UPDATE_PRED)
        emit_set_mask(
            e, MASK_PREDICATE,
            emit_op(e, LLVMOr, emit_and_not(e, emit_mask(e, MASK_PREDICATE), mask), passed));
    if (!(op->update & SIM_UPDATE_EXEC))
        return;
    if (e->whole) {
        emit_set_mask(e, MASK_BRANCH, passed);
        emit_set_mask(e, MASK_EXEC, passed);
        return;
    }
    ssa off = emit_and_not(e, mask, passed);
    turn_off(e, MASK_BRANCH, off);
    turn_off(e, MASK_EXEC, off);
}

/* ---- others ---- */

/* The address register's part that an operand or a result is indexed by, as a vector. */
static uint32_t address_vector(const struct emitter *e, unsigned relative)
{
    return sim_program_vector(e->program, SIM_VECTOR_ADDRESS + relative - 1u);
}

/* Has the interpreter carry the operation out: sources and result go through the wavefront's
 * memory. */
void emit_asked(struct emitter *e, const struct sim_alu_op *op)
{
    emit_begin_ask(e);
    for (unsigned i = 0; i < 3; i++) {
        if (op->src[i].relative)
            emit_to_memory(e, address_vector(e, op->src[i].relative));
        else if (op->src[i].space == SIM_SPACE_WAVE)
            emit_to_memory(e, op->src[i].offset / SIM_LANES);
    }
    if (op->dst_relative)
        emit_to_memory(e, address_vector(e, op->dst_relative));
    else if (op->dst != SIM_NO_DST)
        emit_to_memory(e, op->dst / SIM_LANES);
    for (unsigned i = 0; i < 2; i++)
        if (op->lds_result[i] != SIM_NO_DST)
            emit_to_memory(e, op->lds_result[i] / SIM_LANES);
    emit_ask(e, offsetof(struct sim_native_frame, operation), (uint32_t)(op - e->program->ops));
    for (unsigned i = 0; i < 2; i++)
        if (op->lds_result[i] != SIM_NO_DST)
            emit_from_memory(e, op->lds_result[i] / SIM_LANES);
    if (!op->dst_relative && op->dst != SIM_NO_DST)
        emit_from_memory(e, op->dst / SIM_LANES);
}

/* Both halves of a double, by the lane function of its row. */
static void emit_double(struct emitter *e, const struct sim_alu_op *op)
{
    ssa args[8] = {e->texel[0], e->texel[1]};
    for (unsigned i = 0; i < 6; i++) {
        const struct sim_src *src = &op->src[i / 2];
        args[2 + i] =
            src->space == SIM_SPACE_WAVE ? e->vector[src->offset / SIM_LANES + i % 2] : e->zero;
    }
    emit_call_op(e, "double", op->op, args, 8);
    for (unsigned k = 0; k < 2; k++)
        emit_copy_lanes(e, e->texel[k], e->vector[op->dst / SIM_LANES + k]);
}

/* Whether a source is the mask of a wavefront's lanes, of which a block has a part. */
static bool has_mask(const struct sim_alu_op *op)
{
    for (unsigned i = 0; i < 3; i++)
        if (op->src[i].special == HW_SRC_MASK_LO || op->src[i].special == HW_SRC_MASK_HI)
            return true;
    return false;
}

static bool emit_action(struct emitter *e, const struct sim_alu_op *op)
{
    switch ((enum sim_action)op->action) {
    case SIM_ACTION_PREDICATE:
        emit_predicate(e, op);
        return true;
    case SIM_ACTION_LDS:
    case SIM_ACTION_DOUBLE:
        if (op->predicate)
            return emit_refuse(e, "predicates on local memory or double precision");
        (op->action == SIM_ACTION_LDS ? emit_lds : emit_double)(e, op);
        return true;
    case SIM_ACTION_BARRIER:
        emit_barrier(e, op);
        return true;
    case SIM_ACTION_CF_INDEX:
        if (op->predicate || e->program->barriers)
            return emit_refuse(e, "indices of resources that may be another block's");
        emit_asked(e, op);
        return true;
    default:
        return emit_refuse(e, "an operation that is not known");
    }
}

static bool emit_any_op(struct emitter *e, const struct sim_alu_op *op)
{
    if (sim_op_traits(op).affine == SIM_AFFINE_OWN)
        return emit_refuse(e, "counts of lanes");
    if (has_mask(op) && !e->whole)
        return emit_refuse(e, "masks of lanes");
    if (sim_op_indexed(op)) {
        if (op->predicate || op->flags & SIM_OP_ACTION)
            return emit_refuse(e, "predicates or actions on indexed registers");
        emit_asked(e, op);
        return true;
    }
    if (op->flags & SIM_OP_ACTION)
        return emit_action(e, op);
    emit_map(e, op);
    return true;
}

/* Whether a result is one for all blocks that go abreast, and is computed once. */
static bool is_computed_once(const struct emitter *e, const struct sim_alu_op *op)
{
    return !(op->flags & SIM_OP_ACTION) && !op->predicate && !sim_op_indexed(op) &&
           op->dst != SIM_NO_DST && !emit_is_converted(op) && is_agreed(e, op);
}

/* Gives the other blocks the first one's result. */
static void copy_result(struct emitter *e, const struct sim_alu_op *op)
{
    const uint32_t vector = op->dst / SIM_LANES;
    ssa lanes = emit_load_lanes(e, e->of[0].vector[vector]);
    for (unsigned i = 1; i < e->abreast; i++) {
        emit_store(e, lanes, e->of[i].vector[vector]);
        if (e->flow.scalar[vector])
            emit_store(e, emit_load(e, e->i32, e->of[0].first[vector]), e->of[i].first[vector]);
    }
}

/* An operation of each of the blocks that go abreast, or of all of them. */
static bool emit_in_blocks(struct emitter *e, const struct sim_alu_op *op)
{
    bool sound = true;
    if (e->abreast == 1 || (op->action == SIM_ACTION_PREDICATE && is_agreed(e, op)))
        return emit_any_op(e, op);
    const bool once = is_computed_once(e, op);
    for (unsigned i = 0; i < (once ? 1 : e->abreast) && sound; i++) {
        emit_take_part(e, i);
        sound = emit_any_op(e, op);
    }
    emit_take_all(e);
    if (once)
        copy_result(e, op);
    return sound;
}

bool emit_alu(struct emitter *e, const struct sim_alu_op *op)
{
    const bool sound = emit_in_blocks(e, op);
    emit_texels_op(e, op);
    if (flow_leaves_at(&e->forms, op, &e->at))
        emit_assume(e);
    flow_op(&e->forms, op, &e->at);
    e->whole = flow_whole(&e->at);
    return sound;
}
