/* SPDX-License-Identifier: MIT */
/* emit_flow.c: control flow. Each instruction is a basic block, cfN. */
#include "driver/sim/recompile/emitter.h"

#include <stddef.h>
#include <string.h>

/* By a backward jump, if the launch goes on: one of so many looks at the time. The compiler refuses
 * a cycle without this (llvm/recompile/cycles.c), which knows it by this form. */
static void go_back(struct native_emitter *e, uint32_t target)
{
    enum { JUMPS_PER_LOOK = 256 };
    const unsigned count = native_name(e), more = native_name(e), low = native_name(e),
                   look = native_name(e);
    const unsigned often = native_name(e), sound = native_name(e);
    native_line(e, "%%t%u = load i32, ptr %%edges", count);
    native_line(e, "%%t%u = add i32 %%t%u, 1", more, count);
    native_line(e, "store i32 %%t%u, ptr %%edges", more);
    native_line(e, "%%t%u = and i32 %%t%u, %d", low, more, JUMPS_PER_LOOK - 1);
    native_line(e, "%%t%u = icmp eq i32 %%t%u, 0", look, low);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%cf%u, !prof !2", look, often, target);
    fprintf(e->out, "l%u:\n", often);
    native_line(e, "%%t%u = call zeroext i1 @" NATIVE_LOOK "(ptr %%wave, ptr %%frame, i32 %u)",
                sound, e->cf * 2);
    native_line(e, "br i1 %%t%u, label %%cf%u, label %%fault", sound, target);
}

/* To another instruction, from the one that is written. */
static void go_to(struct native_emitter *e, uint32_t target)
{
    if (target <= e->cf)
        go_back(e, target);
    else
        native_line(e, "br label %%cf%u", target);
}

void native_define_look(struct native_emitter *e)
{
    fputs("define internal zeroext i1 @" NATIVE_LOOK "(ptr %wave, ptr %frame, i32 %word) #3 {\n",
          e->out);
    const unsigned fn = native_frame_function(e, offsetof(struct sim_native_frame, look)),
                   sound = native_name(e);
    native_line(e, "%%t%u = call zeroext i1 %%t%u(ptr %%wave, i32 %%word)", sound, fn);
    native_line(e, "ret i1 %%t%u\n}", sound);
}

static void push(struct native_emitter *e, struct sim_flow_state *s)
{
    s->saved[s->depth] = s->branch;
    native_store_level(e, native_load_mask(e, "branch"), "stack", s->depth++);
}

static void pop(struct native_emitter *e, struct sim_flow_state *s, unsigned count)
{
    if (!count)
        return;
    s->depth = (uint8_t)(s->depth - count);
    native_store_mask(e, native_load_level(e, "stack", s->depth), "branch");
    native_update_exec(e);
}

static void swap(struct native_emitter *e, const struct sim_flow_state *s)
{
    native_store_mask(e,
                      native_and_not(e, native_load_level(e, "stack", s->depth - 1u),
                                     native_load_mask(e, "branch")),
                      "branch");
    native_update_exec(e);
}

/* Ends the basic block: goes to the next instruction if lanes run, else to a new label, at which
 * writing goes on. */
static void split(struct native_emitter *e, unsigned mask)
{
    const unsigned any = native_name(e), idle = native_name(e);
    native_line(e, "%%t%u = icmp ne i16 %%t%u, 0", any, mask);
    native_line(e, "br i1 %%t%u, label %%cf%u, label %%l%u", any, e->cf + 1, idle);
    fprintf(e->out, "l%u:\n", idle);
}

static void emit_jump(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    if (sim_flow_whole(s)) {
        go_to(e, index + 1);
        return;
    }
    split(e, native_load_mask(e, "exec"));
    pop(e, s, cf->pop_count);
    go_to(e, cf->target);
}

/* All lanes leave the innermost loop by its end, or go on with the next turn there. */
static void leave_together(struct native_emitter *e, unsigned loop, bool goes_on, uint32_t end)
{
    if (goes_on) {
        native_store_mask(e, native_load_level(e, "loop_entered", loop), "branch");
        native_line(e, "store i16 0, ptr %%continued");
        native_update_exec(e);
        go_to(e, e->program->cf[end].target);
        return;
    }
    for (unsigned i = 0; i < COUNT(native_outer_masks); i++)
        native_store_mask(e, native_load_level(e, native_loop_masks[i], loop),
                          native_outer_masks[i]);
    native_update_exec(e);
    go_to(e, end + 1);
}

