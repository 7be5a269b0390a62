/* SPDX-License-Identifier: MIT */
/* flow.c: follows a program's control flow, to find what is known at each instruction: how deep the
 * stack is, and where all live lanes run. */
#include "llvm/recompile/flow.h"

#include <stdlib.h>
#include <string.h>

#include "driver/base/free_all.h"
#include "driver/hw/isa.h"
#include "llvm/recompile/kept.h"
#include "llvm/recompile/limits.h"
#include "llvm/recompile/live_across.h"

/* Affine forms that are kept at most: 8 MiB. */
enum { MOST_FORMS = 1 << 20 };

struct finder {
    struct flow *flow;
    const struct sim_program *program;
    const struct recompile_state *state;
    const char **why;
    unsigned entries, subentries; /* of the stack: see exec_cf.c */
    uint32_t *work;               /* instructions to look at */
    uint32_t work_count;
    bool *queued;
    bool ends;               /* the instruction that is followed goes nowhere */
    bool starts;             /* none is: the program begins */
    uint32_t from;           /* its number */
    bool agrees;             /* all blocks of the group go on from it alike */
    struct flow_ways *ways;  /* NULL: nobody wants to know */
    struct affine_form *now; /* affine forms behind it */
};

/* Both tell whether they changed what they were given. */
static bool lower(uint8_t *branch, uint8_t other)
{
    if (other >= *branch)
        return false;
    *branch = other;
    return true;
}

static bool raise(bool *left, bool other)
{
    if (!other || *left)
        return false;
    *left = true;
    return true;
}

static bool refuse(struct finder *f, const char *why)
{
    *f->why = why;
    return false;
}

/* Joins what is known on two paths that lead to one instruction: what holds on both of them. True
 * when that is less than was known. */
static bool merge(struct flow_state *into, const struct flow_state *from)
{
    bool changed = lower(&into->branch, from->branch);
    changed |= raise(&into->left, from->left);
    for (unsigned i = 0; i < from->depth; i++)
        changed |= lower(&into->saved[i], from->saved[i]);
    for (unsigned i = 0; i < from->loops; i++) {
        changed |= lower(&into->loop_branch[i], from->loop_branch[i]);
        changed |= raise(&into->loop_left[i], from->loop_left[i]);
    }
    return changed;
}

static bool same_form(const struct flow_state *a, const struct flow_state *b)
{
    return a->depth == b->depth && a->loops == b->loops &&
           !memcmp(a->loop_depth, b->loop_depth, a->loops) &&
           !memcmp(a->loop_start, b->loop_start, a->loops * sizeof(*a->loop_start));
}

/* Affine forms at an instruction that is reached, for the first time or again. */
static bool arrive_shapes(struct finder *f, uint32_t index, bool again)
{
    const uint32_t count = f->program->vector_count;
    if (!f->now)
        return false;
    struct affine_form *at = f->flow->forms + (size_t)index * count;
    if (again)
        return affine_merge(at, f->now, count);
    memcpy(at, f->now, count * sizeof(*at));
    return false;
}

