/* SPDX-License-Identifier: MIT */
/* emit_flow.c: control flow. Each instruction is a basic block. */
#include <string.h>

#include "llvm/recompile/emitter.h"

/* By a backward jump, if the launch goes on: one of so many polls the time. A cycle without this
 * is refused (cycles.c), which knows it by this form. */
void emit_go_back(struct emitter *e, LLVMBasicBlockRef block)
{
    enum { JUMPS_PER_POLL = 256 };
    LLVMBasicBlockRef often = emit_new_block(e);
    ssa count = emit_load(e, e->i32, e->edges), more = emit_op(e, LLVMAdd, count, emit_i32(e, 1));
    emit_store(e, more, e->edges);
    ssa low = emit_op(e, LLVMAnd, more, emit_i32(e, JUMPS_PER_POLL - 1)),
        branch = emit_branch(e, emit_test(e, LLVMIntEQ, low, emit_i32(e, 0)), often, block);
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(e->context, "prof", 4), e->unlikely);
    emit_begin_block(e, often);
    emit_branch(e, emit_own(e, e->poll, e->wave, e->frame, emit_i32(e, e->cf * 2)), block,
                e->fault);
}

/* To another instruction, from the one that is written. */
static void go_to(struct emitter *e, uint32_t target)
{
    if (target > e->cf)
        emit_go(e, emit_block(e, target));
    else if (!emit_turn_unchecked(e, target))
        emit_go_back(e, e->block[target]);
}

static ssa load_mask(struct emitter *e, ssa from)
{
    return emit_load(e, e->mask_of_all, from);
}

static void push(struct emitter *e, struct flow_state *s)
{
    s->saved[s->depth] = s->branch;
    emit_store(e, emit_mask(e, MASK_BRANCH), e->stack[s->depth++]);
}

static void pop(struct emitter *e, struct flow_state *s, unsigned count)
{
    if (!count)
        return;
    s->depth = (uint8_t)(s->depth - count);
    emit_set_mask(e, MASK_BRANCH, load_mask(e, e->stack[s->depth]));
    emit_update_exec(e);
}

static void swap(struct emitter *e, const struct flow_state *s)
{
    ssa top = load_mask(e, e->stack[s->depth - 1]);
    emit_set_mask(e, MASK_BRANCH, emit_and_not(e, top, emit_mask(e, MASK_BRANCH)));
    emit_update_exec(e);
}

/* Goes to a block if a lane of the mask is set; else writing goes on. */
static void go_if_any(struct emitter *e, ssa mask, LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef idle = emit_new_block(e);
    emit_branch(e, emit_any(e, mask), block, idle);
    emit_begin_block(e, idle);
}

static void emit_jump(struct emitter *e, uint32_t index, struct flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    if (flow_whole(s)) {
        go_to(e, index + 1);
        return;
    }
    go_if_any(e, emit_mask(e, MASK_EXEC), emit_block(e, index + 1));
    pop(e, s, cf->pop_count);
    go_to(e, cf->target);
}

/* ---- loops ---- */

/* The lanes that entered the loop take another turn. */
static void turn_again(struct emitter *e, unsigned loop)
{
    emit_set_mask(e, MASK_BRANCH, load_mask(e, e->loop[loop].mask[LOOP_ENTERED]));
    emit_set_mask(e, MASK_CONTINUED, emit_no_lanes(e));
    emit_update_exec(e);
}

/* Masks are as they were before the loop. */
static void leave(struct emitter *e, unsigned loop)
{
    for (unsigned i = 0; i < LOOP_ENTERED; i++)
        emit_set_mask(e, MASK_BRANCH + i, load_mask(e, e->loop[loop].mask[i]));
    emit_update_exec(e);
}

/* The mask of lanes that an instruction sends out of the loop, or of its turn. */
static unsigned mask_left(const struct sim_cf *cf)
{
    return cf->flow == HW_FLOW_CONTINUE ? MASK_CONTINUED : MASK_BROKEN;
}

/* All lanes leave the innermost loop by its end, or go on with the next turn there. */
static void leave_together(struct emitter *e, const struct sim_cf *cf, unsigned loop, uint32_t end)
{
    if (mask_left(cf) == MASK_CONTINUED) {
        turn_again(e, loop);
        go_to(e, e->program->cf[end].target);
    } else {
        leave(e, loop);
        go_to(e, end + 1);
    }
}

