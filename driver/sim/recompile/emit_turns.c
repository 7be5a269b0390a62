/* SPDX-License-Identifier: MIT */
/* emit_turns.c: short programs take a wavefront's blocks one after the other in one call, so that
 * what blocks share is found once: the call itself is a good part of a program that only copies. */
#include <stddef.h>

#include "driver/sim/recompile/emitter.h"

/* Operations and accesses of a program that is short. */
enum { MOST_OPS = 64, MOST_ACCESSES = 8 };

bool native_has_turns(const struct native_emitter *e)
{
    const struct sim_program *p = e->program;
    return !p->barriers && !e->flow.loops && !e->indexed && e->state->rows &&
           !e->state->scratch_dwords && p->op_count <= MOST_OPS &&
           p->fetch_count + p->store_count <= MOST_ACCESSES;
}

/* Along an axis on which all of a wavefront's work-items are in one place. */
static bool is_shared(const struct native_emitter *e, unsigned axis)
{
    return axis && e->state->rows == SIM_NATIVE_BLOCKS;
}

static unsigned load_ids(struct native_emitter *e, const char *from, unsigned axis)
{
    const unsigned at = native_name(e), own = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %s, i64 %zu", at, from,
                axis * sizeof(sim_vector));
    native_line(e, "%%t%u = load <16 x i32>, ptr %%t%u, align 64", own, at);
    return own;
}

void native_start_turns(struct native_emitter *e)
{
    static const char *const first[] = {"vectors", "ids"};
    const size_t fields[] = {offsetof(struct sim_wave, base) + SIM_SPACE_WAVE * sizeof(uint32_t *),
                             offsetof(struct sim_wave, ids)};
    const unsigned group = native_wave_field(e, offsetof(struct sim_wave, group), "ptr");
    for (unsigned c = 0; c < 3; c++) {
        const unsigned at = native_name(e);
        native_line(e, "%%t%u = getelementptr i8, ptr %%t%u, i64 %zu", at, group,
                    offsetof(struct sim_group, id) + c * sizeof(uint32_t));
        native_line(e, "%%group%u = load i32, ptr %%t%u", c, at);
    }
    for (unsigned i = 0; i < COUNT(fields); i++) {
        native_line(e, "%%%s_at = getelementptr i8, ptr %%wave, i64 %zu", first[i], fields[i]);
        native_line(e, "%%%s%s = load ptr, ptr %%%s_at", e->turns ? "first_" : "", first[i],
                    first[i]);
    }
    if (!e->turns)
        return;
    native_line(e, "%%done = alloca i32");
    native_line(e, "store i32 0, ptr %%done");
    native_name_field(e, "wave", "first", offsetof(struct sim_wave, first), "i32");
    native_name_field(e, "wave", "whole", offsetof(struct sim_wave, whole), "i64");
    for (unsigned axis = 0; axis < 3; axis++)
        if (is_shared(e, axis))
            native_line(e, "%%shared%u = or <16 x i32> zeroinitializer, %%t%u", axis,
                        load_ids(e, "%first_ids", axis));
}

/* Tells the wavefront which of its blocks runs, as whoever is asked by it looks there. */
static void take_turn(struct native_emitter *e)
{
    static const char *const fields[] = {"vectors", "ids"};
    const unsigned lanes = native_name(e), bytes = native_name(e), wide = native_name(e),
                   number = native_name(e);
    native_line(e, "br label %%turn");
    fputs("turn:\n", e->out);
    native_line(e, "%%t%u = load i32, ptr %%done", lanes);
    native_line(e, "%%t%u = add i32 %%first, %%t%u", number, lanes);
    native_line(e, "store i32 %%t%u, ptr %%first_at", number);
    native_line(e, "%%t%u = zext i32 %%t%u to i64", wide, lanes);
    native_line(e, "%%t%u = shl i64 %%t%u, 2", bytes, wide);
    for (unsigned i = 0; i < COUNT(fields); i++) {
        native_line(e, "%%%s = getelementptr i8, ptr %%first_%s, i64 %%t%u", fields[i], fields[i],
                    bytes);
        native_line(e, "store ptr %%%s, ptr %%%s_at", fields[i], fields[i]);
    }
}

void native_begin_turn(struct native_emitter *e)
{
    if (e->turns)
        take_turn(e);
    if (e->state->rows) /* a group then has whole blocks alone */
        native_line(e, "%%live = or i16 -1, 0");
    else
        native_line(e, "%%live = or i16 %%t%u, 0",
                    native_wave_field(e, offsetof(struct sim_wave, live), "i16"));
}

void native_end_turn(struct native_emitter *e)
{
    const unsigned done = native_name(e), next = native_name(e), number = native_name(e),
                   wide = native_name(e), left = native_name(e), some = native_name(e),
                   inside = native_name(e), turns = native_name(e);
    if (!e->turns)
        return;
    native_line(e, "%%t%u = load i32, ptr %%done", done);
    native_line(e, "%%t%u = add i32 %%t%u, %d", next, done, SIM_NATIVE_LANES);
    native_line(e, "store i32 %%t%u, ptr %%done", next);
    native_line(e, "%%t%u = add i32 %%first, %%t%u", number, done);
    native_line(e, "%%t%u = zext i32 %%t%u to i64", wide, number);
    native_line(e, "%%t%u = lshr i64 %%whole, %%t%u", left, wide);
    native_line(e, "%%t%u = icmp ugt i64 %%t%u, %u", some, left, (1u << SIM_NATIVE_LANES) - 1);
    /* By this the compiler knows that the turns end (llvm/recompile/cycles.c). */
    native_line(e, "%%t%u = icmp ult i32 %%t%u, %d", inside, next, SIM_LANES);
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", turns, inside, some);
    native_line(e, "br i1 %%t%u, label %%turn, label %%ended", turns);
    fputs("ended:\n", e->out);
}

unsigned native_own_ids(struct native_emitter *e, unsigned axis)
{
    const unsigned own = native_name(e);
    if (!e->turns || !is_shared(e, axis))
        return load_ids(e, "%ids", axis);
    native_line(e, "%%t%u = or <16 x i32> zeroinitializer, %%shared%u", own, axis);
    return own;
}
