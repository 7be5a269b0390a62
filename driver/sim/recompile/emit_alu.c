/* SPDX-License-Identifier: MIT */
/* emit_alu.c: ALU operations, local memory and barriers. */
#include "driver/sim/recompile/emitter.h"

#include <stddef.h>

/* Writes the operand that names source i into `text`. */
static void source(struct native_emitter *e, const struct sim_alu_op *op, unsigned i, char text[24])
{
    const struct sim_src *src = &op->src[i];
    const uint32_t vector = src->offset / SIM_LANES;
    if (src->special) {
        const unsigned fn = native_frame_function(e, offsetof(struct sim_native_frame, special));
        const unsigned value = native_name(e), one = native_name(e), all = native_name(e);
        native_line(e, "%%t%u = call i32 %%t%u(ptr %%wave, i32 %u)", value, fn, src->special);
        native_line(e, "%%t%u = insertelement <16 x i32> poison, i32 %%t%u, i64 0", one, value);
        native_line(
            e,
            "%%t%u = shufflevector <16 x i32> %%t%u, <16 x i32> poison, <16 x i32> zeroinitializer",
            all, one);
        native_line(e, "store <16 x i32> %%t%u, ptr %%s%u", all, i);
        snprintf(text, 24, "%%s%u", i);
    } else if (src->space == SIM_SPACE_LITERAL) {
        snprintf(text, 24, "@literal%u", vector);
    } else {
        snprintf(text, 24, "%%%c%u", src->space == SIM_SPACE_WAVE ? 'p' : 'c', vector);
    }
    if (src->mods & SIM_SRC_FLUSH) {
        native_line(e, "call void @sim_block_flush(ptr %%s%u, ptr %s)", i, text);
        snprintf(text, 24, "%%s%u", i);
    }
    if (src->mods & (SIM_SRC_NEG | SIM_SRC_ABS)) {
        native_line(e, "call void @sim_block_modify(ptr %%s%u, ptr %s, i32 %d, i32 %d)", i, text,
                    src->mods & SIM_SRC_ABS ? 0x7fffffff : -1,
                    src->mods & SIM_SRC_NEG ? INT32_MIN : 0);
        snprintf(text, 24, "%%s%u", i);
    }
}

/* Calls the operation's lane function, and returns the number of the value that it gives. */
static unsigned compute(struct native_emitter *e, const struct sim_alu_op *op)
{
    char text[3][24];
    const unsigned value = native_name(e);
    for (unsigned i = 0; i < 3; i++)
        source(e, op, i, text[i]);
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
    const unsigned exec = native_load_mask(e, "exec");
    if (!op->predicate)
        return exec;
    const unsigned predicate = native_load_mask(e, "predicate");
    return op->predicate == HW_PRED_SEL_ONE ? native_binary(e, "and", exec, predicate)
                                            : native_and_not(e, exec, predicate);
}

static void emit_map(struct native_emitter *e, const struct sim_alu_op *op)
{
    const unsigned value = compute(e, op);
    const uint32_t vector = op->dst / SIM_LANES;
    if (op->predicate)
        native_assign(e, vector, value, true, participants(e, op));
    else
        native_assign_run(e, vector, value);
}

static void emit_predicate(struct native_emitter *e, const struct sim_alu_op *op)
{
    const unsigned value = compute(e, op), mask = participants(e, op);
    const unsigned holds = native_name(e), bits = native_name(e);
    native_line(e, "%%t%u = icmp slt <16 x i32> %%t%u, zeroinitializer", holds, value);
    native_line(e, "%%t%u = bitcast <16 x i1> %%t%u to i16", bits, holds);
    const unsigned passed = native_binary(e, "and", bits, mask);
    if (op->dst != SIM_NO_DST) {
        const unsigned number = native_name(e);
        native_line(
            e,
            "%%t%u = select <16 x i1> %%t%u, <16 x i32> zeroinitializer, <16 x i32> splat (i32 "
            "1065353216)",
            number, holds);
        native_assign(e, op->dst / SIM_LANES, number, true, mask);
    }
    if (op->update & SIM_UPDATE_PRED)
        native_store_mask(e,
                          native_binary(e, "or",
                                        native_and_not(e, native_load_mask(e, "predicate"), mask),
                                        passed),
                          "predicate");
    if (op->update & SIM_UPDATE_EXEC) {
        const unsigned off = native_and_not(e, mask, passed);
        native_store_mask(e, native_and_not(e, native_load_mask(e, "branch"), off), "branch");
        native_store_mask(e, native_and_not(e, native_load_mask(e, "exec"), off), "exec");
        e->whole = false;
    }
}

/* Has the interpreter carry the operation out: sources and result go through the wavefront's
 * memory. */