/* Whether lanes that go on at `from` have all left the innermost loop, or its turn. */
static bool leaves(const struct emitter *e, const struct flow_state *s, uint32_t from,
                   uint32_t *end)
{
    return flow_leaves(e->program, s, flow_room(e->program, e->chip->wave_size, s->loops), from,
                       end);
}

static bool is_counted(const struct sim_cf *start)
{
    return start->op != HW_CF_LOOP_START_DX10;
}

/* Whether lanes run, and, where the loop is counted, turns are left. */
static ssa may_turn(struct emitter *e, const struct sim_cf *start, unsigned loop)
{
    ssa any = emit_any(e, emit_mask(e, MASK_EXEC));
    if (!is_counted(start))
        return any;
    ssa left = emit_load(e, e->i32, e->loop[loop].left);
    return emit_op(e, LLVMAnd, any, emit_test(e, LLVMIntNE, left, emit_i32(e, 0)));
}

static void start_count(struct emitter *e, const struct sim_cf *cf, unsigned loop)
{
    enum { MOST_TURNS = 4095 };
    ssa value =
        emit_field(e, e->i32, e->launch, offsetof(struct sim_launch, loop_const[cf->loop_const]));
    emit_store(e, emit_op(e, LLVMAnd, value, emit_i32(e, MOST_TURNS)), e->loop[loop].left);
}

static void end_count(struct emitter *e, unsigned loop)
{
    ssa left = emit_load(e, e->i32, e->loop[loop].left);
    emit_store(e, emit_op(e, LLVMSub, left, emit_i32(e, 1)), e->loop[loop].left);
}

static void enter_loop(struct emitter *e, uint32_t index, struct flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const unsigned loop = s->loops;
    if (is_counted(cf))
        start_count(e, cf, loop);
    if (!flow_whole(s) || is_counted(cf)) {
        LLVMBasicBlockRef enter = emit_new_block(e), over = emit_new_block(e);
        emit_branch(e, may_turn(e, cf, loop), enter, over);
        emit_begin_block(e, over);
        go_to(e, cf->target);
        emit_begin_block(e, enter);
    }
    ssa exec = emit_run_mask(e);
    for (unsigned i = 0; i < LOOP_ENTERED; i++)
        emit_store(e, emit_mask(e, MASK_BRANCH + i), e->loop[loop].mask[i]);
    emit_store(e, exec, e->loop[loop].mask[LOOP_ENTERED]);
    emit_set_mask(e, MASK_BRANCH, exec);
    emit_set_mask(e, MASK_CONTINUED, emit_no_lanes(e));
    emit_set_mask(e, MASK_BROKEN, emit_no_lanes(e));
    emit_enter_unchecked(e, index);
    go_to(e, index + 1);
}

static void end_loop(struct emitter *e, uint32_t index, struct flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const unsigned loop = s->loops - 1u;
    const struct sim_cf *start = &e->program->cf[s->loop_start[loop]];
    if (flow_turns(e->program, s)) {
        go_to(e, cf->target);
        return;
    }
    turn_again(e, loop);
    if (is_counted(start))
        end_count(e, loop);
    LLVMBasicBlockRef again = emit_new_block(e), out = emit_new_block(e);
    emit_branch(e, may_turn(e, start, loop), again, out);
    emit_begin_block(e, again);
    go_to(e, cf->target);
    emit_begin_block(e, out);
    leave(e, loop);
    go_to(e, index + 1);
}

static void leave_loop(struct emitter *e, uint32_t index, struct flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const unsigned which = mask_left(cf);
    uint32_t end;
    if (flow_whole(s) && leaves(e, s, cf->target, &end)) {
        leave_together(e, cf, s->loops - 1u, end);
        return;
    }
    ssa left = emit_mask(e, which);
    emit_set_mask(e, which, emit_op(e, LLVMOr, left, emit_mask(e, MASK_EXEC)));
    emit_update_exec(e);
    ssa entered = load_mask(e, e->loop[s->loops - 1].mask[LOOP_ENTERED]),
        more = emit_and_not(e, entered, emit_mask(e, MASK_CONTINUED));
    go_if_any(e, emit_and_not(e, more, emit_mask(e, MASK_BROKEN)), emit_block(e, index + 1));
    go_to(e, cf->target);
}