/* From the last instruction nothing arrives, but it may stop the program as any other does. */
static bool arrive(struct finder *f, uint32_t index, const struct flow_state *from, bool jump)
{
    if (f->ends)
        return true;
    if (index >= f->program->cf_count)
        return refuse(f, "a jump behind the program's end");
    if (f->ways && !f->starts)
        f->ways->next[f->from][index / 64] |= 1ull << index % 64;
    struct flow_state *at = &f->flow->at[index], state = *from;
    /* Blocks come from there by different ways, and with different lanes. */
    if (f->flow->ragged && f->flow->ragged[f->from] && state.branch == SIM_BRANCH_AGREED)
        state.branch = f->state->abreast > 1 ? SIM_BRANCH_ANY : SIM_BRANCH_EVEN;
    /* The end of a loop forgets what the stack has beyond the loop's start. */
    if (f->program->cf[index].flow == HW_FLOW_LOOP_END && state.loops)
        state.depth = state.loop_depth[state.loops - 1];
    bool changed = !at->reached;
    if (at->reached) {
        if (!same_form(at, &state))
            return refuse(f, "the stack's depth depends on the way taken");
        changed = arrive_shapes(f, index, true);
        changed |= merge(at, &state);
    } else {
        arrive_shapes(f, index, false);
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

static bool push(struct finder *f, struct flow_state *s)
{
    if (s->depth + 1 + s->loops * f->subentries > f->entries || s->depth == SIM_FLOW_DEPTH)
        return refuse(f, "the stack overflows");
    s->saved[s->depth++] = s->branch;
    if (s->depth > f->flow->depth)
        f->flow->depth = s->depth;
    return true;
}

static bool pop(struct finder *f, struct flow_state *s, unsigned count)
{
    const unsigned floor = s->loops ? s->loop_depth[s->loops - 1] : 0;
    if (s->depth < floor + count)
        return refuse(f, "the stack underflows");
    if (count) {
        s->depth = (uint8_t)(s->depth - count);
        s->branch = s->saved[s->depth];
    }
    return true;
}

static bool swap(struct finder *f, struct flow_state *s)
{
    const unsigned floor = s->loops ? s->loop_depth[s->loops - 1] : 0;
    if (s->depth <= floor)
        return refuse(f, "ELSE without an entry on the stack");
    if (s->saved[s->depth - 1] != SIM_BRANCH_WHOLE)
        s->branch = SIM_BRANCH_ANY;
    else
        lower(&s->branch, SIM_BRANCH_AGREED);
    f->agrees &= flow_agrees(s);
    return true;
}

/* Whether all lanes of a block pass a test, or none. */
static bool is_even(const struct affine_forms *forms, const struct sim_alu_op *op,
                    const struct flow_state *s)
{
    return !s->left && !op->predicate && (affine_uniform_op(forms, op) || limits_alike(forms, op));
}

bool flow_leaves_at(const struct affine_forms *forms, const struct sim_alu_op *op,
                    const struct flow_state *s)
{
    return forms->assumes && op->update & SIM_UPDATE_EXEC && !s->left && !op->predicate &&
           !(is_even(forms, op, s) && affine_repeated_op(forms, op));
}

void flow_op(struct affine_forms *forms, const struct sim_alu_op *op, struct flow_state *s)
{
    if (op->update & SIM_UPDATE_EXEC) {
        const bool leaves = flow_leaves_at(forms, op, s), even = leaves || is_even(forms, op, s),
                   shared = leaves || affine_repeated_op(forms, op);
        /* Some of the blocks abreast may run, and others not. */
        lower(&s->branch, !even || (!shared && forms->state->abreast > 1) ? SIM_BRANCH_ANY
                          : shared                                        ? SIM_BRANCH_AGREED
                                                                          : SIM_BRANCH_EVEN);
    }
    forms->looped = s->loops;
    affine_op(forms, op, flow_whole(s));
}

/* Follows an ALU clause's operations: affine forms, and the branch that they leave. */
static void follow_clause(struct affine_forms *forms, const struct sim_cf *cf, struct flow_state *s,
                          bool *assumed)
{
    for (uint32_t i = 0; i < cf->count; i++) {
        const struct sim_alu_op *op = &forms->program->ops[cf->first + i];
        *assumed |= flow_leaves_at(forms, op, s);
        flow_op(forms, op, s);
    }
}

/* Whether the instruction does nothing, but to go on to the next one, where no lane runs. */
static bool is_idle(const struct sim_cf *cf)
{
    return !cf->end && ((cf->op == HW_CF_ALU && cf->may_skip) || cf->items == SIM_ITEMS_FETCHES);
}

/* Whether it does nothing without lanes but to pop entries of the stack. Where there are no
 * barriers that is not worth a jump. */
static bool closes(const struct sim_program *program, const struct sim_cf *cf)
{
    return program->barriers && !cf->end && cf->items == SIM_ITEMS_OPS && cf->flow == HW_FLOW_POP &&
           cf->may_skip;
}

bool flow_skips(const struct sim_program *program, const struct flow_state *s, uint32_t index,
                uint32_t *target, unsigned *pops)
{
    uint32_t next = index;
    *pops = 0;
    if (!flow_even(s) || s->left)
        return false;
    while (next < program->cf_count && is_idle(&program->cf[next]))
        next++;
    if (next == program->cf_count)
        return false;
    const struct sim_cf *cf = &program->cf[next];
    const bool pops_after = closes(program, cf), jumps = cf->op == HW_CF_JUMP && !cf->end,
               loops = cf->op == HW_CF_LOOP_START_DX10 && !cf->end;
    *target = pops_after ? next + 1 : jumps || loops ? cf->target : next;
    *pops = pops_after || jumps ? cf->pop_count : 0;
    return pops_after || next != index;
}

/* Ends the innermost loop: `s` becomes the state behind it, `again` that of its next turn. */
static void end_turn(struct flow_state *s, struct flow_state *again)
{
    const unsigned loop = s->loops - 1u;
    s->depth = s->loop_depth[loop];
    *again = *s;
    again->branch = s->loop_branch[loop] != SIM_BRANCH_ANY && !s->loop_left[loop] ? SIM_BRANCH_WHOLE
                                                                                  : SIM_BRANCH_ANY;
    s->branch = s->loop_branch[loop];
    s->left = s->loop_left[loop];
    s->loops--;
}

/* All lanes leave the innermost loop by its end, or go on with the next turn there. */
static bool leave_together(struct finder *f, const struct flow_state *s, bool goes_on, uint32_t end)
{
    struct flow_state out = *s, again;
    end_turn(&out, &again);
    return goes_on ? arrive(f, f->program->cf[end].target, &again, true)
                   : arrive(f, end + 1, &out, true);
}

static bool leaves(const struct finder *f, const struct flow_state *s, uint32_t from, uint32_t *end)
{
    return flow_leaves(f->program, s, f->entries - s->loops * f->subentries, from, end);
}

static bool sets_exec(const struct finder *f, const struct sim_cf *cf)
{
    for (uint32_t i = 0; i < cf->count; i++)
        if (f->program->ops[cf->first + i].update & SIM_UPDATE_EXEC)
            return true;
    return false;
}

/* A clause that lanes leave a loop by. */
static bool follow_alu_leave(struct finder *f, uint32_t index, const struct sim_cf *cf,
                             const struct flow_state *before, struct flow_state *s)
{
    uint32_t end;
    if (!s->loops)
        return refuse(f, "a loop instruction outside of loops");
    if (before->branch == SIM_BRANCH_WHOLE && flow_even(s) && leaves(f, s, index + 1, &end)) {
        s->branch = SIM_BRANCH_WHOLE;
        return arrive(f, index + 1, s, false) &&
               leave_together(f, s, cf->flow == HW_FLOW_CONTINUE, end);
    }
    s->branch = before->branch;
    s->left |= sets_exec(f, cf);
    return arrive(f, index + 1, s, false);
}

static struct affine_forms forms_of(const struct finder *f)
{
    return (struct affine_forms){.program = f->program,
                                 .state = f->state,
                                 .kept = flow_kept(f->flow, f->program, f->from),
                                 .scalar = f->flow->scalar,
                                 .ragged = f->flow->ragged && f->flow->ragged[f->from],
                                 .assumes = flow_may_leave(f->flow, f->from),
                                 .at = f->now};
}

static bool follow_alu(struct finder *f, uint32_t index, const struct sim_cf *cf,
                       struct flow_state *s)
{
    struct affine_forms forms = forms_of(f);
    if (cf->flow == HW_FLOW_PUSH && !push(f, s))
        return false;
    const struct flow_state before = *s;
    follow_clause(&forms, cf, s, &f->flow->assumed);
    f->agrees &= flow_agrees(s);
    if (cf->flow == HW_FLOW_BREAK || cf->flow == HW_FLOW_CONTINUE)
        return follow_alu_leave(f, index, cf, &before, s);
    return pop(f, s, cf->pop_count) && (cf->flow != HW_FLOW_ELSE || swap(f, s)) &&
           arrive(f, index + 1, s, false);
}

/* An instruction that goes on if lanes run and else jumps. */
static bool follow_jump(struct finder *f, uint32_t index, const struct sim_cf *cf,
                        struct flow_state *s)
{
    struct flow_state on = *s;
    if (flow_even(&on))
        on.branch = SIM_BRANCH_WHOLE;
    if (!arrive(f, index + 1, &on, false))
        return false;
    if (flow_whole(s))
        return true;
    return pop(f, s, cf->pop_count) && arrive(f, cf->target, s, true);
}

static bool follow_loop_start(struct finder *f, uint32_t index, const struct sim_cf *cf,
                              struct flow_state *s)
{
    if (!arrive(f, cf->target, s, true))
        return false;
    if (s->loops == SIM_FLOW_LOOPS || s->depth + (s->loops + 1u) * f->subentries > f->entries)
        return refuse(f, "the stack overflows in a loop");
    s->loop_depth[s->loops] = s->depth;
    s->loop_branch[s->loops] = s->branch;
    s->loop_left[s->loops] = s->left;
    s->loop_start[s->loops] = index;
    s->branch = s->branch != SIM_BRANCH_ANY && !s->left ? SIM_BRANCH_WHOLE : SIM_BRANCH_ANY;
    s->left = false;
    if (++s->loops > f->flow->loops)
        f->flow->loops = s->loops;
    return arrive(f, index + 1, s, true);
}

static bool follow_loop_end(struct finder *f, uint32_t index, const struct sim_cf *cf,
                            struct flow_state *s)
{
    struct flow_state again;
    if (!s->loops)
        return refuse(f, "a loop instruction outside of loops");
    const bool goes_on = flow_turns(f->program, s);
    f->agrees &= s->loop_branch[s->loops - 1] >= SIM_BRANCH_AGREED && !s->loop_left[s->loops - 1];
    end_turn(s, &again);
    return arrive(f, cf->target, &again, true) && (goes_on || arrive(f, index + 1, s, true));
}

static bool follow_leave(struct finder *f, uint32_t index, const struct sim_cf *cf,
                         struct flow_state *s)
{
    uint32_t end;
    if (!s->loops)
        return refuse(f, "a loop instruction outside of loops");
    if (flow_whole(s) && leaves(f, s, cf->target, &end))
        return leave_together(f, s, cf->flow == HW_FLOW_CONTINUE, end);
    s->left = true;
    return arrive(f, index + 1, s, false) && arrive(f, cf->target, s, true);
}

static bool follow_fetches(struct finder *f, uint32_t index, const struct sim_cf *cf,
                           struct flow_state *s)
{
    struct affine_forms forms = forms_of(f);
    for (uint32_t i = 0; cf->items == SIM_ITEMS_FETCHES && i < cf->count; i++)
        affine_fetch(&forms, &f->program->fetches[cf->first + i], flow_whole(s));
    return arrive(f, index + 1, s, false);
}

/* Where no lane runs a jump leads over the instruction; then all run at it. */
static bool follow_skip(struct finder *f, uint32_t index, struct flow_state *s)
{
    struct flow_state idle = *s;
    uint32_t target;
    unsigned pops;
    if (!flow_skips(f->program, s, index, &target, &pops))
        return true;
    if (f->ways)
        f->ways->skipped[index] = !flow_agrees(s);
    s->branch = SIM_BRANCH_WHOLE;
    return pop(f, &idle, pops) && arrive(f, target, &idle, true);
}

static bool follow_any(struct finder *f, uint32_t index)
{
    const struct sim_cf *cf = &f->program->cf[index];
    struct flow_state s = f->flow->at[index];
    if (f->now)
        memcpy(f->now, f->flow->forms + (size_t)index * f->program->vector_count,
               f->program->vector_count * sizeof(*f->now));
    f->ends = cf->end;
    if (!follow_skip(f, index, &s))
        return false;
    if (cf->items == SIM_ITEMS_OPS)
        return follow_alu(f, index, cf, &s);
    switch (cf->flow) {
    case HW_FLOW_PUSH: {
        struct flow_state jumped = s;
        if (cf->target != index + 1 && flow_even(&s))
            s.branch = SIM_BRANCH_WHOLE;
        if (!push(f, &s) || !arrive(f, index + 1, &s, false))
            return false;
        if (cf->target == index + 1 || flow_whole(&jumped))
            return true;
        return pop(f, &jumped, cf->pop_count) && arrive(f, cf->target, &jumped, true);
    }
    case HW_FLOW_JUMP:
        return follow_jump(f, index, cf, &s);
    case HW_FLOW_ELSE:
        return swap(f, &s) && follow_jump(f, index, cf, &s);
    case HW_FLOW_POP:
        return pop(f, &s, cf->pop_count) && arrive(f, index + 1, &s, false);
    case HW_FLOW_LOOP:
        return follow_loop_start(f, index, cf, &s);
    case HW_FLOW_LOOP_END:
        return follow_loop_end(f, index, cf, &s);
    case HW_FLOW_BREAK:
    case HW_FLOW_CONTINUE:
        return follow_leave(f, index, cf, &s);
    default:
        return follow_fetches(f, index, cf, &s);
    }
}

static bool follow(struct finder *f, uint32_t index)
{
    f->from = index;
    f->agrees = flow_agrees(&f->flow->at[index]);
    const bool sound = follow_any(f, index);
    if (f->ways)
        f->ways->apart[index] = !f->agrees;
    return sound;
}

/* Follows the program from its start. */
static bool follow_all(struct finder *f)
{
    const struct flow_state start = {.branch = SIM_BRANCH_WHOLE};
    memset(f->flow->at, 0, f->program->cf_count * sizeof(*f->flow->at));
    f->flow->depth = f->flow->loops = 0;
    f->ends = false;
    f->from = 0;
    f->starts = true;
    bool sound = arrive(f, 0, &start, false);
    f->starts = false;
    while (sound && f->work_count) {
        const uint32_t index = f->work[--f->work_count];
        f->queued[index] = false;
        sound = follow(f, index);
    }
    return sound;
}

static bool follow_forms(struct finder *f)
{
    struct affine_forms forms = forms_of(f);
    memset(f->now, 0, f->program->vector_count * sizeof(*f->now));
    affine_start(&forms);
    return follow_all(f);
}

/* The values that blocks of the group share depend on where they may come differently often, and
 * the other way round: at first they share all they can. */
static bool find_ragged(struct finder *f)
{
    bool sound = true;
    if (!flow_may_meet(f->program, f->state))
        return true;
    f->flow->ragged = calloc(f->program->cf_count, sizeof(bool));
    f->flow->region = calloc(f->program->cf_count, sizeof(*f->flow->region));
    f->ways = calloc(1, sizeof(*f->ways));
    if (!f->flow->ragged || !f->flow->region || !f->ways)
        return refuse(f, "out of memory");
    do {
        memset(f->ways, 0, sizeof(*f->ways));
        sound = follow_forms(f);
    } while (sound && flow_find_ragged(f->flow, f->program, f->ways));
    if (sound && f->program->barriers)
        flow_find_meets(f->flow, f->program, f->ways);
    return sound;
}

/* Once more, with affine forms, now that it is known which vectors are live across such changes. */
static bool find_forms(struct finder *f)
{
    const struct sim_program *p = f->program;
    const uint64_t count = (uint64_t)p->cf_count * p->vector_count;
    if (count > MOST_FORMS)
        return true;
    f->flow->forms = calloc(count, sizeof(*f->flow->forms));
    f->now = calloc(p->vector_count, sizeof(*f->now));
    if (!f->flow->forms || !f->now)
        return refuse(f, "out of memory");
    if (!follow_forms(f) || !find_ragged(f))
        return false;
    find_bases(f->flow, p, f->state);
    return true;
}

static bool find_live(struct finder *f)
{
    return (find_live_across(f->program, f->flow) && find_kept(f->program, f->flow)) ||
           refuse(f, "out of memory");
}

bool flow_find(struct flow *flow, const struct sim_program *program,
               const struct recompile_state *state, unsigned wave_size, bool assumes,
               const char **why)
{
    struct finder f = {.flow = flow,
                       .program = program,
                       .state = state,
                       .why = why,
                       .subentries = wave_size == 64 ? 4 : 8};
    f.entries = program->mode.stack_entries * f.subentries;
    *flow = (struct flow){.at = calloc(program->cf_count, sizeof(*flow->at)),
                          .scalar = calloc(program->vector_count, sizeof(bool)),
                          .live_across = calloc(program->vector_count, sizeof(bool)),
                          .units = calloc(program->op_count + 1, sizeof(uint8_t)),
                          .assumes = assumes};
    while (flow->first_store < program->cf_count &&
           program->cf[flow->first_store].items != SIM_ITEMS_STORE)
        flow->first_store++;
    f.work = calloc(program->cf_count, sizeof(*f.work));
    f.queued = calloc(program->cf_count, sizeof(bool));
    bool sound = flow->at && flow->live_across && flow->scalar && flow->units && f.work && f.queued;
    if (!sound)
        *why = "out of memory";
    sound = sound && follow_all(&f) && find_live(&f) && find_forms(&f);
    FREE_ALL(f.work, f.queued, f.now, f.ways);
    if (!sound)
        flow_finish(flow);
    return sound;
}

void flow_finish(struct flow *flow)
{
    FREE_ALL(flow->at, flow->live_across, flow->kept, flow->blended, flow->behind, flow->scalar,
             flow->units, flow->forms, flow->ragged, flow->region);
    *flow = (struct flow){0};
}
