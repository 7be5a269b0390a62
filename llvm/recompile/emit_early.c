/* SPDX-License-Identifier: MIT */
/* emit_early.c: regions that end early. Where work-items compare their number with a limit, as
 * those of a tree do, and no lane of a block is below it, none of a later block is. If that is all
 * that the region does, later blocks need no turn. */
#include <string.h>

#include "llvm/recompile/emitter.h"
#include "llvm/recompile/limits.h"

/* Numbers from the first lane's on that rise by less than this, from less than this, do not wrap
 * around, with a sign or without. */
enum { MOST_RISE = 1 << 30 };

/* ---- the test ---- */

static uint32_t own_vector(const struct sim_alu_op *test)
{
    return test->src[limits_own(test)].offset;
}

/* Whether another instruction than the one before leads to one. */
static bool is_target(const struct sim_program *p, uint32_t index)
{
    bool is = false;
    for (uint32_t i = 0; i < p->cf_count; i++)
        is |= p->cf[i].flow != HW_FLOW_NEXT && p->cf[i].target == index && i + 1 != index;
    return is;
}

/* The test that lanes have passed which run an instruction, where all came to the test; or NULL. */
static const struct sim_alu_op *find_test(const struct emitter *e, uint32_t index)
{
    const struct sim_program *p = e->program;
    const struct sim_cf *before = index ? &p->cf[index - 1] : NULL;
    if (!before || before->flow != HW_FLOW_PUSH || before->items != SIM_ITEMS_OPS ||
        !before->count || !e->flow.at[index - 1].reached || !flow_whole(&e->flow.at[index - 1]) ||
        is_target(p, index))
        return NULL;
    const struct sim_alu_op *last = &p->ops[before->first + before->count - 1];
    return limits_test(p, last) ? last : NULL;
}

/* ---- what holds at an operation ---- */

struct place {
    struct affine_forms forms;
    struct flow_state at;
};

static struct place start_of(const struct emitter *e, uint32_t index, struct affine_form *room)
{
    struct place place = {.forms = e->forms, .at = e->flow.at[index]};
    memcpy(room, e->flow.forms + (size_t)index * e->program->vector_count,
           e->program->vector_count * sizeof(*room));
    place.forms.at = room;
    place.forms.kept = flow_kept(&e->flow, e->program, index);
    place.forms.ragged = e->flow.ragged && e->flow.ragged[index];
    return place;
}

static bool rises(const struct emitter *e, const struct sim_alu_op *test, uint32_t index,
                  struct affine_form *room)
{
    struct place place = start_of(e, index, room);
    for (uint32_t i = e->program->cf[index].first; &e->program->ops[i] < test; i++)
        flow_op(&place.forms, &e->program->ops[i], &place.at);
    const unsigned operand = limits_own(test);
    const struct affine_form own = affine_source(&place.forms, &test->src[operand]);
    return affine_is_repeated(affine_source(&place.forms, &test->src[1 - operand])) &&
           own.bits == 32 && !own.basis && own.shared && own.step &&
           own.step < MOST_RISE / SIM_NATIVE_LANES &&
           own.apart >= own.step * (SIM_NATIVE_LANES - 1) &&
           own.apart < MOST_RISE / (e->state->blocks + 1);
}

/* ---- the region ---- */

/* Whether blocks share all that lives across a barrier in an instruction. */
static bool share_all(const struct emitter *e, const struct affine_form *forms, uint32_t index)
{
    bool all = true;
    for (uint32_t v = 0; v < e->program->vector_count; v++)
        all &= !e->used[v] || !flow_lives(&e->flow, e->program, index, v) ||
               (forms[v].shared && forms[v].bits == 32);
    return all;
}

static bool has_barrier(const struct sim_program *p, const struct sim_cf *cf)
{
    bool has = false;
    for (uint32_t i = cf->first; cf->items == SIM_ITEMS_OPS && i < cf->first + cf->count; i++)
        has |= p->ops[i].action == SIM_ACTION_BARRIER;
    return has;
}

/* Whether a way leads from an instruction back to the one before it, and over no barrier. */
static bool comes_again(struct emitter *e, uint32_t index)
{
    const struct sim_program *p = e->program;
    bool *seen = arena_array(&e->arena, p->cf_count + 1u, sizeof(*seen));
    bool more = seen[index] = true;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < p->cf_count; i++) {
            const struct sim_cf *cf = &p->cf[i];
            const bool jumps = cf->flow != HW_FLOW_NEXT && cf->target < p->cf_count;
            if (!seen[i] || has_barrier(p, cf))
                continue;
            more |= !seen[i + 1] || (jumps && !seen[cf->target]);
            seen[i + 1] = true;
            if (jumps)
                seen[cf->target] = true;
        }
    }
    return seen[index - 1];
}