/* ---- clauses ---- */

/* Begins the way where no lane runs an instruction. The other way begins with the block that is
 * returned. */
static LLVMBasicBlockRef begin_idle(struct emitter *e, uint32_t index)
{
    if (emit_ends_early(e, index))
        return emit_begin_early(e, index);
    LLVMBasicBlockRef busy = emit_new_block(e);
    go_if_any(e, emit_mask(e, MASK_EXEC), busy);
    return busy;
}

LLVMBasicBlockRef emit_begin_busy(struct emitter *e)
{
    if (e->whole)
        return NULL;
    LLVMBasicBlockRef busy = emit_new_block(e), next = emit_new_block(e);
    emit_branch(e, emit_any(e, emit_mask(e, MASK_EXEC)), busy, next);
    emit_begin_block(e, busy);
    return next;
}

void emit_end_busy(struct emitter *e, LLVMBasicBlockRef next)
{
    if (!next)
        return;
    emit_go(e, next);
    emit_begin_block(e, next);
}

/* Whether a jump over the clause, where no lane runs, is worth it. An access to local memory is as
 * long as some operations. */
static bool may_skip(const struct emitter *e, const struct sim_cf *cf)
{
    enum { LONG = 16, ACCESS = 8 };
    uint32_t length = 0;
    for (uint32_t i = 0; i < cf->count; i++)
        length += e->program->ops[cf->first + i].action == SIM_ACTION_LDS ? ACCESS : 1;
    return cf->may_skip && length >= LONG && !e->indexed;
}

/* Does as emit_begin_busy for a clause that is worth it. */
static LLVMBasicBlockRef begin_clause(struct emitter *e, uint32_t index)
{
    if (e->whole || !may_skip(e, &e->program->cf[index]))
        return NULL;
    LLVMBasicBlockRef busy = begin_idle(e, index), next = emit_new_block(e);
    emit_go(e, next);
    emit_begin_block(e, busy);
    return next;
}

/* The end of a clause that lanes leave a loop by. Where all or none of them do it is done then:
 * true. */
static bool end_leaving(struct emitter *e, uint32_t index, const struct flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    const unsigned which = mask_left(cf);
    uint32_t end;
    if (s->branch == SIM_BRANCH_WHOLE && flow_even(&e->at) && s->loops &&
        leaves(e, &e->at, index + 1, &end)) {
        go_if_any(e, emit_mask(e, MASK_EXEC), emit_block(e, index + 1));
        leave_together(e, cf, s->loops - 1u, end);
        return true;
    }
    ssa before = emit_mask(e, MASK_BEFORE),
        failed = emit_and_not(e, before, emit_mask(e, MASK_BRANCH));
    emit_set_mask(e, MASK_BRANCH, before);
    emit_set_mask(e, which, emit_op(e, LLVMOr, emit_mask(e, which), failed));
    emit_update_exec(e);
    return false;
}

static bool emit_clause(struct emitter *e, uint32_t index, struct flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    if (cf->flow == HW_FLOW_PUSH) {
        push(e, s);
        e->at = *s;
    }
    emit_set_mask(e, MASK_BEFORE, emit_mask(e, MASK_BRANCH));
    LLVMBasicBlockRef next = begin_clause(e, index);
    for (uint32_t i = 0; i < cf->count; i++)
        if (!emit_alu(e, &e->program->ops[cf->first + i]))
            return false;
    emit_end_busy(e, next);
    pop(e, s, cf->pop_count);
    if (cf->flow == HW_FLOW_ELSE)
        swap(e, s);
    if ((cf->flow != HW_FLOW_BREAK && cf->flow != HW_FLOW_CONTINUE) || !end_leaving(e, index, s))
        go_to(e, index + 1);
    return true;
}

static void emit_fetches(struct emitter *e, const struct sim_cf *cf)
{
    for (uint32_t i = 0; i < cf->count; i++) {
        const struct sim_fetch *fetch = &e->program->fetches[cf->first + i];
        emit_slow_item(e, cf->first + i);
        const uint32_t done = emit_rows(e, fetch, cf->count - i);
        if (done)
            i += done - 1;
        else
            emit_fetch(e, fetch);
    }
}

