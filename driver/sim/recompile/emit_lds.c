/* SPDX-License-Identifier: MIT */
/* emit_lds.c: local memory. */
#include "driver/sim/exec/lds_ops.h"
#include "driver/sim/recompile/emitter.h"

#include <stddef.h>

/* The first lane's address, offset included. */
static unsigned first_address(struct native_emitter *e, const struct sim_alu_op *op)
{
    const struct sim_src *src = &op->src[0];
    const unsigned address = native_name(e);
    char text[NATIVE_TEXT];
    if (src->space == SIM_SPACE_WAVE)
        snprintf(text, sizeof(text), "%%t%u", native_first(e, src->offset));
    else if (src->space == SIM_SPACE_CONST)
        snprintf(text, sizeof(text), "%%k%u", src->offset / SIM_LANES);
    else
        snprintf(text, sizeof(text), "%u", e->program->literals[src->offset]);
    native_line(e, "%%t%u = add i32 %s, %u", address, text, op->lds_offset * 4);
    return address;
}

/* The bytes that an operation may act on, as text: the first one, and how many. */
struct span {
    char first[NATIVE_TEXT], count[NATIVE_TEXT];
};

static void range_field(struct native_emitter *e, const struct sim_alu_op *op, size_t offset,
                        char text[NATIVE_TEXT])
{
    snprintf(text, NATIVE_TEXT, "%%t%u",
             native_range_field(e, native_range(e, op->access), offset, "i32", true));
}

static struct span find_span(struct native_emitter *e, const struct sim_alu_op *op)
{
    const struct native_span_state *state = native_span(e->state, e->program, op);
    struct span span = {"0", "%lds_bytes"};
    if (state->kind == NATIVE_SPAN_FIXED) {
        snprintf(span.first, NATIVE_TEXT, "%u", state->first);
        snprintf(span.count, NATIVE_TEXT, "%u", state->count);
    } else if (state->kind == NATIVE_SPAN_GIVEN) {
        range_field(e, op, offsetof(struct sim_native_range, first), span.first);
        range_field(e, op, offsetof(struct sim_native_range, count), span.count);
    }
    return span;
}

/* Whether `bytes` bytes from there on lie inside, aligned. */
static unsigned span_inside(struct native_emitter *e, const struct sim_alu_op *op, unsigned address,
                            unsigned bytes)
{
    const struct span span = find_span(e, op);
    const unsigned low = native_name(e), aligned = native_name(e), end = native_name(e),
                   below = native_name(e), room = native_name(e), some = native_name(e),
                   inside = native_name(e), relative = native_name(e);
    native_line(e, "%%t%u = and i32 %%t%u, 3", low, address);
    native_line(e, "%%t%u = icmp eq i32 %%t%u, 0", aligned, low);
    native_line(e, "%%t%u = sub i32 %%t%u, %s", relative, address, span.first);
    native_line(e, "%%t%u = sub i32 %s, %%t%u", end, span.count, relative);
    native_line(e, "%%t%u = icmp ult i32 %%t%u, %s", below, relative, span.count);
    native_line(e, "%%t%u = icmp uge i32 %%t%u, %u", room, end, bytes);
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", some, below, room);
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", inside, some, aligned);
    return inside;
}

/* How far apart lanes' dwords may lie for a few loads, or stores, of host vectors to be better than
 * one of each lane: in dwords. */
enum { MOST_APART = 4 };

/* The dwords of all lanes, `apart` dwords from each other. */
static void write_apart(struct native_emitter *e, const struct sim_alu_op *op, unsigned apart,
                        const char *value)
{
    const unsigned address = first_address(e, op), offset = native_name(e), at = native_name(e),
                   own = native_name(e), wide = native_name(e), count = apart * SIM_NATIVE_LANES;
    native_line(e, "%%t%u = zext i32 %%t%u to i64", offset, address);
    native_line(e, "%%t%u = getelementptr i8, ptr %%lds, i64 %%t%u", at, offset);
    native_line(e, "%%t%u = load <16 x i32>, ptr %s", own, value);
    fprintf(e->out, "  %%t%u = shufflevector <16 x i32> %%t%u, <16 x i32> poison, <%u x i32> ",
            wide, own, count);
    for (unsigned i = 0; i < count; i++)
        fprintf(e->out, "%si32 %u", i ? ", " : "<", i / apart);
    fprintf(e->out,
            ">\n  call void @llvm.masked.store.v%ui32.p0(<%u x i32> %%t%u, ptr %%t%u, i32 4, <%u x "
            "i1> ",
            count, count, wide, at, count);
    for (unsigned i = 0; i < count; i++)
        fprintf(e->out, "%si1 %d", i ? ", " : "<", i % apart == 0);
    fputs(">)\n", e->out);
}

