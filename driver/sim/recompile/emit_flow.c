/* SPDX-License-Identifier: MIT */
/* emit_flow.c: control flow. Each instruction is a basic block, cfN. */
#include "driver/sim/recompile/emitter.h"

static void go(struct native_emitter *e, uint32_t target)
{
    native_line(e, "br label %%cf%u", target);
}

/* To `target` by a backward jump of instruction `from`, if the launch goes on. */
static void go_back(struct native_emitter *e, uint32_t from, uint32_t target)
{
    const unsigned count = native_name(e), more = native_name(e), low = native_name(e),
                   look = native_name(e);
    const unsigned often = native_name(e), sound = native_name(e);
    native_line(e, "%%t%u = load i32, ptr %%edges", count);
    native_line(e, "%%t%u = add i32 %%t%u, 1", more, count);
    native_line(e, "store i32 %%t%u, ptr %%edges", more);
    native_line(e, "%%t%u = and i32 %%t%u, 255", low, more);
    native_line(e, "%%t%u = icmp eq i32 %%t%u, 0", look, low);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%cf%u, !prof !2", look, often, target);
    fprintf(e->out, "l%u:\n", often);
    const unsigned fn = native_frame_function(e, offsetof(struct sim_native_frame, look));
    native_line(e, "%%t%u = call zeroext i1 %%t%u(ptr %%wave, i32 %u)", sound, fn, from * 2);
    native_line(e, "br i1 %%t%u, label %%cf%u, label %%fault", sound, target);
}

static void go_to(struct native_emitter *e, uint32_t from, uint32_t target)
{
    if (target <= from)
        go_back(e, from, target);
    else
        go(e, target);
}

