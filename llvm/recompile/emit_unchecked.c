/* SPDX-License-Identifier: MIT */
/* emit_unchecked.c: turns of a loop whose accesses are known to lie in their ranges.
 *
 * Where accesses go through memory by equal steps (progress.c), two turns tell the steps. Then so
 * many turns as lie in the ranges, at most 256, are taken by a copy of the loop that compares
 * nothing. It polls the time when these are over, and the loop itself goes on. */
#include "llvm/recompile/emit_buffer.h"

enum {
    TURNS = 256,      /* unchecked at once */
    FEWEST_TURNS = 8, /* worth it */
    FIRST_TURNS = 4,  /* before that: shorter loops would gain nothing */
    TELLING = 2,      /* turns that tell the steps */
};

void emit_start_unchecked(struct emitter *e)
{
    struct emitter_unchecked *u = &e->unchecked;
    u->block = arena_array(&e->arena, e->program->cf_count + 1, sizeof(LLVMBasicBlockRef));
    u->turns = emit_variable(e, e->i32);
    u->wait = emit_variable(e, e->i32);
    emit_store(e, emit_i32(e, 0), u->turns);
    for (unsigned i = 0; i < SIM_MOST_UNCHECKED; i++) {
        struct emitter_steady *s = &u->steady[i];
        s->index = emit_variable(e, e->i32);
        s->before = emit_variable(e, e->i32);
        s->at = emit_variable(e, e->ptr);
        s->bytes = emit_variable(e, e->i64);
    }
}

void emit_enter_unchecked(struct emitter *e, uint32_t loop)
{
    e->unchecked.count = 0;
    e->unchecked.loop = progress_find(&e->flow, e->program, e->state, loop, &e->arena);
    emit_store(e, emit_i32(e, FIRST_TURNS), e->unchecked.wait);
}

static bool is_inside(const struct emitter *e, uint32_t index)
{
    return index > e->unchecked.loop.start && index <= e->unchecked.loop.end;
}

void emit_note_steady(struct emitter *e, uint32_t access, const struct elements *of,
                      uint32_t stride)
{
    struct emitter_unchecked *u = &e->unchecked;
    if (!is_inside(e, e->cf) || u->written || !u->loop.steady[access] ||
        u->count == SIM_MOST_UNCHECKED)
        return;
    struct emitter_steady *s = &u->steady[u->count++];
    s->access = access;
    s->stride = stride;
    s->of = *of;
    emit_store(e, of->first, s->index);
}

ssa emit_unchecked_at(struct emitter *e, uint32_t access)
{
    const struct emitter_unchecked *u = &e->unchecked;
    for (unsigned i = 0; u->written && i < u->count; i++)
        if (u->steady[i].access == access) {
            ssa at = emit_load(e, e->ptr, u->steady[i].at);
            emit_store(e, emit_further(e, at, emit_load(e, e->i64, u->steady[i].bytes)),
                       u->steady[i].at);
            return at;
        }
    return NULL;
}

/* ---- how many turns ---- */

static ssa least(struct emitter *e, ssa a, ssa b)
{
    return emit_select(e, emit_test(e, LLVMIntULT, a, b), a, b);
}

/* The range in which the next turn's elements lie; whether it is one of the access's two. */
static ssa choose_range(struct emitter *e, const struct emitter_steady *s,
                        const struct elements *next, ssa *found)
{
    ssa range = emit_range(e, s->access),
        before = emit_behind(e, range, sizeof(struct sim_native_range)),
        inside = emit_in_range(e, range, next), inside_before = emit_in_range(e, before, next);
    *found = emit_op(e, LLVMOr, inside, inside_before);
    return emit_select(e, inside, range, before);
}

/* How many turns of such a step a range has room for, of which the next one lies in it. */
static ssa count_turns(struct emitter *e, ssa range, const struct elements *next, ssa step)
{
    ssa first = emit_field(e, e->i32, range, offsetof(struct sim_native_range, first)),
        count = emit_field(e, e->i32, range, offsetof(struct sim_native_range, count)),
        below = emit_op(e, LLVMSub, next->first, first),
        more = LLVMBuildTrunc(e->builder, next->more, e->i32, ""),
        last = emit_op(e, LLVMAdd, emit_op(e, LLVMAdd, below, more), emit_i32(e, 1)),
        above = emit_op(e, LLVMSub, count, last),
        falls = emit_test(e, LLVMIntSLT, step, emit_i32(e, 0)),
        stays = emit_test(e, LLVMIntEQ, step, emit_i32(e, 0)),
        width = emit_select(e, falls, emit_op(e, LLVMSub, emit_i32(e, 0), step), step),
        by = emit_select(e, stays, emit_i32(e, 1), width),
        room = emit_op(e, LLVMUDiv, emit_select(e, falls, below, above), by);
    return least(e, emit_select(e, stays, emit_i32(e, TURNS), room), emit_i32(e, TURNS - 1));
}