static unsigned read_apart(struct native_emitter *e, unsigned apart, unsigned at)
{
    const unsigned count = apart * SIM_NATIVE_LANES, all = native_name(e), result = native_name(e);
    native_line(e, "%%t%u = load <%u x i32>, ptr %%t%u, align 4", all, count, at);
    fprintf(e->out, "  %%t%u = shufflevector <%u x i32> %%t%u, <%u x i32> poison, <16 x i32> ",
            result, count, all, count);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        fprintf(e->out, "%si32 %u", i ? ", " : "<", i * apart);
    fputs(">\n", e->out);
    return result;
}

/* The way for one dword of all lanes (`apart` is 0), or for dwords that lie so far apart, of which
 * `address` is the first lane's. */
static void own_span(struct native_emitter *e, const struct sim_alu_op *op, unsigned address,
                     unsigned apart, const char *value)
{
    const unsigned wide = native_name(e), at = native_name(e), result = native_name(e);
    native_line(e, "%%t%u = zext i32 %%t%u to i64", wide, address);
    native_line(e, "%%t%u = getelementptr i8, ptr %%lds, i64 %%t%u", at, wide);
    if (op->lds_op == HW_LDS_WRITE) {
        native_line(e, "%%t%u = load <16 x i32>, ptr %s", result, value);
        native_store_run(e, result, at);
        return;
    }
    if (apart) {
        native_assign_run(e, op->lds_result[0] / SIM_LANES, read_apart(e, apart, at));
        return;
    }
    char text[NATIVE_TEXT];
    native_line(e, "%%t%u = load i32, ptr %%t%u", result, at);
    snprintf(text, sizeof(text), "%%t%u", result);
    const unsigned all = native_spread(e, text);
    native_assign_run(e, op->lds_result[0] / SIM_LANES, all);
    native_set_first(e, op->lds_result[0] / SIM_LANES, all);
}

static void write_lanes(struct native_emitter *e, const struct sim_alu_op *op, unsigned apart,
                        const char *value)
{
    const unsigned all = native_name(e), full = native_name(e), part = native_name(e),
                   next = native_name(e);
    if (apart) {
        native_line(e, "%%t%u = icmp eq i16 %%t%u, -1", all, native_run_mask(e));
        native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", all, full, part);
        fprintf(e->out, "l%u:\n", part);
    }
    native_line(e, "call void @sim_block_lds_write(ptr %%lds, ptr %%address, ptr %s, i32 %%t%u)",
                value, native_exec(e));
    if (!apart)
        return;
    native_turn_ways(e, next, full);
    write_apart(e, op, apart, value);
    native_join_ways(e, next);
}

static void own_lanes(struct native_emitter *e, const struct sim_alu_op *op, unsigned apart,
                      const char *value)
{
    if (op->lds_op == HW_LDS_WRITE) {
        write_lanes(e, op, apart, value);
        return;
    }
    native_line(
        e, "call void @sim_block_lds_read(ptr %%result, ptr %%lds, ptr %%address, ptr %%mask)");
    const unsigned result = native_name(e);
    native_line(e, "%%t%u = load <16 x i32>, ptr %%result", result);
    native_assign_run(e, op->lds_result[0] / SIM_LANES, result);
}

static unsigned lanes_inside(struct native_emitter *e, const struct sim_alu_op *op)
{
    char address[NATIVE_TEXT];
    const struct span span = find_span(e, op);
    const unsigned inside = native_name(e);
    native_source(e, op, 0, address);
    native_spread_exec(e);
    native_line(e, "call void @sim_block_lds_address(ptr %%address, ptr %s, i32 %u)", address,
                op->lds_offset * 4);
    native_line(e,
                "%%t%u = call zeroext i1 @sim_block_lds_inside(ptr %%address, ptr %%mask, i32 %s, "
                "i32 %s)",
                inside, span.first, span.count);
    return inside;
}

static bool is_pair(unsigned op)
{
    const uint8_t shape = sim_lds_table[op].shape;
    return shape == SIM_LDS_PAIR || shape == SIM_LDS_PAIR_REL;
}

/* Whether all lanes name what the operation may act on; addresses are in %address, and %address2
 * where there are two. */
