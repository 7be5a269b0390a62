/* SPDX-License-Identifier: MIT */
/* emit_alu.c: ALU operations. */
#include "driver/sim/decode/settled.h"
#include "driver/sim/recompile/emitter.h"

#include <stddef.h>

void native_source(struct native_emitter *e, const struct sim_alu_op *op, unsigned i,
                   char text[NATIVE_TEXT])
{
    const struct sim_src *src = &op->src[i];
    const uint32_t vector = src->offset / SIM_LANES;
    if (src->special) {
        char value[NATIVE_TEXT];
        snprintf(value, NATIVE_TEXT, "%%t%u", native_special(e, src->special));
        native_line(e, "store <16 x i32> %%t%u, ptr %%s%u", native_spread(e, value), i);
        snprintf(text, NATIVE_TEXT, "%%s%u", i);
    } else if (src->space == SIM_SPACE_LITERAL) {
        snprintf(text, NATIVE_TEXT, "@literal%u", vector);
    } else {
        snprintf(text, NATIVE_TEXT, "%%%c%u", src->space == SIM_SPACE_WAVE ? 'p' : 'c', vector);
    }
    if (src->mods & SIM_SRC_FLUSH) {
        native_line(e, "call void @sim_block_flush(ptr %%s%u, ptr %s)", i, text);
        snprintf(text, NATIVE_TEXT, "%%s%u", i);
    }
    if (src->mods & (SIM_SRC_NEG | SIM_SRC_ABS)) {
        native_line(e, "call void @sim_block_modify(ptr %%s%u, ptr %s, i32 %d, i32 %d)", i, text,
                    src->mods & SIM_SRC_ABS ? 0x7fffffff : -1,
                    src->mods & SIM_SRC_NEG ? INT32_MIN : 0);
        snprintf(text, NATIVE_TEXT, "%%s%u", i);
    }
}

/* Calls the operation's lane function, and returns the number of the value that it gives. */
static unsigned compute(struct native_emitter *e, const struct sim_alu_op *op)
{
    char text[3][NATIVE_TEXT];
    const unsigned value = native_name(e);
    for (unsigned i = 0; i < 3; i++)
        native_source(e, op, i, text[i]);
    native_line(e, "call void @sim_block_alu_%s(ptr %%result, ptr %s, ptr %s, ptr %s)",
                hw_alu_info[op->map].name, text[0], text[1], text[2]);
    if (op->finish)
        native_line(e, "call void @sim_block_finish(ptr %%result, i32 %u)", op->finish);
    native_line(e, "%%t%u = load <16 x i32>, ptr %%result", value);
    return value;
}

/* The i16 of the lanes that take part in an operation. */
static unsigned participants(struct native_emitter *e, const struct sim_alu_op *op)
{
    const unsigned exec = native_run_mask(e);
    if (!op->predicate)
        return exec;
    const unsigned predicate = native_load_mask(e, "predicate");
    return op->predicate == HW_PRED_SEL_ONE ? native_binary(e, "and", exec, predicate)
                                            : native_and_not(e, exec, predicate);
}

static void emit_map(struct native_emitter *e, const struct sim_alu_op *op)
{
    const uint32_t vector = op->dst / SIM_LANES;
    if (op->predicate) {
        native_assign(e, vector, compute(e, op), true, participants(e, op));
        return;
    }
    const struct sim_shape shape = sim_shape_result(&e->shapes, op);
    if (!shape.bits || shape.root) {
        native_assign_run(e, vector, compute(e, op));
        native_look(e, op);
        return;
    }
    char text[NATIVE_TEXT];
    const unsigned first = native_scalar(e, op);
    snprintf(text, sizeof(text), "%%t%u", first);
    native_assign_run(e, vector,
                      sim_shape_uniform(shape) ? native_spread(e, text) : compute(e, op));
    if (e->flow.scalar[vector])
        native_line(e, "store i32 %%t%u, ptr %%u%u", first, vector);
}

/* The numbers that a test's result is: 0.0 where it holds (one bit, or one of each lane), else 1.0.
 */