/* Whether lanes that go on at `from` have all left the innermost loop, or its turn. */
static bool leaves(const struct native_emitter *e, const struct sim_flow_state *s, uint32_t from,
                   uint32_t *end)
{
    return sim_flow_leaves(e->program, s, sim_flow_room(e->program, e->launch->wave_size, s->loops),
                           from, end);
}

/* The end of a clause that lanes leave a loop by, all or none of them: done then. */
static bool end_together(struct native_emitter *e, uint32_t index, const struct sim_flow_state *s)
{
    uint32_t end;
    if (s->branch != SIM_BRANCH_WHOLE || e->at.branch != SIM_BRANCH_EVEN || !s->loops ||
        !leaves(e, &e->at, index + 1, &end))
        return false;
    split(e, native_load_mask(e, "exec"));
    leave_together(e, s->loops - 1u, e->program->cf[index].op == HW_CF_ALU_CONTINUE, end);
    return true;
}

/* Runs what is in braces only if lanes run. */
static unsigned begin_busy(struct native_emitter *e)
{
    const unsigned any = native_name(e), busy = native_name(e), next = native_name(e);
    if (e->whole)
        return UINT32_MAX;
    native_line(e, "%%t%u = icmp ne i16 %%t%u, 0", any, native_load_mask(e, "exec"));
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", any, busy, next);
    fprintf(e->out, "l%u:\n", busy);
    return next;
}

static void end_busy(struct native_emitter *e, unsigned next)
{
    if (next == UINT32_MAX)
        return;
    native_line(e, "br label %%l%u", next);
    fprintf(e->out, "l%u:\n", next);
}

/* Whether a jump over the clause, where no lane runs, is worth it. */
static bool may_skip(const struct native_emitter *e, const struct sim_cf *cf)
{
    enum { LONG = 16 };
    return cf->may_skip && cf->count >= LONG && !e->indexed;
}

static bool emit_clause(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    if (cf->op == HW_CF_ALU_PUSH_BEFORE) {
        push(e, s);
        e->at = *s;
    }
    native_store_mask(e, native_load_mask(e, "branch"), "before");
    const unsigned next = may_skip(e, cf) ? begin_busy(e) : UINT32_MAX;
    for (uint32_t i = 0; i < cf->count; i++)
        if (!native_emit_op(e, &e->program->ops[cf->first + i]))
            return false;
    end_busy(e, next);
    switch (cf->op) {
    case HW_CF_ALU_POP_AFTER:
    case HW_CF_ALU_POP2_AFTER:
        pop(e, s, cf->op == HW_CF_ALU_POP_AFTER ? 1 : 2);
        break;
    case HW_CF_ALU_ELSE_AFTER:
        swap(e, s);
        break;
    case HW_CF_ALU_BREAK:
    case HW_CF_ALU_CONTINUE: {
        if (end_together(e, index, s))
            return true;
        const char *which = cf->op == HW_CF_ALU_BREAK ? "broken" : "continued";
        const unsigned before = native_load_mask(e, "before");
        const unsigned failed = native_and_not(e, before, native_load_mask(e, "branch"));
        native_store_mask(e, before, "branch");
        native_store_mask(e, native_binary(e, "or", native_load_mask(e, which), failed), which);
        native_update_exec(e);
        break;
    }
    default:
        break;
    }
    go_to(e, index + 1);
    return true;
}

static bool is_counted(const struct sim_cf *start)
{
    return start->op != HW_CF_LOOP_START_DX10;
}

/* Whether lanes run, and, where the loop is counted, turns are left, as an i1. */
static unsigned may_turn(struct native_emitter *e, const struct sim_cf *start, unsigned loop)
{
    const unsigned any = native_name(e);
    native_line(e, "%%t%u = icmp ne i16 %%t%u, 0", any, native_load_mask(e, "exec"));
    if (!is_counted(start))
        return any;
    const unsigned left = native_name(e), more = native_name(e), both = native_name(e);
    native_line(e, "%%t%u = load i32, ptr %%loop_left%u", left, loop);
    native_line(e, "%%t%u = icmp ne i32 %%t%u, 0", more, left);
    native_line(e, "%%t%u = and i1 %%t%u, %%t%u", both, any, more);
    return both;
}

