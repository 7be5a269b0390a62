/* SPDX-License-Identifier: MIT */
/* flow.c: follows a program's control flow, to find what is known at each instruction: how deep the
 * stack is, and where all live lanes run. */
#include "driver/sim/recompile/flow.h"

#include <stdlib.h>
#include <string.h>

#include "driver/hw/isa.h"

struct finder {
    struct sim_flow *flow;
    const struct sim_program *program;
    const char **why;
    unsigned entries, subentries; /* of the stack: see exec_cf.c */
    uint32_t *work;               /* instructions to look at */
    uint32_t work_count;
    bool *queued;
};

static bool refuse(struct finder *f, const char *why)
{
    *f->why = why;
    return false;
}

/* Joins what is known on two paths that lead to one instruction: what holds on both of them. */
static bool merge(struct sim_flow_state *into, const struct sim_flow_state *from)
{
    const struct sim_flow_state before = *into;
    into->whole &= from->whole;
    into->left |= from->left;
    for (unsigned i = 0; i < from->depth; i++)
        into->saved[i] &= from->saved[i];
    for (unsigned i = 0; i < from->loops; i++) {
        into->loop_whole[i] &= from->loop_whole[i];
        into->loop_left[i] |= from->loop_left[i];
    }
    return memcmp(&before, into, sizeof(before)) != 0;
}

static bool same_shape(const struct sim_flow_state *a, const struct sim_flow_state *b)
{
    return a->depth == b->depth && a->loops == b->loops &&
           !memcmp(a->loop_depth, b->loop_depth, a->loops);
}

static bool arrive(struct finder *f, uint32_t index, const struct sim_flow_state *from, bool jump)
{
    if (index >= f->program->cf_count)
        return refuse(f, "a jump behind the program's end");
    struct sim_flow_state *at = &f->flow->at[index], state = *from;
    /* The end of a loop forgets what the stack has beyond the loop's start. */
    if (f->program->cf[index].op == HW_CF_LOOP_END && state.loops)
        state.depth = state.loop_depth[state.loops - 1];
    bool changed = !at->reached;
    if (at->reached) {
        if (!same_shape(at, &state))
            return refuse(f, "the stack's depth depends on the way taken");
        changed = merge(at, &state);
    } else {
        state.target = at->target;
        state.reached = true;
        *at = state;
    }
    at->target |= jump;
    if (changed && !f->queued[index]) {
        f->queued[index] = true;
        f->work[f->work_count++] = index;
    }
    return true;
}

static bool push(struct finder *f, struct sim_flow_state *s)
{
    if (s->depth + 1 + s->loops * f->subentries > f->entries || s->depth == SIM_FLOW_DEPTH)
        return refuse(f, "the stack overflows");
    s->saved[s->depth++] = s->whole;
    if (s->depth > f->flow->depth)
        f->flow->depth = s->depth;
    return true;
}

static bool pop(struct finder *f, struct sim_flow_state *s, unsigned count)
{
    const unsigned floor = s->loops ? s->loop_depth[s->loops - 1] : 0;
    if (s->depth < floor + count)
        return refuse(f, "the stack underflows");
    if (count) {
        s->depth = (uint8_t)(s->depth - count);
        s->whole = s->saved[s->depth];
    }
    return true;
}

static bool swap(struct finder *f, struct sim_flow_state *s)
{
    const unsigned floor = s->loops ? s->loop_depth[s->loops - 1] : 0;
    if (s->depth <= floor)
        return refuse(f, "ELSE without an entry on the stack");
    s->whole = false;
    return true;
}

static bool sets_exec(const struct finder *f, const struct sim_cf *cf)
{
    for (uint32_t i = 0; i < cf->count; i++)
        if (f->program->ops[cf->first + i].update & SIM_UPDATE_EXEC)
            return true;
    return false;
}

static bool follow_alu(struct finder *f, uint32_t index, const struct sim_cf *cf,
                       struct sim_flow_state *s)
{
    if (cf->op == HW_CF_ALU_PUSH_BEFORE && !push(f, s))
        return false;
    const bool before = s->whole, changes = sets_exec(f, cf);
    s->whole &= !changes;
    switch (cf->op) {
    case HW_CF_ALU_POP_AFTER:
    case HW_CF_ALU_POP2_AFTER:
        if (!pop(f, s, cf->op == HW_CF_ALU_POP_AFTER ? 1 : 2))
            return false;
        break;
    case HW_CF_ALU_ELSE_AFTER:
        if (!swap(f, s))
            return false;
        break;
    case HW_CF_ALU_BREAK:
    case HW_CF_ALU_CONTINUE:
        if (!s->loops)
            return refuse(f, "a loop instruction outside of loops");
        s->whole = before;
        s->left |= changes;
        break;
    default:
        break;
    }
    return arrive(f, index + 1, s, false);
}