static unsigned emit_truth(struct native_emitter *e, const char *type, unsigned holds)
{
    const unsigned number = native_name(e);
    native_line(e,
                "%%t%u = select %s %%t%u, <16 x i32> zeroinitializer, <16 x i32> splat (i32 "
                "1065353216)",
                number, type, holds);
    return number;
}

/* Where a test holds, as an i16 of the lanes that take part, and the numbers that the result is. */
static unsigned emit_test(struct native_emitter *e, const struct sim_alu_op *op, unsigned mask,
                          unsigned *number)
{
    const unsigned holds = native_name(e), bits = native_name(e);
    const int settled = sim_settled_test(e->program, op);
    if (settled >= 0) {
        native_line(e, "%%t%u = or i1 %u, 0", holds, e->state->settled >> settled & 1u);
        native_line(e, "%%t%u = select i1 %%t%u, i16 %%t%u, i16 0", bits, holds, mask);
        *number = emit_truth(e, "i1", holds);
        return bits;
    }
    if (e->whole && sim_shape_uniform(sim_shape_result(&e->shapes, op))) {
        const unsigned value = native_scalar(e, op);
        native_line(e, "%%t%u = icmp slt i32 %%t%u, 0", holds, value);
        native_line(e, "%%t%u = select i1 %%t%u, i16 %%live, i16 0", bits, holds);
        *number = emit_truth(e, "i1", holds);
        return bits;
    }
    const unsigned value = compute(e, op);
    native_line(e, "%%t%u = icmp slt <16 x i32> %%t%u, zeroinitializer", holds, value);
    native_line(e, "%%t%u = bitcast <16 x i1> %%t%u to i16", bits, holds);
    *number = emit_truth(e, "<16 x i1>", holds);
    return native_binary(e, "and", bits, mask);
}

static void emit_predicate(struct native_emitter *e, const struct sim_alu_op *op)
{
    unsigned number;
    const unsigned mask = participants(e, op), passed = emit_test(e, op, mask, &number);
    if (op->dst != SIM_NO_DST)
        native_assign(e, op->dst / SIM_LANES, number, true, mask);
    if (op->update & SIM_UPDATE_PRED)
        native_store_mask(e,
                          native_binary(e, "or",
                                        native_and_not(e, native_load_mask(e, "predicate"), mask),
                                        passed),
                          "predicate");
    if (!(op->update & SIM_UPDATE_EXEC))
        return;
    if (e->whole) {
        native_store_mask(e, passed, "branch");
        native_store_mask(e, passed, "exec");
        return;
    }
    const unsigned off = native_and_not(e, mask, passed);
    native_store_mask(e, native_and_not(e, native_load_mask(e, "branch"), off), "branch");
    native_store_mask(e, native_and_not(e, native_load_mask(e, "exec"), off), "exec");
}

/* The address register's part that an operand or a result is indexed by, as a vector. */
static uint32_t address_vector(const struct native_emitter *e, unsigned relative)
{
    const uint32_t gprs = e->program->mode.gprs;
    return ((gprs < 2 ? 2 : gprs) + HW_CLAUSE_TEMPS) * 4u + SIM_VECTOR_ADDRESS + relative - 1u;
}

static bool is_indexed(const struct sim_alu_op *op)
{
    return op->dst_relative || op->src[0].relative || op->src[1].relative || op->src[2].relative;
}

/* Has the interpreter carry the operation out: sources and result go through the wavefront's
 * memory. */
void native_emit_asked(struct native_emitter *e, const struct sim_alu_op *op)
{
    for (unsigned i = 0; i < 3; i++) {
        if (op->src[i].relative)
            native_to_memory(e, address_vector(e, op->src[i].relative));
        else if (op->src[i].space == SIM_SPACE_WAVE)
            native_to_memory(e, op->src[i].offset / SIM_LANES);
    }
    if (op->dst_relative)
        native_to_memory(e, address_vector(e, op->dst_relative));
    else if (op->dst != SIM_NO_DST)
        native_to_memory(e, op->dst / SIM_LANES);
    for (unsigned i = 0; i < 2; i++)
        if (op->lds_result[i] != SIM_NO_DST)
            native_to_memory(e, op->lds_result[i] / SIM_LANES);
    native_ask(e, offsetof(struct sim_native_frame, operation), (uint32_t)(op - e->program->ops));
    for (unsigned i = 0; i < 2; i++)
        if (op->lds_result[i] != SIM_NO_DST)
            native_from_memory(e, op->lds_result[i] / SIM_LANES);
    if (!op->dst_relative && op->dst != SIM_NO_DST)
        native_from_memory(e, op->dst / SIM_LANES);
}