static void start_count(struct native_emitter *e, const struct sim_cf *cf, unsigned loop)
{
    const unsigned at = native_name(e), value = native_name(e), turns = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%launch, i64 %zu", at,
                offsetof(struct sim_launch, loop_const) + 4 * (size_t)cf->loop_const);
    native_line(e, "%%t%u = load i32, ptr %%t%u", value, at);
    native_line(e, "%%t%u = and i32 %%t%u, 4095", turns, value);
    native_line(e, "store i32 %%t%u, ptr %%loop_left%u", turns, loop);
}

static void end_count(struct native_emitter *e, unsigned loop)
{
    const unsigned left = native_name(e), less = native_name(e);
    native_line(e, "%%t%u = load i32, ptr %%loop_left%u", left, loop);
    native_line(e, "%%t%u = sub i32 %%t%u, 1", less, left);
    native_line(e, "store i32 %%t%u, ptr %%loop_left%u", less, loop);
}

static void enter_loop(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const unsigned loop = s->loops;
    if (is_counted(cf))
        start_count(e, cf, loop);
    if (!sim_flow_whole(s) || is_counted(cf)) {
        const unsigned any = may_turn(e, cf, loop), enter = native_name(e), over = native_name(e);
        native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", any, enter, over);
        fprintf(e->out, "l%u:\n", over);
        go_to(e, cf->target);
        fprintf(e->out, "l%u:\n", enter);
    }
    const unsigned exec = native_run_mask(e);
    for (unsigned i = 0; i < COUNT(native_outer_masks); i++)
        native_store_level(e, native_load_mask(e, native_outer_masks[i]), native_loop_masks[i],
                           loop);
    native_store_level(e, exec, "loop_entered", loop);
    native_store_mask(e, exec, "branch");
    native_line(e, "store i16 0, ptr %%continued");
    native_line(e, "store i16 0, ptr %%broken");
    go_to(e, index + 1);
}

static void end_loop(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const unsigned loop = s->loops - 1u, again = native_name(e), out = native_name(e);
    const struct sim_cf *start = &e->program->cf[s->loop_start[loop]];
    if (sim_flow_turns(e->program, s)) {
        go_to(e, cf->target);
        return;
    }
    native_line(e, "store i16 0, ptr %%continued");
    native_store_mask(e, native_load_level(e, "loop_entered", loop), "branch");
    native_update_exec(e);
    if (is_counted(start))
        end_count(e, loop);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", may_turn(e, start, loop), again, out);
    fprintf(e->out, "l%u:\n", again);
    go_to(e, cf->target);
    fprintf(e->out, "l%u:\n", out);
    for (unsigned i = 0; i < COUNT(native_outer_masks); i++)
        native_store_mask(e, native_load_level(e, native_loop_masks[i], loop),
                          native_outer_masks[i]);
    native_update_exec(e);
    go_to(e, index + 1);
}

static void leave_loop(struct native_emitter *e, uint32_t index, struct sim_flow_state *s,
                       const char *which)
{
    const struct sim_cf *cf = &e->program->cf[index];
    uint32_t end;
    if (sim_flow_whole(s) && leaves(e, s, cf->target, &end)) {
        leave_together(e, s->loops - 1u, cf->op == HW_CF_LOOP_CONTINUE, end);
        return;
    }
    native_store_mask(
        e, native_binary(e, "or", native_load_mask(e, which), native_load_mask(e, "exec")), which);
    native_update_exec(e);
    const unsigned entered = native_load_level(e, "loop_entered", s->loops - 1u);
    const unsigned more =
        native_and_not(e, native_and_not(e, entered, native_load_mask(e, "continued")),
                       native_load_mask(e, "broken"));
    split(e, more);
    go_to(e, cf->target);
}

static void emit_fetches(struct native_emitter *e, const struct sim_cf *cf)
{
    for (uint32_t i = 0; i < cf->count; i++) {
        const struct sim_fetch *fetch = &e->program->fetches[cf->first + i];
        const uint32_t done = native_emit_rows(e, fetch, cf->count - i);
        if (done)
            i += done - 1;
        else
            native_emit_fetch(e, fetch);
    }
}