/* An instruction that goes on if lanes run and else jumps. */
static bool follow_jump(struct finder *f, uint32_t index, const struct sim_cf *cf,
                        struct sim_flow_state *s)
{
    if (!arrive(f, index + 1, s, false))
        return false;
    if (s->whole && !s->left)
        return true;
    return pop(f, s, cf->pop_count) && arrive(f, cf->target, s, true);
}

static bool follow_loop_start(struct finder *f, uint32_t index, const struct sim_cf *cf,
                              struct sim_flow_state *s)
{
    if (!arrive(f, cf->target, s, true))
        return false;
    if (s->loops == SIM_FLOW_LOOPS || s->depth + (s->loops + 1u) * f->subentries > f->entries)
        return refuse(f, "the stack overflows in a loop");
    s->loop_depth[s->loops] = s->depth;
    s->loop_whole[s->loops] = s->whole;
    s->loop_left[s->loops] = s->left;
    s->whole &= !s->left;
    s->left = false;
    if (++s->loops > f->flow->loops)
        f->flow->loops = s->loops;
    return arrive(f, index + 1, s, true);
}

static bool follow_loop_end(struct finder *f, uint32_t index, const struct sim_cf *cf,
                            struct sim_flow_state *s)
{
    if (!s->loops)
        return refuse(f, "a loop instruction outside of loops");
    const unsigned loop = s->loops - 1u;
    s->depth = s->loop_depth[loop];
    struct sim_flow_state again = *s;
    again.whole = s->loop_whole[loop] && !s->loop_left[loop];
    s->whole = s->loop_whole[loop];
    s->left = s->loop_left[loop];
    s->loops--;
    return arrive(f, cf->target, &again, true) && arrive(f, index + 1, s, true);
}

static bool follow_leave(struct finder *f, uint32_t index, const struct sim_cf *cf,
                         struct sim_flow_state *s)
{
    if (!s->loops)
        return refuse(f, "a loop instruction outside of loops");
    s->left = true;
    return arrive(f, index + 1, s, false) && arrive(f, cf->target, s, true);
}

static bool follow(struct finder *f, uint32_t index)
{
    const struct sim_cf *cf = &f->program->cf[index];
    struct sim_flow_state s = f->flow->at[index];
    if (cf->end && (cf->op & HW_CF_ALU_BIT) == 0) {
        /* the program ends here, so that nothing follows it */
        return true;
    }
    if ((cf->op & HW_CF_ALU_BIT) && cf->op != HW_CF_ALU_EXTENDED)
        return follow_alu(f, index, cf, &s);
    switch (cf->op) {
    case HW_CF_PUSH: {
        struct sim_flow_state jumped = s;
        if (!push(f, &s) || !arrive(f, index + 1, &s, false))
            return false;
        if (cf->target == index + 1)
            return true;
        return pop(f, &jumped, cf->pop_count) && arrive(f, cf->target, &jumped, true);
    }
    case HW_CF_JUMP:
        return follow_jump(f, index, cf, &s);
    case HW_CF_ELSE:
        return swap(f, &s) && follow_jump(f, index, cf, &s);
    case HW_CF_POP:
        return pop(f, &s, cf->pop_count) && arrive(f, index + 1, &s, false);
    case HW_CF_LOOP_START:
    case HW_CF_LOOP_START_NO_AL:
    case HW_CF_LOOP_START_DX10:
        return follow_loop_start(f, index, cf, &s);
    case HW_CF_LOOP_END:
        return follow_loop_end(f, index, cf, &s);
    case HW_CF_LOOP_BREAK:
    case HW_CF_LOOP_CONTINUE:
        return follow_leave(f, index, cf, &s);
    default:
        return arrive(f, index + 1, &s, false);
    }
}

/* ---- which vectors keep their value in lanes that take no part ---- */

struct run {
    const struct finder *f;
    bool *written; /* since the run began, by all lanes that run now */
};

static void reads(struct run *r, uint32_t place)
{
    const uint32_t vector = place / SIM_LANES;
    if (!r->written[vector])
        r->f->flow->kept[vector] = true;
}

static void writes(struct run *r, uint32_t place)
{
    r->written[place / SIM_LANES] = true;
}