/* Both halves of a double, by the lane function of its row. */
static void emit_double(struct native_emitter *e, const struct sim_alu_op *op)
{
    char low[3][24], high[3][24];
    const uint32_t dst = op->dst / SIM_LANES;
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t vector = op->src[i].offset / SIM_LANES;
        const bool wave = op->src[i].space == SIM_SPACE_WAVE;
        snprintf(low[i], sizeof(low[i]), wave ? "%%p%u" : "@zero", vector);
        snprintf(high[i], sizeof(high[i]), wave ? "%%p%u" : "@zero", vector + 1);
    }
    native_line(
        e,
        "call void @sim_block_double_%s(ptr %%texel0, ptr %%texel1, ptr %s, ptr %s, ptr %s, ptr "
        "%s, "
        "ptr %s, ptr %s)",
        hw_alu_info[op->op].name, low[0], high[0], low[1], high[1], low[2], high[2]);
    for (unsigned k = 0; k < 2; k++) {
        const unsigned value = native_name(e);
        native_line(e, "%%t%u = load <16 x i32>, ptr %%texel%u", value, k);
        native_line(e, "store <16 x i32> %%t%u, ptr %%p%u", value, dst + k);
    }
}

/* Whether a source is the mask of a wavefront's lanes, of which a block has a part. */
static bool has_mask(const struct sim_alu_op *op)
{
    for (unsigned i = 0; i < 3; i++)
        if (op->src[i].special == HW_SRC_MASK_LO || op->src[i].special == HW_SRC_MASK_HI)
            return true;
    return false;
}

static bool emit_action(struct native_emitter *e, const struct sim_alu_op *op)
{
    switch ((enum sim_action)op->action) {
    case SIM_ACTION_PREDICATE:
        emit_predicate(e, op);
        return true;
    case SIM_ACTION_LDS:
    case SIM_ACTION_DOUBLE:
        if (op->predicate)
            return native_refuse(e, "predicates on local memory or double precision");
        (op->action == SIM_ACTION_LDS ? native_emit_lds : emit_double)(e, op);
        return true;
    case SIM_ACTION_BARRIER:
        native_emit_barrier(e, op);
        return true;
    case SIM_ACTION_CF_INDEX:
        if (op->predicate || e->program->barriers)
            return native_refuse(e, "indices of resources that may be another block's");
        native_emit_asked(e, op);
        return true;
    default:
        return native_refuse(e, "an operation that is not known");
    }
}

static bool emit_any(struct native_emitter *e, const struct sim_alu_op *op)
{
    if (op->map == HW_ALU_OP_MBCNT_32LO_ACCUM_PREV_INT || op->map == HW_ALU_OP_MBCNT_32HI_INT)
        return native_refuse(e, "counts of lanes");
    if (has_mask(op) && !e->whole)
        return native_refuse(e, "masks of lanes");
    if (is_indexed(op)) {
        if (op->predicate || op->flags & SIM_OP_ACTION)
            return native_refuse(e, "predicates or actions on indexed registers");
        native_emit_asked(e, op);
        return true;
    }
    if (op->flags & SIM_OP_ACTION)
        return emit_action(e, op);
    emit_map(e, op);
    return true;
}

bool native_emit_op(struct native_emitter *e, const struct sim_alu_op *op)
{
    const bool sound = emit_any(e, op);
    sim_flow_op(&e->shapes, op, &e->at);
    e->whole = sim_flow_whole(&e->at);
    return sound;
}