static bool emit_memory(struct native_emitter *e, uint32_t index)
{
    const struct sim_program *p = e->program;
    const struct sim_cf *cf = &p->cf[index];
    const bool rat = cf->op == HW_CF_MEM_RAT || cf->op == HW_CF_MEM_RAT_CACHELESS;
    if (rat && p->stores[cf->first].rat_op == HW_RAT_NOP &&
        p->stores[cf->first].comp_mask == HW_CHECK_LOCKSTEP)
        return native_refuse(e, "lanes that rely on their wavefront");
    const unsigned next = begin_busy(e);
    if (cf->op != HW_CF_MEM_SCRATCH && !rat)
        emit_fetches(e, cf);
    else
        native_emit_store(e, &p->stores[cf->first]);
    end_busy(e, next);
    return true;
}

/* Where no lane runs, to `target`, with so many entries popped of the stack, which is as in `idle`.
 */
static void jump_idle(struct native_emitter *e, struct sim_flow_state idle, unsigned pops,
                      uint32_t target)
{
    const unsigned any = native_name(e), busy = native_name(e), skip = native_name(e);
    native_line(e, "%%t%u = icmp ne i16 %%t%u, 0", any, native_load_mask(e, "exec"));
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", any, busy, skip);
    fprintf(e->out, "l%u:\n", skip);
    pop(e, &idle, pops);
    go_to(e, target);
    fprintf(e->out, "l%u:\n", busy);
}

/* Where no lane runs, over instructions that do nothing then; behind that, all lanes run. */
static void emit_skip(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    uint32_t target;
    unsigned pops;
    if (!sim_flow_skips(e->program, s, index, &target, &pops))
        return;
    jump_idle(e, *s, pops, target);
    s->branch = e->at.branch = SIM_BRANCH_WHOLE;
    e->whole = true;
}

static bool emit_other(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    switch (cf->op) {
    case HW_CF_TC:
    case HW_CF_VC:
    case HW_CF_TC_ACK:
    case HW_CF_VC_ACK:
    case HW_CF_GDS:
    case HW_CF_MEM_SCRATCH:
    case HW_CF_MEM_RAT:
    case HW_CF_MEM_RAT_CACHELESS:
        if (!emit_memory(e, index))
            return false;
        go_to(e, index + 1);
        return true;
    case HW_CF_PUSH:
        if (cf->target != index + 1 && !e->whole)
            jump_idle(e, *s, cf->pop_count, cf->target);
        push(e, s);
        go_to(e, index + 1);
        return true;
    case HW_CF_JUMP:
        emit_jump(e, index, s);
        return true;
    case HW_CF_ELSE:
        swap(e, s);
        s->branch = SIM_BRANCH_ANY;
        emit_jump(e, index, s);
        return true;
    case HW_CF_POP:
        pop(e, s, cf->pop_count);
        go_to(e, index + 1);
        return true;
    case HW_CF_LOOP_START_DX10:
    case HW_CF_LOOP_START:
    case HW_CF_LOOP_START_NO_AL:
        if (is_counted(cf) && e->program->barriers)
            return native_refuse(e, "counted loops around barriers");
        enter_loop(e, index, s);
        return true;
    case HW_CF_LOOP_END:
        end_loop(e, index, s);
        return true;
    case HW_CF_LOOP_BREAK:
        leave_loop(e, index, s, "broken");
        return true;
    case HW_CF_LOOP_CONTINUE:
        leave_loop(e, index, s, "continued");
        return true;
    default:
        go_to(e, index + 1);
        return true;
    }
}

bool native_emit_cf(struct native_emitter *e, uint32_t index)
{
    const struct sim_cf *cf = &e->program->cf[index];
    struct sim_flow_state s = e->flow.at[index];
    fprintf(e->out, "cf%u:\n", index);
    e->cf = index;
    e->at = s;
    e->whole = sim_flow_whole(&s);
    if (e->shapes.at)
        memcpy(e->shapes.at, e->flow.shapes + (size_t)index * e->program->vector_count,
               e->program->vector_count * sizeof(*e->shapes.at));
    if (!s.reached) {
        native_line(e, "unreachable");
        return true;
    }
    emit_skip(e, index, &s);
    if ((cf->op & HW_CF_ALU_BIT) && cf->op != HW_CF_ALU_EXTENDED)
        return emit_clause(e, index, &s);
    if (!cf->end)
        return emit_other(e, index, &s);
    /* The last instruction has no effect but on memory. */
    const bool stores =
        cf->op == HW_CF_MEM_SCRATCH || cf->op == HW_CF_MEM_RAT || cf->op == HW_CF_MEM_RAT_CACHELESS;
    if (stores && !emit_memory(e, index))
        return false;
    native_line(e, "br label %%end");
    return true;
}
