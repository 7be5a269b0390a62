/* SPDX-License-Identifier: MIT */
/* clauses.c: fetches from textures wait for those of the next clause, where what is computed
 * between them has nothing to do with the former. The code generator divides the fetches of a
 * filter by the arithmetic of their coordinates; those of one clause share what they read. */
#include "llvm/recompile/clauses.h"

#include "driver/sim/decode/operands.h"

static bool is_named(struct sim_operands operands, uint32_t vector)
{
    SIM_FOR_OPERANDS(o, operands)
        if (o->vector == vector)
            return true;
    return false;
}

/* Whether two lists have a vector in common. */
static bool meet(struct sim_operands a, struct sim_operands b)
{
    SIM_FOR_OPERANDS(o, a)
        if (is_named(b, o->vector))
            return true;
    return false;
}

/* Whether an operation computes lanes and does nothing else. */
static bool is_plain(const struct sim_alu_op *op)
{
    return op->action == SIM_ACTION_NONE && !op->update && !sim_op_indexed(op);
}

static bool may_change_places(const struct sim_program *p, const struct sim_fetch *fetch,
                              const struct sim_alu_op *op)
{
    const struct sim_operands written = sim_op_writes(op), read = sim_op_reads(p, op),
                              texels = sim_fetch_writes(fetch), at = sim_fetch_reads(fetch);
    return is_plain(op) && !meet(texels, read) && !meet(texels, written) && !meet(at, written);
}

static bool is_plain_clause(const struct sim_cf *cf, enum sim_items items)
{
    return cf->items == items && cf->flow == HW_FLOW_NEXT && !cf->pop_count && !cf->end;
}

/* Whether the program may come to an instruction by another way than from the one before it. */
static bool is_target(const struct sim_program *p, uint32_t index)
{
    for (uint32_t i = 0; i < p->cf_count; i++)
        if (p->cf[i].target == index)
            return true;
    return false;
}

/* Whether the fetches of the instruction may wait for those two instructions behind it. */
static bool may_wait(const struct sim_program *p, uint32_t index)
{
    const struct sim_cf *own = &p->cf[index], *ops = own + 1, *next = own + 2;
    bool may = is_plain_clause(own, SIM_ITEMS_FETCHES) && is_plain_clause(ops, SIM_ITEMS_OPS) &&
               is_plain_clause(next, SIM_ITEMS_FETCHES) && own->first + own->count == next->first &&
               !is_target(p, index + 1) && !is_target(p, index + 2);
    for (uint32_t f = own->first; may && f < own->first + own->count; f++) {
        may = p->fetches[f].kind == SIM_FETCH_SAMPLE;
        for (uint32_t i = ops->first; may && i < ops->first + ops->count; i++)
            may = may_change_places(p, &p->fetches[f], &p->ops[i]);
    }
    return may;
}

void clauses_join(struct sim_program *program)
{
    for (uint32_t i = 0; i + 2 < program->cf_count; i++) {
        struct sim_cf *own = &program->cf[i];
        if (!may_wait(program, i))
            continue;
        own[2].first = own->first;
        own[2].count += own->count;
        own->items = SIM_ITEMS_NONE;
        own->count = 0;
    }
}