static unsigned find_fit(struct native_emitter *e, const struct sim_alu_op *op,
                         char text[3][NATIVE_TEXT])
{
    const bool relative = sim_lds_table[op->lds_op].shape == SIM_LDS_PAIR_REL;
    const unsigned first = native_name(e), second = native_name(e), both = native_name(e);
    static const char fit[] = "%%t%u = call zeroext i1 @sim_block_lds_fits(ptr %%address%s, ptr "
                              "%%mask, i32 %s, i32 %s, i32 %u)";
    const struct span span = find_span(e, op);
    native_spread_exec(e);
    native_line(e, "call void @sim_block_lds_address(ptr %%address, ptr %s, i32 %u)", text[0],
                relative ? 0 : op->lds_offset * 4u);
    native_line(e, fit, first, "", span.first, span.count, op->lds_op);
    if (!is_pair(op->lds_op))
        return first;
    native_line(e, "call void @sim_block_lds_address(ptr %%address2, ptr %s, i32 %u)",
                text[relative ? 0 : 1], relative ? op->lds_offset * 4u : 0);
    native_line(e, fit, second, "2", span.first, span.count, op->lds_op);
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", both, first, second);
    return both;
}

static void act(struct native_emitter *e, const struct sim_alu_op *op, char text[3][NATIVE_TEXT])
{
    if (is_pair(op->lds_op))
        native_line(e,
                    "call void @sim_block_lds_pair(ptr %%result, ptr %%result2, ptr %%lds, ptr "
                    "%%address, ptr %%address2, ptr %s, ptr %s, ptr %%mask, i32 %%t%u, i32 %u)",
                    text[1], text[2], native_exec(e), op->lds_op);
    else
        native_line(e,
                    "call void @sim_block_lds_act(ptr %%result, ptr %%lds, ptr %%address, ptr %s, "
                    "ptr %s, i32 %%t%u, i32 %u)",
                    text[1], text[2], native_exec(e), op->lds_op);
}

/* Operations on parts of dwords and on two dwords, and those that change what they find, lane by
 * lane. */
static void emit_acts(struct native_emitter *e, const struct sim_alu_op *op)
{
    char text[3][NATIVE_TEXT];
    unsigned fast;
    for (unsigned i = 0; i < 3; i++)
        native_source(e, op, i, text[i]);
    const unsigned joined = native_part_ways(e, find_fit(e, op, text), &fast);
    native_emit_asked(e, op);
    native_turn_ways(e, joined, fast);
    act(e, op, text);
    for (unsigned i = 0; i < (is_pair(op->lds_op) ? 2u : 1u); i++)
        if (op->lds_result[i] != SIM_NO_DST) {
            const unsigned result = native_name(e);
            native_line(e, "%%t%u = load <16 x i32>, ptr %%result%s", result, i ? "2" : "");
            native_assign_run(e, op->lds_result[i] / SIM_LANES, result);
        }
    native_join_ways(e, joined);
}

/* How many dwords the lanes' are apart; 0: not known, or too many. */
static unsigned find_apart(const struct native_emitter *e, const struct sim_alu_op *op)
{
    const struct sim_shape shape = sim_shape_source(&e->shapes, &op->src[0]);
    const bool known =
        shape.bits == 32 && !shape.root && shape.step % 4 == 0 && shape.step <= 4 * MOST_APART;
    return known ? shape.step / 4 : 0;
}

void native_emit_lds(struct native_emitter *e, const struct sim_alu_op *op)
{
    char value[NATIVE_TEXT];
    if (!sim_shape_plain_lds(op)) {
        if (op->flags & SIM_OP_SOURCES || !sim_lds_table[op->lds_op & 63u].update)
            native_emit_asked(e, op);
        else
            emit_acts(e, op);
        return;
    }
    const bool same = e->whole && sim_shape_uniform_read(&e->shapes, op);
    const unsigned apart = find_apart(e, op);
    const bool span = same || apart == 1 || (apart && op->lds_op == HW_LDS_READ_RET);
    const unsigned first = span ? first_address(e, op) : 0;
    native_source(e, op, 1, value);
    const unsigned inside = span ? span_inside(e, op, first, 4 + 4 * apart * (SIM_NATIVE_LANES - 1))
                                 : lanes_inside(e, op);
    const unsigned fast = native_name(e), slow = native_name(e), joined = native_name(e);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u, !prof !1", inside, fast, slow);
    fprintf(e->out, "l%u:\n", slow);
    native_emit_asked(e, op);
    native_turn_ways(e, joined, fast);
    if (span)
        own_span(e, op, first, apart, value);
    else
        own_lanes(e, op, apart, value);
    native_join_ways(e, joined);
}