static void emit_asked(struct native_emitter *e, const struct sim_alu_op *op)
{
    const bool pair = op->action == SIM_ACTION_DOUBLE;
    for (unsigned i = 0; i < 3; i++)
        if (op->src[i].space == SIM_SPACE_WAVE)
            for (unsigned k = 0; k <= pair; k++)
                native_to_memory(e, op->src[i].offset / SIM_LANES + k);
    native_ask(e, offsetof(struct sim_native_frame, operation), (uint32_t)(op - e->program->ops));
    for (unsigned i = 0; i < 2; i++)
        if (op->lds_result[i] != SIM_NO_DST)
            native_from_memory(e, op->lds_result[i] / SIM_LANES);
    if (pair)
        for (unsigned k = 0; k < 2; k++)
            native_from_memory(e, op->dst / SIM_LANES + k);
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

/* Moves one mask, whose variable is `text`, between variable and block. */
static void move_mask(struct native_emitter *e, const char *kind, int level, unsigned *number,
                      bool save)
{
    char text[48];
    const unsigned at = native_name(e), value = native_name(e);
    if (level < 0)
        snprintf(text, sizeof(text), "%s", kind);
    else
        snprintf(text, sizeof(text), "%s%d", kind, level);
    native_line(e, "%%t%u = getelementptr i8, ptr %%block, i64 %zu", at,
                offsetof(struct sim_native_block, masks) + 2 * (size_t)(*number)++);
    if (save) {
        native_line(e, "%%t%u = load i16, ptr %%%s", value, text);
        native_line(e, "store i16 %%t%u, ptr %%t%u", value, at);
    } else {
        native_line(e, "%%t%u = load i16, ptr %%t%u", value, at);
        native_line(e, "store i16 %%t%u, ptr %%%s", value, text);
    }
}

/* All that lives across a barrier, to or from memory. */
static void move_all(struct native_emitter *e, const struct sim_flow_state *s, bool save)
{
    unsigned number = 0;
    for (unsigned i = 0; i < COUNT(native_masks); i++)
        move_mask(e, native_masks[i], -1, &number, save);
    for (int d = 0; d < s->depth; d++)
        move_mask(e, "stack", d, &number, save);
    for (int l = 0; l < s->loops; l++)
        for (unsigned i = 0; i < COUNT(native_loop_masks); i++)
            move_mask(e, native_loop_masks[i], l, &number, save);
    for (uint32_t v = 0; v < e->program->vector_count; v++)
        if (e->used[v] && e->flow.kept[v])
            (save ? native_to_memory : native_from_memory)(e, v);
}

/* The function returns, and goes on here when it is called next. */
static void emit_barrier(struct native_emitter *e, const struct sim_flow_state *s)
{
    const unsigned number = ++e->barriers;
    move_all(e, s, true);
    native_line(e, "store i32 %u, ptr %%block", number);
    native_line(e, "ret i32 %d", SIM_NEXT_BARRIER);
    fprintf(e->out, "resume%u:\n", number);
    move_all(e, s, false);
}

/* Whether an operation of local memory reads or writes one dword of each lane. */
static bool is_plain_lds(const struct sim_alu_op *op)
{
    return !op->predicate && !(op->flags & SIM_OP_SOURCES) &&
           (op->lds_op == HW_LDS_READ_RET || op->lds_op == HW_LDS_WRITE);
}

static void own_lds(struct native_emitter *e, const struct sim_alu_op *op, const char *value)
{
    if (op->lds_op == HW_LDS_WRITE) {
        native_line(e,
                    "call void @sim_block_lds_write(ptr %%lds, ptr %%address, ptr %s, i32 %%t%u)",
                    value, native_exec(e));
        return;
    }
    native_line(
        e, "call void @sim_block_lds_read(ptr %%result, ptr %%lds, ptr %%address, ptr %%mask)");
    const unsigned result = native_name(e);
    native_line(e, "%%t%u = load <16 x i32>, ptr %%result", result);
    native_assign_run(e, op->lds_result[0] / SIM_LANES, result);
}

static void emit_lds(struct native_emitter *e, const struct sim_alu_op *op)
{
    char address[24], value[24];
    const unsigned inside = native_name(e), fast = native_name(e), slow = native_name(e),
                   joined = native_name(e);
    if (!is_plain_lds(op)) {
        emit_asked(e, op);
        return;
    }
    source(e, op, 0, address);
    source(e, op, 1, value);
    native_spread_exec(e);
    native_line(e, "call void @sim_block_lds_address(ptr %%address, ptr %s, i32 %u)", address,
                op->lds_offset * 4);
    native_line(
        e,
        "%%t%u = call zeroext i1 @sim_block_lds_inside(ptr %%address, ptr %%mask, i32 %%lds_bytes)",
        inside);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u, !prof !1", inside, fast, slow);
    fprintf(e->out, "l%u:\n", slow);
    emit_asked(e, op);
    native_turn_ways(e, joined, fast);
    own_lds(e, op, value);
    native_join_ways(e, joined);
}

bool native_emit_op(struct native_emitter *e, const struct sim_flow_state *s,
                    const struct sim_alu_op *op)
{
    if (op->dst_relative || op->src[0].relative || op->src[1].relative || op->src[2].relative)
        return native_refuse(e, "indexed registers");
    if (!(op->flags & SIM_OP_ACTION)) {
        if (op->map == HW_ALU_OP_MBCNT_32LO_ACCUM_PREV_INT || op->map == HW_ALU_OP_MBCNT_32HI_INT)
            return native_refuse(e, "counts of lanes");
        emit_map(e, op);
        return true;
    }
    switch ((enum sim_action)op->action) {
    case SIM_ACTION_PREDICATE:
        emit_predicate(e, op);
        return true;
    case SIM_ACTION_LDS:
    case SIM_ACTION_DOUBLE:
        if (op->predicate)
            return native_refuse(e, "predicates on local memory or double precision");
        (op->action == SIM_ACTION_LDS ? emit_lds : emit_double)(e, op);
        return true;
    case SIM_ACTION_BARRIER:
        emit_barrier(e, s);
        return true;
    default:
        return native_refuse(e, "indices of resources");
    }
}