static void look_at_op(struct run *r, const struct sim_alu_op *op)
{
    if (op->action == SIM_ACTION_BARRIER) /* a barrier saves only vectors that are kept */
        memset(r->written, 0, r->f->program->vector_count * sizeof(bool));
    const bool pair = op->action == SIM_ACTION_DOUBLE;
    for (unsigned i = 0; i < 3; i++)
        if (op->src[i].space == SIM_SPACE_WAVE && !op->src[i].special) {
            reads(r, op->src[i].offset);
            if (pair)
                reads(r, op->src[i].offset + SIM_LANES);
        }
    for (unsigned i = 0; i < 2; i++)
        if (op->lds_result[i] != SIM_NO_DST)
            writes(r, op->lds_result[i]);
    if (op->dst == SIM_NO_DST)
        return;
    if (op->predicate)
        reads(r, op->dst);
    writes(r, op->dst);
    if (pair)
        writes(r, op->dst + SIM_LANES);
}

static void look_at_fetch(struct run *r, const struct sim_fetch *fetch)
{
    for (unsigned c = 0; c < 4; c++)
        if (fetch->src_sel[c] <= HW_SEL_W)
            reads(r, fetch->src + fetch->src_sel[c] * SIM_LANES);
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] != HW_SEL_MASK)
            writes(r, fetch->dst + c * SIM_LANES);
}

static void look_at_store(struct run *r, const struct sim_store *store)
{
    for (unsigned c = 0; c < 4; c++) {
        reads(r, store->data + c * SIM_LANES);
        reads(r, store->index + c * SIM_LANES);
    }
}

/* Whether lanes may begin to run behind the instruction that did not before it. */
static bool lets_lanes_in(unsigned op)
{
    switch (op) {
    case HW_CF_ALU_POP_AFTER:
    case HW_CF_ALU_POP2_AFTER:
    case HW_CF_ALU_ELSE_AFTER:
    case HW_CF_ELSE:
    case HW_CF_POP:
    case HW_CF_LOOP_START:
    case HW_CF_LOOP_START_NO_AL:
    case HW_CF_LOOP_START_DX10:
    case HW_CF_LOOP_END:
        return true;
    default:
        return false;
    }
}

static bool find_kept(struct finder *f)
{
    const struct sim_program *p = f->program;
    struct run run = {f, calloc(p->vector_count, sizeof(bool))};
    if (!run.written)
        return refuse(f, "out of memory");
    for (uint32_t i = 0; i < p->cf_count; i++) {
        const struct sim_cf *cf = &p->cf[i];
        if (f->flow->at[i].target)
            memset(run.written, 0, p->vector_count * sizeof(bool));
        if ((cf->op & HW_CF_ALU_BIT) && cf->op != HW_CF_ALU_EXTENDED)
            for (uint32_t k = 0; k < cf->count; k++)
                look_at_op(&run, &p->ops[cf->first + k]);
        else if (cf->op == HW_CF_MEM_RAT || cf->op == HW_CF_MEM_RAT_CACHELESS ||
                 cf->op == HW_CF_MEM_SCRATCH)
            look_at_store(&run, &p->stores[cf->first]);
        else
            for (uint32_t k = 0; k < cf->count; k++)
                look_at_fetch(&run, &p->fetches[cf->first + k]);
        if (lets_lanes_in(cf->op))
            memset(run.written, 0, p->vector_count * sizeof(bool));
    }
    free(run.written);
    return true;
}

bool sim_flow_find(struct sim_flow *flow, const struct sim_program *program, unsigned wave_size,
                   const char **why)
{
    struct finder f = {
        .flow = flow, .program = program, .why = why, .subentries = wave_size == 64 ? 4 : 8};
    f.entries = program->mode.stack_entries * f.subentries;
    *flow = (struct sim_flow){calloc(program->cf_count, sizeof(*flow->at)),
                              calloc(program->vector_count, sizeof(bool)), 0, 0};
    f.work = calloc(program->cf_count, sizeof(*f.work));
    f.queued = calloc(program->cf_count, sizeof(bool));
    bool sound = flow->at && flow->kept && f.work && f.queued;
    if (!sound)
        *why = "out of memory";
    const struct sim_flow_state start = {.whole = true};
    sound = sound && arrive(&f, 0, &start, false);
    while (sound && f.work_count) {
        const uint32_t index = f.work[--f.work_count];
        f.queued[index] = false;
        sound = follow(&f, index);
    }
    sound = sound && find_kept(&f);
    free(f.work);
    free(f.queued);
    if (!sound)
        sim_flow_finish(flow);
    return sound;
}

void sim_flow_finish(struct sim_flow *flow)
{
    free(flow->at);
    free(flow->kept);
    *flow = (struct sim_flow){0};
}
