/* SPDX-License-Identifier: MIT */
/* emit_slow.c: slow copies of instructions. Where fetches do not read rows, the program leaves for
 * a copy of its instructions from that one on, as far as it goes straight on. What follows the
 * fetches then needs not join what two ways have brought, which is more than host registers hold.
 *
 * A copy is of the same state (flow.c), and has the same variables. */
#include "llvm/recompile/emitter.h"

/* Operations of a copy: it is seldom needed, and takes its time to compile. Behind more of them
 * than that, texels that meet are no longer what fills host registers. */
enum { MOST_OPS = 32 };

/* Whether the copy that is written goes on behind an instruction. */
static bool goes_on(const struct sim_cf *cf)
{
    return cf->flow == HW_FLOW_NEXT && !cf->pop_count && !cf->end;
}

/* Whether an instruction may follow in a copy. */
static bool may_follow(const struct emitter *e, uint32_t index)
{
    const struct sim_cf *cf = &e->program->cf[index];
    return cf->items != SIM_ITEMS_STORE && !cf->end && !e->flow.at[index].target &&
           (goes_on(cf) || cf->flow == HW_FLOW_BREAK) && cf->items;
}

bool emit_has_slow(const struct emitter *e)
{
    const struct sim_program *p = e->program;
    uint32_t ops = 0;
    if (e->texels || p->barriers || e->slow || !goes_on(&p->cf[e->cf]))
        return false;
    for (uint32_t i = e->cf + 1; i < p->cf_count && may_follow(e, i); i++) {
        ops += p->cf[i].items == SIM_ITEMS_OPS ? p->cf[i].count : 0;
        if (!goes_on(&p->cf[i]))
            break;
    }
    return ops && ops <= MOST_OPS;
}

LLVMBasicBlockRef emit_slow_block(struct emitter *e, uint32_t item)
{
    const struct sim_program *p = e->program;
    for (uint32_t i = e->cf; i == e->cf || (i < p->cf_count && may_follow(e, i)); i++) {
        if (!e->slow_block[i].start)
            e->slow_block[i].start = emit_new_block(e);
        if (!goes_on(&p->cf[i]))
            break;
    }
    struct emitter_slow *own = &e->slow_block[e->cf];
    own->item = item;
    if (item > p->cf[e->cf].first && !own->middle)
        own->middle = emit_new_block(e);
    return own->middle ? own->middle : own->start;
}

void emit_slow_item(struct emitter *e, uint32_t item)
{
    const struct emitter_slow *own = &e->slow_block[e->cf];
    if (!e->slow || !own->middle || own->item != item)
        return;
    emit_go(e, own->middle);
    emit_begin_block(e, own->middle);
}

LLVMBasicBlockRef emit_block(const struct emitter *e, uint32_t index)
{
    LLVMBasicBlockRef unchecked = emit_unchecked_block(e, index);
    if (unchecked)
        return unchecked;
    return e->slow && index > e->cf && e->slow_block[index].start ? e->slow_block[index].start
                                                                  : e->block[index];
}

bool emit_slow(struct emitter *e)
{
    bool may = true;
    e->slow = true;
    for (uint32_t i = 0; may && i < e->program->cf_count; i++)
        may = !e->slow_block[i].start || emit_cf(e, i);
    e->slow = false;
    return may;
}
