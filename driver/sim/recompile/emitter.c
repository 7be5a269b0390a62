/* SPDX-License-Identifier: MIT */
/* emitter.c: lines of LLVM IR that all parts write. */
#include "driver/sim/recompile/emitter.h"

#include <stdarg.h>
#include <stddef.h>

const char *const native_masks[NATIVE_MASKS] = {"exec",   "branch",    "continued",
                                                "broken", "predicate", "before"};
const char *const native_loop_masks[NATIVE_LOOP_MASKS] = {"loop_branch", "loop_continued",
                                                          "loop_broken", "loop_entered"};
const char *const native_outer_masks[NATIVE_OUTER_MASKS] = {"branch", "continued", "broken"};

void native_line(struct native_emitter *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("  ", e->out);
    vfprintf(e->out, format, arguments);
    fputc('\n', e->out);
    va_end(arguments);
}

bool native_refuse(struct native_emitter *e, const char *why)
{
    *e->why = why;
    return false;
}

unsigned native_name(struct native_emitter *e)
{
    return e->next++;
}

unsigned native_load_mask(struct native_emitter *e, const char *variable)
{
    const unsigned t = native_name(e);
    native_line(e, "%%t%u = load i16, ptr %%%s", t, variable);
    return t;
}

/* Loads a mask of the stack or of a loop: variable `kind` of level `level`. */
unsigned native_load_level(struct native_emitter *e, const char *kind, unsigned level)
{
    const unsigned t = native_name(e);
    native_line(e, "%%t%u = load i16, ptr %%%s%u", t, kind, level);
    return t;
}

void native_store_mask(struct native_emitter *e, unsigned value, const char *variable)
{
    native_line(e, "store i16 %%t%u, ptr %%%s", value, variable);
}

void native_store_level(struct native_emitter *e, unsigned value, const char *kind, unsigned level)
{
    native_line(e, "store i16 %%t%u, ptr %%%s%u", value, kind, level);
}

unsigned native_binary(struct native_emitter *e, const char *op, unsigned a, unsigned b)
{
    const unsigned t = native_name(e);
    native_line(e, "%%t%u = %s i16 %%t%u, %%t%u", t, op, a, b);
    return t;
}

unsigned native_and_not(struct native_emitter *e, unsigned a, unsigned b)
{
    const unsigned t = native_name(e);
    native_line(e, "%%t%u = xor i16 %%t%u, -1", t, b);
    return native_binary(e, "and", a, t);
}

void native_update_exec(struct native_emitter *e)
{
    const unsigned branch = native_load_mask(e, "branch"),
                   continued = native_load_mask(e, "continued");
    const unsigned broken = native_load_mask(e, "broken");
    native_store_mask(e, native_and_not(e, native_and_not(e, branch, continued), broken), "exec");
}

unsigned native_spread(struct native_emitter *e, const char *value)
{
    const unsigned one = native_name(e), all = native_name(e);
    native_line(e, "%%t%u = insertelement <16 x i32> poison, i32 %s, i64 0", one, value);
    native_line(
        e, "%%t%u = shufflevector <16 x i32> %%t%u, <16 x i32> poison, <16 x i32> zeroinitializer",
        all, one);
    return all;
}

unsigned native_first(struct native_emitter *e, uint32_t place)
{
    const unsigned value = native_name(e);
    native_line(e, "%%t%u = load i32, ptr %%u%u", value, place / SIM_LANES);
    return value;
}

void native_set_first(struct native_emitter *e, uint32_t vector, unsigned value)
{
    const unsigned first = native_name(e);
    if (!e->flow.scalar[vector])
        return;
    native_line(e, "%%t%u = extractelement <16 x i32> %%t%u, i64 0", first, value);
    native_line(e, "store i32 %%t%u, ptr %%u%u", first, vector);
}

/* The pointer to a vector in the wavefront's memory. */
static unsigned memory_of(struct native_emitter *e, uint32_t vector)
{
    const unsigned t = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%vectors, i64 %llu", t,
                (unsigned long long)vector * sizeof(sim_vector));
    return t;
}

void native_to_memory(struct native_emitter *e, uint32_t vector)
{
    const unsigned value = native_name(e), to = memory_of(e, vector);
    native_line(e, "%%t%u = load <16 x i32>, ptr %%p%u", value, vector);
    native_line(e, "store <16 x i32> %%t%u, ptr %%t%u, align 64", value, to);
}

void native_from_memory(struct native_emitter *e, uint32_t vector)
{
    const unsigned value = native_name(e), from = memory_of(e, vector);
    native_line(e, "%%t%u = load <16 x i32>, ptr %%t%u, align 64", value, from);
    native_line(e, "store <16 x i32> %%t%u, ptr %%p%u", value, vector);
    native_set_first(e, vector, value);
}

/* value -> variable, in the lanes of the i16 named `mask`, or in all. */
void native_assign(struct native_emitter *e, uint32_t vector, unsigned value, bool masked,
                   unsigned mask)
{
    unsigned result = value;
    if (masked) {
        const unsigned bits = native_name(e), old = native_name(e);
        result = native_name(e);
        native_line(e, "%%t%u = bitcast i16 %%t%u to <16 x i1>", bits, mask);
        native_line(e, "%%t%u = load <16 x i32>, ptr %%p%u", old, vector);
        native_line(e, "%%t%u = select <16 x i1> %%t%u, <16 x i32> %%t%u, <16 x i32> %%t%u", result,
                    bits, value, old);
    }
    native_line(e, "store <16 x i32> %%t%u, ptr %%p%u", result, vector);
}