/* Whether an instruction's operations in a region, or in one that is not known, only compute, and
 * blocks share what lives behind it. */
static bool only_computes(const struct emitter *e, uint32_t region, uint32_t index,
                          struct affine_form *room)
{
    const struct sim_cf *cf = &e->program->cf[index];
    struct place place = start_of(e, index, room);
    uint32_t own = e->flow.region[index] == SIM_FLOW_MANY ? region : e->flow.region[index];
    bool only = true;
    for (uint32_t i = cf->first; only && i < cf->first + cf->count; i++) {
        const struct sim_alu_op *op = &e->program->ops[i];
        const bool meets = op->action == SIM_ACTION_BARRIER;
        if (own == region)
            only = meets ? share_all(e, room, index)
                         : !(op->flags & SIM_OP_ACTION) || op->action == SIM_ACTION_PREDICATE;
        own = meets ? i + 1 : own;
        flow_op(&place.forms, op, &place.at);
    }
    return only && !(cf->end && own == region);
}

/* Whether a region does nothing else than one of its instructions does. */
static bool does_nothing_else(const struct emitter *e, uint32_t region, uint32_t but,
                              struct affine_form *room)
{
    bool nothing = true;
    for (uint32_t i = 0; nothing && i < e->program->cf_count; i++) {
        const uint32_t items = e->program->cf[i].items;
        if (i == but || !e->flow.at[i].reached)
            continue;
        nothing = items == SIM_ITEMS_OPS ? only_computes(e, region, i, room)
                                         : !items || (e->flow.region[i] != region &&
                                                      e->flow.region[i] != SIM_FLOW_MANY);
    }
    return nothing;
}

bool emit_ends_early(struct emitter *e, uint32_t index)
{
    const struct sim_alu_op *test = e->regions ? find_test(e, index) : NULL;
    if (!test || e->program->cf[index].items != SIM_ITEMS_OPS)
        return false;
    struct affine_form *room = arena_array(&e->arena, e->program->vector_count, sizeof(*room));
    const uint32_t number = (uint32_t)(test - e->program->ops),
                   region = flow_region_behind(&e->flow, e->program, index - 1, number);
    return region && region != SIM_FLOW_MANY && e->flow.region[index] == region &&
           !comes_again(e, index) && rises(e, test, index - 1, room) &&
           does_nothing_else(e, region, index, room) &&
           affine_vector(&e->forms, own_vector(test)).bits == 32;
}

/* Whether a number passes the test. */
static ssa passes(struct emitter *e, const struct sim_alu_op *test, ssa number)
{
    const unsigned own = limits_own(test);
    ssa source[3] = {[2] = emit_i32(e, 0)};
    source[own] = number;
    source[1 - own] = emit_scalar_source(e, &test->src[1 - own]);
    return emit_test(e, LLVMIntSLT, emit_call_op(e, "scalar", test->map, source, 3),
                     emit_i32(e, 0));
}

/* Whether numbers rise from a first one on. */
static ssa rise_from(struct emitter *e, ssa first)
{
    return emit_test(e, LLVMIntULT, first, emit_i32(e, MOST_RISE));
}

/* Says that the region ends: behind a block of which lanes ran, if none of the next one's will. */
static void end_region(struct emitter *e, const struct sim_alu_op *test, ssa first, bool busy)
{
    ssa ends = rise_from(e, first),
        apart = emit_i32(e, affine_vector(&e->forms, own_vector(test)).apart);
    if (busy)
        ends = emit_op(
            e, LLVMAnd, ends,
            LLVMBuildNot(e->builder, passes(e, test, emit_op(e, LLVMAdd, first, apart)), ""));
    emit_store(e, ends, e->ended);
}

/* Where numbers rise, lanes run if the first one does: of that the compiler learns which block it
 * can be alone. */
LLVMBasicBlockRef emit_begin_early(struct emitter *e, uint32_t index)
{
    const struct sim_alu_op *test = find_test(e, index);
    LLVMBasicBlockRef busy = emit_new_block(e), idle = emit_new_block(e);
    ssa first = emit_first(e, own_vector(test)), any = emit_any(e, emit_mask(e, MASK_EXEC));
    e->early++;
    emit_branch(e, emit_select(e, rise_from(e, first), passes(e, test, first), any), busy, idle);
    emit_begin_block(e, busy);
    end_region(e, test, first, true);
    LLVMBasicBlockRef next = LLVMGetInsertBlock(e->builder);
    emit_begin_block(e, idle);
    end_region(e, test, first, false);
    return next;
}
