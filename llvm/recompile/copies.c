/* SPDX-License-Identifier: MIT */
/* copies.c: follows a vector back to the operation that computed it, through moves, as far as the
 * program went straight on. The code generator gives each fetch of a filter coordinates of its own,
 * which are moved there. */
#include "llvm/recompile/copies.h"

#include "driver/sim/decode/operands.h"
#include "driver/sim/decode/traits.h"

bool copies_moves(const struct sim_alu_op *op)
{
    const struct sim_src *src = &op->src[0];
    return op->action == SIM_ACTION_NONE && !op->predicate && !op->finish && op->map >= 0 &&
           sim_op_traits(op).affine == SIM_AFFINE_COPY && !src->mods && !src->special &&
           !src->relative && src->space == SIM_SPACE_WAVE && op->dst != SIM_NO_DST &&
           !op->dst_relative;
}

static bool writes(const struct sim_operands *written, const struct sim_program *p, uint32_t vector)
{
    SIM_FOR_OPERANDS(to, *written)
        SIM_FOR_VECTORS(v, to, p)
            if (v == vector)
                return true;
    return false;
}

static bool goes_straight_on(const struct sim_cf *cf)
{
    return cf->flow == HW_FLOW_NEXT && !cf->pop_count;
}

/* Follows a vector back from an item of an instruction, `end`, to the instruction's start, or to
 * the item that has computed it: then true. */
static bool follow_back(const struct sim_program *p, const struct sim_cf *cf, uint32_t end,
                        uint32_t *vector, uint32_t *item)
{
    for (*item = end; (*item)-- > cf->first;) {
        const struct sim_operands written = sim_item_writes(p, cf, *item);
        if (!writes(&written, p, *vector))
            continue;
        if (cf->items != SIM_ITEMS_OPS || !copies_moves(&p->ops[*item]))
            return true;
        *vector = p->ops[*item].src[0].offset / SIM_LANES;
    }
    return false;
}

struct copies_name copies_name(const struct sim_program *p, const struct flow *flow, uint32_t index,
                               uint32_t end, uint32_t vector)
{
    uint32_t item;
    while (!follow_back(p, &p->cf[index], end, &vector, &item)) {
        if (!index || flow->at[index].target || !goes_straight_on(&p->cf[index - 1]))
            return (struct copies_name){vector, index, UINT32_MAX};
        index--;
        end = p->cf[index].first + p->cf[index].count;
    }
    return (struct copies_name){vector, index, item};
}

bool copies_are_one(struct copies_name a, struct copies_name b)
{
    return a.vector == b.vector && a.cf == b.cf && a.item == b.item;
}