/* The fetches or the store of an instruction, if it has some. */
static bool emit_memory(struct emitter *e, const struct sim_cf *cf)
{
    const struct sim_store *store =
        cf->items == SIM_ITEMS_STORE ? &e->program->stores[cf->first] : NULL;
    if (store && store->cf_op != HW_CF_MEM_SCRATCH && store->rat_op == HW_RAT_NOP &&
        store->comp_mask == HW_CHECK_LOCKSTEP)
        return emit_refuse(e, "what only watched programs say");
    LLVMBasicBlockRef next = cf->items ? emit_begin_busy(e) : NULL;
    if (cf->items == SIM_ITEMS_FETCHES)
        emit_fetches(e, cf);
    else if (store)
        emit_memory_store(e, store);
    emit_end_busy(e, next);
    return true;
}

/* ---- instructions ---- */

/* Where no lane runs, to `target`, with so many entries popped of the stack, which is as in `idle`.
 */
static void jump_idle(struct emitter *e, struct flow_state idle, unsigned pops, uint32_t target)
{
    LLVMBasicBlockRef busy = begin_idle(e, e->cf);
    pop(e, &idle, pops);
    go_to(e, target);
    emit_begin_block(e, busy);
}

/* Where no lane runs, over instructions that do nothing then; behind that, all lanes run. */
static void emit_skip(struct emitter *e, uint32_t index, struct flow_state *s)
{
    uint32_t target;
    unsigned pops;
    if (!flow_skips(e->program, s, index, &target, &pops))
        return;
    jump_idle(e, *s, pops, target);
    s->branch = e->at.branch = SIM_BRANCH_WHOLE;
    e->whole = true;
}

static bool emit_other(struct emitter *e, uint32_t index, struct flow_state *s)
{
    const struct sim_cf *cf = &e->program->cf[index];
    switch ((enum hw_cf_flow)cf->flow) {
    case HW_FLOW_ELSE:
        swap(e, s);
        s->branch = SIM_BRANCH_ANY;
        emit_jump(e, index, s);
        return true;
    case HW_FLOW_JUMP:
        emit_jump(e, index, s);
        return true;
    case HW_FLOW_LOOP:
        if (is_counted(cf) && e->program->barriers)
            return emit_refuse(e, "counted loops around barriers");
        enter_loop(e, index, s);
        return true;
    case HW_FLOW_LOOP_END:
        end_loop(e, index, s);
        return true;
    case HW_FLOW_BREAK:
    case HW_FLOW_CONTINUE:
        leave_loop(e, index, s);
        return true;
    case HW_FLOW_PUSH:
        if (cf->target != index + 1 && !e->whole)
            jump_idle(e, *s, cf->pop_count, cf->target);
        push(e, s);
        break;
    case HW_FLOW_POP:
        pop(e, s, cf->pop_count);
        break;
    default:
        if (!emit_memory(e, cf))
            return false;
        break;
    }
    go_to(e, index + 1);
    return true;
}

bool emit_cf(struct emitter *e, uint32_t index)
{
    const struct sim_cf *cf = &e->program->cf[index];
    struct flow_state s = e->flow.at[index];
    LLVMBasicBlockRef unchecked = emit_unchecked_block(e, index);
    emit_begin_block(e, unchecked ? unchecked
                        : e->slow ? e->slow_block[index].start
                                  : e->block[index]);
    e->cf = index;
    e->at = s;
    e->whole = flow_whole(&s);
    e->forms.kept = flow_kept(&e->flow, e->program, index);
    e->forms.ragged = e->flow.ragged && e->flow.ragged[index];
    e->forms.assumes = flow_may_leave(&e->flow, index);
    if (e->forms.at)
        memcpy(e->forms.at, e->flow.forms + (size_t)index * e->program->vector_count,
               e->program->vector_count * sizeof(*e->forms.at));
    if (!s.reached) {
        LLVMBuildUnreachable(e->builder);
        return true;
    }
    emit_texels_cf(e, &s, cf);
    emit_skip(e, index, &s);
    if (cf->items == SIM_ITEMS_OPS)
        return emit_clause(e, index, &s);
    if (!cf->end)
        return emit_other(e, index, &s);
    /* The last instruction has no effect but on memory. */
    if (cf->items == SIM_ITEMS_STORE && !emit_memory(e, cf))
        return false;
    emit_go(e, e->end);
    return true;
}
