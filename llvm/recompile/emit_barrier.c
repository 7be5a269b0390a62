/* SPDX-License-Identifier: MIT */
/* emit_barrier.c: barriers. The function returns, and goes on behind the barrier when it is called
 * next; what may be read there goes through memory. */
#include "llvm/recompile/emitter.h"
#include "llvm/recompile/lockstep.h"

struct move {
    struct emitter *e;
    bool save;       /* to memory */
    unsigned number; /* of the next mask */
};

/* One mask. `known`: what it is at the barrier, so that it needs no place; or NULL. */
static void move_mask(struct move *m, ssa variable, ssa known)
{
    struct emitter *e = m->e;
    if (known) {
        if (!m->save)
            emit_store(e, known, variable);
        return;
    }
    ssa at = emit_behind(e, e->waiting, offsetof(struct sim_native_block, masks[m->number++]));
    emit_store(e, emit_load(e, e->mask_of_all, m->save ? variable : at), m->save ? at : variable);
}

/* Where all living lanes run, none has left a loop. */
static void move_masks(struct move *m, const struct flow_state *s)
{
    struct emitter *e = m->e;
    const uint8_t flow = e->program->cf[e->cf].flow;
    ssa run = flow_whole(s) ? e->live : NULL,
        left = flow_whole(s) || !s->loops ? emit_no_lanes(e) : NULL;
    move_mask(m, e->mask[MASK_EXEC], run);
    move_mask(m, e->mask[MASK_BRANCH], run);
    move_mask(m, e->mask[MASK_CONTINUED], left);
    move_mask(m, e->mask[MASK_BROKEN], left);
    if (e->predicated)
        move_mask(m, e->mask[MASK_PREDICATE], NULL);
    if (flow == HW_FLOW_BREAK || flow == HW_FLOW_CONTINUE) /* which ask what was before them */
        move_mask(m, e->mask[MASK_BEFORE], NULL);
    for (int d = 0; d < s->depth; d++)
        move_mask(m, e->stack[d], s->saved[d] == SIM_BRANCH_WHOLE ? e->live : NULL);
    for (int l = 0; l < s->loops; l++)
        for (unsigned i = 0; i < LOOP_MASKS; i++)
            move_mask(m, e->loop[l].mask[i], NULL);
}

/* All that lives across the barrier, to or from memory. */
static void move_all(struct emitter *e, bool save)
{
    struct move m = {.e = e, .save = save};
    move_masks(&m, &e->at);
    for (uint32_t v = 0; v < e->program->vector_count; v++)
        if (e->used[v] && flow_lives(&e->flow, e->program, e->cf, v))
            (save ? emit_to_memory : emit_from_memory)(e, v);
}

void emit_barrier(struct emitter *e, const struct sim_alu_op *op)
{
    const uint32_t number = (uint32_t)(op - e->program->ops);
    const bool alone = lockstep_waits_at(e->program, number);
    if (e->regions) {
        emit_meeting(e, op);
        return;
    }
    move_all(e, true);
    emit_store(e, emit_i32(e, number + 1), e->waiting);
    LLVMBuildRet(e->builder, emit_i32(e, alone ? SIM_NEXT_LOCKSTEP : SIM_NEXT_BARRIER));
    emit_begin_block(e, e->resume[number]);
    move_all(e, false);
}
