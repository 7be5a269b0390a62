/* SPDX-License-Identifier: MIT */
/* decode_order.c: an ALU clause without BARRIER runs while the fetches of the clause before it are
 * on their way. It may neither use what they bring nor write what they read. */
#include "driver/sim/decode/decode.h"
#include "driver/sim/decode/operands.h"

/* Whether one of some operands is of a register that one of the others is of, or may be. */
static bool meet(const struct sim_operands *some, const struct sim_operands *others)
{
    SIM_FOR_OPERANDS(a, *some)
        SIM_FOR_OPERANDS(b, *others)
            if (a->indexed || a->vector / 4 == b->vector / 4)
                return true;
    return false;
}

static bool op_meets(const struct sim_program *p, const struct sim_alu_op *op,
                     const struct sim_fetch *fetch)
{
    const struct sim_operands reads = sim_op_reads(p, op), writes = sim_op_writes(op),
                              fetched = sim_fetch_writes(fetch), index = sim_fetch_reads(fetch);
    return meet(&reads, &fetched) || meet(&writes, &fetched) || meet(&writes, &index);
}

bool sim_decode_order(struct sim_decoder *d, uint32_t word, const struct sim_cf *before,
                      const struct sim_cf *clause)
{
    if (HW_GET(d->code[word + 1], CF_ALU_WORD1, BARRIER) || before->items != SIM_ITEMS_FETCHES ||
        before->op == HW_CF_GDS)
        return true;
    for (uint32_t n = clause->first; n < clause->first + clause->count; n++)
        for (uint32_t k = before->first; k < before->first + before->count; k++)
            if (op_meets(d->program, &d->program->ops[n], &d->program->fetches[k]))
                return sim_decode_fail(d, d->program->ops[n].word,
                                       "uses a register of the fetches before its clause, which "
                                       "does not wait for them");
    return true;
}