/* Gets an access ready for the turns; how many there may be behind the next one, and whether the
 * next one lies in a range. */
static ssa prepare(struct emitter *e, const struct emitter_steady *s, ssa *found)
{
    ssa index = emit_load(e, e->i32, s->index),
        step = emit_op(e, LLVMSub, index, emit_load(e, e->i32, s->before)),
        wide = LLVMBuildSExt(e->builder, step, e->i64, "");
    const struct elements next = {emit_op(e, LLVMAdd, index, step), s->of.more, s->of.together};
    ssa range = choose_range(e, s, &next, found);
    emit_store(e, emit_element_at(e, range, next.first, s->stride, 0), s->at);
    emit_store(e, emit_op(e, LLVMMul, wide, emit_i64(e, s->stride)), s->bytes);
    return count_turns(e, range, &next, step);
}

/* To the copy, if enough turns lie in the ranges. */
static void try(struct emitter *e, LLVMBasicBlockRef checked)
{
    struct emitter_unchecked *u = &e->unchecked;
    ssa all = NULL, turns = NULL;
    for (unsigned i = 0; i < u->count; i++) {
        ssa found, own = prepare(e, &u->steady[i], &found);
        all = all ? emit_op(e, LLVMAnd, all, found) : found;
        turns = turns ? least(e, turns, own) : own;
    }
    ssa enough = emit_test(e, LLVMIntUGE, turns, emit_i32(e, FEWEST_TURNS));
    emit_store(e, emit_op(e, LLVMSub, emit_i32(e, TURNS - 1), turns), u->turns);
    emit_store(e, emit_i32(e, TURNS), u->wait);
    emit_branch(e, emit_op(e, LLVMAnd, all, enough), u->block[u->loop.start + 1], checked);
}

/* Behind a turn that was checked. */
static void end_checked(struct emitter *e, LLVMBasicBlockRef checked)
{
    struct emitter_unchecked *u = &e->unchecked;
    LLVMBasicBlockRef turned = emit_new_block(e), tries = emit_new_block(e),
                      waits = emit_new_block(e);
    for (uint32_t i = u->loop.start + 1; i <= u->loop.end; i++)
        u->block[i] = emit_new_block(e);
    emit_go_back(e, turned);
    emit_begin_block(e, turned);
    ssa left = emit_op(e, LLVMSub, emit_load(e, e->i32, u->wait), emit_i32(e, 1));
    emit_store(e, left, u->wait);
    emit_branch(e, emit_test(e, LLVMIntEQ, left, emit_i32(e, 0)), tries, waits);
    emit_begin_block(e, tries);
    try(e, checked);
    emit_begin_block(e, waits);
    for (unsigned i = 0; i < u->count; i++)
        emit_store(e, emit_load(e, e->i32, u->steady[i].index), u->steady[i].before);
    emit_go(e, checked);
}

/* Behind one that was not. The edge to the next one is limited, as cycles.c wants it. */
static void end_unchecked(struct emitter *e, LLVMBasicBlockRef checked)
{
    const struct emitter_unchecked *u = &e->unchecked;
    LLVMBasicBlockRef over = emit_new_block(e);
    ssa turns = emit_load(e, e->i32, u->turns), sum = emit_op(e, LLVMAdd, turns, emit_i32(e, 1));
    emit_store(e, sum, u->turns);
    emit_branch(e, emit_test(e, LLVMIntULT, sum, emit_i32(e, TURNS)), u->block[u->loop.start + 1],
                over);
    emit_begin_block(e, over);
    emit_store(e, emit_i32(e, TELLING), u->wait);
    emit_branch(e, emit_own(e, e->poll, e->wave, e->frame, emit_i32(e, e->cf * 2)), checked,
                e->fault);
}

bool emit_turn_unchecked(struct emitter *e, uint32_t target)
{
    const struct emitter_unchecked *u = &e->unchecked;
    if (e->cf != u->loop.end || !u->loop.end || !u->count)
        return false;
    (u->written ? end_unchecked : end_checked)(e, e->block[target]);
    return true;
}

/* ---- the copy ---- */

LLVMBasicBlockRef emit_unchecked_block(const struct emitter *e, uint32_t index)
{
    return e->unchecked.written && is_inside(e, index) ? e->unchecked.block[index] : NULL;
}

bool emit_unchecked(struct emitter *e, uint32_t index)
{
    struct emitter_unchecked *u = &e->unchecked;
    bool may = true;
    if (!u->loop.end || index != u->loop.end || !u->count)
        return true;
    u->written = true;
    u->loops++;
    for (uint32_t i = u->loop.start + 1; may && i <= u->loop.end; i++)
        may = emit_cf(e, i);
    u->written = false;
    u->loop.end = 0;
    return may;
}