/* The same in the lanes that run. */
void native_assign_run(struct native_emitter *e, uint32_t vector, unsigned value)
{
    const bool masked = !e->whole && e->flow.kept[vector];
    native_assign(e, vector, value, masked, masked ? native_load_mask(e, "exec") : 0);
}

unsigned native_frame_function(struct native_emitter *e, size_t offset)
{
    const unsigned at = native_name(e), function = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%frame, i64 %zu", at, offset);
    native_line(e, "%%t%u = load ptr, ptr %%t%u, !invariant.load !0", function, at);
    return function;
}

unsigned native_run_mask(struct native_emitter *e)
{
    if (!e->whole)
        return native_load_mask(e, "exec");
    const unsigned live = native_name(e);
    native_line(e, "%%t%u = or i16 %%live, 0", live);
    return live;
}

unsigned native_exec(struct native_emitter *e)
{
    const unsigned exec = native_run_mask(e), wide = native_name(e);
    native_line(e, "%%t%u = zext i16 %%t%u to i32", wide, exec);
    return wide;
}

/* Calls a function of the frame that may fail; goes on if it does not. */
void native_ask(struct native_emitter *e, size_t function, uint32_t index)
{
    const unsigned fn = native_frame_function(e, function), exec = native_exec(e);
    const unsigned sound = native_name(e), next = native_name(e);
    native_line(e, "%%t%u = call zeroext i1 %%t%u(ptr %%wave, i32 %u, i32 %%t%u)", sound, fn, index,
                exec);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%fault", sound, next);
    fprintf(e->out, "l%u:\n", next);
}

/* exec as a vector of 0 and ~0, in the temporary "mask". */
void native_spread_exec(struct native_emitter *e)
{
    const unsigned exec = native_run_mask(e), bits = native_name(e), wide = native_name(e);
    native_line(e, "%%t%u = bitcast i16 %%t%u to <16 x i1>", bits, exec);
    native_line(e, "%%t%u = sext <16 x i1> %%t%u to <16 x i32>", wide, bits);
    native_line(e, "store <16 x i32> %%t%u, ptr %%mask", wide);
}

/* Reads a source that the wavefront answers; masks are those of all lanes. */
unsigned native_special(struct native_emitter *e, unsigned select)
{
    const unsigned value = native_name(e);
    if (select == HW_SRC_MASK_LO || select == HW_SRC_MASK_HI) {
        const unsigned at = native_name(e);
        native_line(e, "%%t%u = getelementptr i8, ptr %%wave, i64 %zu", at,
                    offsetof(struct sim_wave, whole) + (select == HW_SRC_MASK_HI ? 4 : 0));
        native_line(e, "%%t%u = load i32, ptr %%t%u", value, at);
        return value;
    }
    const unsigned fn = native_frame_function(e, offsetof(struct sim_native_frame, special));
    native_line(e, "%%t%u = call i32 %%t%u(ptr %%wave, i32 %u)", value, fn, select);
    return value;
}

/* Lanes that run to dwords side by side. */
void native_store_run(struct native_emitter *e, unsigned value, unsigned at)
{
    const unsigned mask = native_run_mask(e), bits = native_name(e), all = native_name(e),
                   full = native_name(e), part = native_name(e), next = native_name(e);
    native_line(e, "%%t%u = icmp eq i16 %%t%u, -1", all, mask);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", all, full, part);
    fprintf(e->out, "l%u:\n", part);
    native_line(e, "%%t%u = bitcast i16 %%t%u to <16 x i1>", bits, mask);
    native_line(e,
                "call void @llvm.masked.store.v16i32.p0(<16 x i32> %%t%u, ptr %%t%u, i32 4, <16 x "
                "i1> %%t%u)",
                value, at, bits);
    native_turn_ways(e, next, full);
    native_line(e, "store <16 x i32> %%t%u, ptr %%t%u, align 4", value, at);
    native_join_ways(e, next);
}

unsigned native_part_ways(struct native_emitter *e, unsigned inside, unsigned *fast)
{
    const unsigned slow = native_name(e), joined = native_name(e);
    *fast = native_name(e);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u, !prof !1", inside, *fast, slow);
    fprintf(e->out, "l%u:\n", slow);
    return joined;
}

unsigned native_begin_ways(struct native_emitter *e, unsigned range, uint32_t index_vector,
                           unsigned *fast)
{
    const unsigned inside = native_name(e);
    native_line(e, "%%t%u = call zeroext i1 @sim_block_inside(ptr %%t%u, ptr %%p%u, ptr %%mask)",
                inside, range, index_vector);
    return native_part_ways(e, inside, fast);
}

void native_turn_ways(struct native_emitter *e, unsigned joined, unsigned fast)
{
    native_line(e, "br label %%l%u", joined);
    fprintf(e->out, "l%u:\n", fast);
}

void native_join_ways(struct native_emitter *e, unsigned joined)
{
    native_line(e, "br label %%l%u", joined);
    fprintf(e->out, "l%u:\n", joined);
}
