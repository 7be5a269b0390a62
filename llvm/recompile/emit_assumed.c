/* SPDX-License-Identifier: MIT */
/* emit_assumed.c: programs in which lanes seldom part, as those that compare the work-item's number
 * with an image's size. Such a program is written twice. The first one assumes of each test that
 * all lanes of the blocks abreast pass it, or none: so it may keep rows of texels. Where lanes
 * part, it leaves for the second one, which begins anew: nothing is stored before. */
#include <string.h>

#include "driver/sim/recompile/abreast.h"
#include "llvm/recompile/emitter.h"

/* Whether lanes of the blocks abreast may part somewhere. */
static bool may_part(const struct emitter *e)
{
    bool may = false;
    for (uint32_t i = 0; i < e->program->cf_count && !may; i++) {
        const struct flow_state *at = &e->flow.at[i];
        may = at->reached && (at->left || at->branch == SIM_BRANCH_ANY);
    }
    return may;
}

void emit_find_assumed(struct emitter *e)
{
    struct flow flow;
    const char *why;
    if (e->abreast <= 1 || !e->state->rows || !recompile_has_planes(e->program) || !may_part(e) ||
        !flow_find(&flow, e->program, e->state, e->chip->wave_size, true, &why))
        return;
    if (!flow.assumed || !flow.forms) {
        flow_finish(&flow);
        return;
    }
    struct flow *other = &e->other_flow;
    *other = e->flow;
    e->flow = flow;
    for (uint32_t v = 0; v < e->program->vector_count; v++)
        e->flow.scalar[v] = other->scalar[v] |= e->flow.scalar[v];
    if (other->depth > e->flow.depth)
        e->flow.depth = other->depth;
    if (other->loops > e->flow.loops)
        e->flow.loops = other->loops;
}

/* Turns to the lists of one of both programs. */
static void start(struct emitter *e)
{
    const uint32_t count = e->program->cf_count + 1;
    e->forms.kept = e->flow.live_across;
    e->forms.scalar = e->flow.scalar;
    e->block = arena_array(&e->arena, count, sizeof(*e->block));
    e->slow_block = arena_array(&e->arena, count, sizeof(*e->slow_block));
    for (uint32_t i = 0; i < count; i++)
        e->block[i] = emit_new_block(e);
}

/* Gives the second program variables of its own, where the function begins: vectors whose addresses
 * it passes on could not stay in host registers in the first one. */
static void renew(struct emitter *e, void (*variables)(struct emitter *e))
{
    struct emitter_abreast before[MOST_ABREAST];
    memcpy(before, e->of, sizeof(before));
    emit_make_parts(e);
    for (unsigned i = 0; i < e->abreast; i++) {
        e->of[i].vectors = before[i].vectors;
        e->of[i].ids = before[i].ids;
    }
    LLVMPositionBuilderBefore(e->builder,
                              LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(e->function)));
    variables(e);
}

bool emit_programs(struct emitter *e, void (*variables)(struct emitter *e),
                   bool (*body)(struct emitter *e))
{
    start(e);
    if (!e->other_flow.at)
        return body(e);
    LLVMBasicBlockRef first = emit_new_block(e);
    e->leave = emit_new_block(e);
    emit_branch(e, emit_load(e, e->i1, e->left), e->leave, first);
    emit_begin_block(e, first);
    if (!body(e))
        return false;
    const struct flow flow = e->flow;
    e->flow = e->other_flow;
    e->other_flow = flow;
    start(e);
    renew(e, variables);
    emit_begin_block(e, e->leave);
    emit_store(e, LLVMConstInt(e->i1, true, false), e->left);
    return body(e);
}

void emit_assume(struct emitter *e)
{
    LLVMBasicBlockRef alike = emit_new_block(e);
    ssa exec = emit_mask(e, MASK_EXEC), none = emit_test(e, LLVMIntEQ, exec, emit_no_lanes(e)),
        all = emit_test(e, LLVMIntEQ, exec, emit_live(e));
    ssa branch = emit_branch(e, emit_op(e, LLVMOr, none, all), alike, e->leave);
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(e->context, "prof", 4), e->likely);
    emit_begin_block(e, alike);
}