static void push(struct native_emitter *e, struct sim_flow_state *s)
{
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

/* Ends the basic block: goes to `next` if lanes run, else to a new label, at which writing goes on.
 */
static void split(struct native_emitter *e, unsigned mask, uint32_t next)
{
    const unsigned any = native_name(e), idle = native_name(e);
    native_line(e, "%%t%u = icmp ne i16 %%t%u, 0", any, mask);
    native_line(e, "br i1 %%t%u, label %%cf%u, label %%l%u", any, next, idle);
    fprintf(e->out, "l%u:\n", idle);
}

static void emit_jump(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    if (s->whole && !s->left) {
        go(e, index + 1);
        return;
    }
    split(e, native_load_mask(e, "exec"), index + 1);
    pop(e, s, cf->pop_count);
    go_to(e, index, cf->target);
}

static bool emit_clause(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    if (cf->op == HW_CF_ALU_PUSH_BEFORE)
        push(e, s);
    native_store_mask(e, native_load_mask(e, "branch"), "before");
    for (uint32_t i = 0; i < cf->count; i++)
        if (!native_emit_op(e, s, &e->program->ops[cf->first + i]))
            return false;
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
    go(e, index + 1);
    return true;
}

static void enter_loop(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const unsigned loop = s->loops, exec = native_load_mask(e, "exec");
    const unsigned any = native_name(e), enter = native_name(e);
    native_line(e, "%%t%u = icmp ne i16 %%t%u, 0", any, exec);
    native_line(e, "br i1 %%t%u, label %%l%u, label %%cf%u", any, enter, cf->target);
    fprintf(e->out, "l%u:\n", enter);
    for (unsigned i = 0; i < COUNT(native_outer_masks); i++)
        native_store_level(e, native_load_mask(e, native_outer_masks[i]), native_loop_masks[i],
                           loop);
    native_store_level(e, exec, "loop_entered", loop);
    native_store_mask(e, exec, "branch");
    native_line(e, "store i16 0, ptr %%continued");
    native_line(e, "store i16 0, ptr %%broken");
    go(e, index + 1);
}

static void end_loop(struct native_emitter *e, uint32_t index, struct sim_flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const unsigned loop = s->loops - 1u, any = native_name(e), again = native_name(e),
                   out = native_name(e);
    native_line(e, "store i16 0, ptr %%continued");
    native_store_mask(e, native_load_level(e, "loop_entered", loop), "branch");
    native_update_exec(e);
    native_line(e, "%%t%u = icmp ne i16 %%t%u, 0", any, native_load_mask(e, "exec"));
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", any, again, out);
    fprintf(e->out, "l%u:\n", again);
    go_to(e, index, cf->target);
    fprintf(e->out, "l%u:\n", out);
    for (unsigned i = 0; i < COUNT(native_outer_masks); i++)
        native_store_mask(e, native_load_level(e, native_loop_masks[i], loop),
                          native_outer_masks[i]);
    native_update_exec(e);
    go(e, index + 1);
}

static void leave_loop(struct native_emitter *e, uint32_t index, struct sim_flow_state *s,
                       const char *which)
{
    const struct sim_cf *cf = &e->program->cf[index];
    native_store_mask(
        e, native_binary(e, "or", native_load_mask(e, which), native_load_mask(e, "exec")), which);
    native_update_exec(e);
    const unsigned entered = native_load_level(e, "loop_entered", s->loops - 1u);
    const unsigned more =
        native_and_not(e, native_and_not(e, entered, native_load_mask(e, "continued")),
                       native_load_mask(e, "broken"));
    split(e, more, index + 1);
    go_to(e, index, cf->target);
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

static void emit_memory(struct native_emitter *e, uint32_t index)
{
    const struct sim_program *p = e->program;
    const struct sim_cf *cf = &p->cf[index];
    const unsigned next = begin_busy(e);
    if (cf->op != HW_CF_MEM_SCRATCH && cf->op != HW_CF_MEM_RAT && cf->op != HW_CF_MEM_RAT_CACHELESS)
        for (uint32_t i = 0; i < cf->count; i++)
            native_emit_fetch(e, &p->fetches[cf->first + i]);
    else
        native_emit_store(e, &p->stores[cf->first]);
    end_busy(e, next);
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
        emit_memory(e, index);
        go(e, index + 1);
        return true;
    case HW_CF_PUSH:
        if (cf->target != index + 1) {
            struct sim_flow_state idle = *s;
            const unsigned any = native_name(e), busy = native_name(e), skip = native_name(e);
            native_line(e, "%%t%u = icmp ne i16 %%t%u, 0", any, native_load_mask(e, "exec"));
            native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", any, busy, skip);
            fprintf(e->out, "l%u:\n", skip);
            pop(e, &idle, cf->pop_count);
            go_to(e, index, cf->target);
            fprintf(e->out, "l%u:\n", busy);
        }
        push(e, s);
        go(e, index + 1);
        return true;
    case HW_CF_JUMP:
        emit_jump(e, index, s);
        return true;
    case HW_CF_ELSE:
        swap(e, s);
        s->whole = false;
        emit_jump(e, index, s);
        return true;
    case HW_CF_POP:
        pop(e, s, cf->pop_count);
        go(e, index + 1);
        return true;
    case HW_CF_LOOP_START_DX10:
        enter_loop(e, index, s);
        return true;
    case HW_CF_LOOP_START:
    case HW_CF_LOOP_START_NO_AL:
        return native_refuse(e, "counted loops");
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
        go(e, index + 1);
        return true;
    }
}

bool native_emit_cf(struct native_emitter *e, uint32_t index)
{
    const struct sim_cf *cf = &e->program->cf[index];
    struct sim_flow_state s = e->flow.at[index];
    fprintf(e->out, "cf%u:\n", index);
    e->whole = s.whole && !s.left;
    if (!s.reached) {
        native_line(e, "unreachable");
        return true;
    }
    if ((cf->op & HW_CF_ALU_BIT) && cf->op != HW_CF_ALU_EXTENDED)
        return emit_clause(e, index, &s);
    if (!cf->end)
        return emit_other(e, index, &s);
    /* Of the last instruction only its effect on memory matters. */
    if (cf->op == HW_CF_MEM_SCRATCH || cf->op == HW_CF_MEM_RAT || cf->op == HW_CF_MEM_RAT_CACHELESS)
        emit_memory(e, index);
    native_line(e, "br label %%end");
    return true;
}
