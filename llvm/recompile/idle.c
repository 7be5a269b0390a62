/* SPDX-License-Identifier: MIT */
/* idle.c: the way of a wavefront whose lanes have all left the innermost loop, or its turn: whether
 * it leads to the loop's end, with nothing done. */
#include "driver/hw/isa.h"
#include "llvm/recompile/flow.h"

bool flow_turns(const struct sim_program *program, const struct flow_state *s)
{
    return flow_whole(s) && program->cf[s->loop_start[s->loops - 1]].op == HW_CF_LOOP_START_DX10;
}

/* Where a wavefront without lanes is in the innermost loop, and how many entries its stack has. */
struct idle {
    const struct sim_program *program;
    uint32_t index;
    unsigned depth, floor, room; /* from `floor`, of the loop's start, to `room` */
};

/* False where the simulator would stop. */
static bool idle_pop(struct idle *i, unsigned count)
{
    if (i->depth < i->floor + count)
        return false;
    i->depth -= count;
    return true;
}

/* False where the program jumps back. */
static bool idle_jump(struct idle *i, const struct sim_cf *cf)
{
    if (cf->target <= i->index)
        return false;
    i->index = cf->target;
    return true;
}

static bool idle_step(struct idle *i)
{
    i->index++;
    return true;
}

static bool idle_push(struct idle *i)
{
    return i->depth < SIM_FLOW_DEPTH && i->depth++ < i->room;
}

/* A barrier orders nothing for lanes that have left: it may be jumped over. */
static bool sets_index(const struct idle *i, const struct sim_cf *cf)
{
    for (uint32_t k = 0; k < cf->count; k++)
        if (i->program->ops[cf->first + k].action == SIM_ACTION_CF_INDEX)
            return true;
    return false;
}

static bool idle_clause(struct idle *i, const struct sim_cf *cf)
{
    if (sets_index(i, cf) || (cf->flow == HW_FLOW_PUSH && !idle_push(i)) ||
        (cf->flow == HW_FLOW_ELSE && i->depth == i->floor))
        return false;
    return idle_pop(i, cf->pop_count) && idle_step(i);
}

/* Goes on by one instruction (exec/exec_cf.c); false where it is left to whoever follows masks. */
static bool idle_go_on(struct idle *i)
{
    const struct sim_cf *cf = &i->program->cf[i->index];
    if (cf->end)
        return false;
    if (cf->items == SIM_ITEMS_OPS)
        return idle_clause(i, cf);
    switch (cf->flow) {
    case HW_FLOW_PUSH:
        if (cf->target == i->index + 1)
            return idle_push(i) && idle_step(i);
        return idle_pop(i, cf->pop_count) && idle_jump(i, cf);
    case HW_FLOW_ELSE:
        if (i->depth == i->floor)
            return false;
        return idle_pop(i, cf->pop_count) && idle_jump(i, cf);
    case HW_FLOW_JUMP:
        return idle_pop(i, cf->pop_count) && idle_jump(i, cf);
    case HW_FLOW_POP:
        return idle_pop(i, cf->pop_count) && idle_step(i);
    case HW_FLOW_LOOP:
    case HW_FLOW_BREAK:
    case HW_FLOW_CONTINUE:
        return idle_jump(i, cf);
    default:
        return idle_step(i);
    }
}

bool flow_leaves(const struct sim_program *program, const struct flow_state *s, unsigned room,
                 uint32_t from, uint32_t *end)
{
    const unsigned loop = s->loops - 1u;
    struct idle i = {program, from, s->depth, s->loop_depth[loop], room};
    if (s->left || program->cf[s->loop_start[loop]].op != HW_CF_LOOP_START_DX10 ||
        from <= s->loop_start[loop])
        return false;
    while (i.index < program->cf_count && program->cf[i.index].flow != HW_FLOW_LOOP_END)
        if (!idle_go_on(&i))
            return false;
    *end = i.index;
    return i.index < program->cf_count && !program->cf[i.index].end;
}
