/* SPDX-License-Identifier: MIT */
/* decode_order.c: an ALU clause without BARRIER runs while the fetches of the clause before it are
 * on their way. It may neither use what they bring nor write what they read. */
#include "driver/hw/isa.h"
#include "driver/sim/decode/decode.h"

enum { REGISTER = 4 * SIM_LANES }; /* dwords of a register's four vectors */

static bool same_register(uint32_t a, uint32_t b)
{
    return a / REGISTER == b / REGISTER;
}

/* Whether a fetch reads its register: what selects 0 and 1 alone reads none. */
static bool reads_register(const struct sim_fetch *fetch)
{
    bool reads = false;
    for (unsigned c = 0; c < 4; c++)
        reads |= fetch->src_sel[c] <= HW_SEL_W;
    return reads && (fetch->kind != SIM_FETCH_SCRATCH || fetch->indexed);
}

static bool op_meets(const struct sim_alu_op *op, const struct sim_fetch *fetch)
{
    if (op->dst_relative)
        return true;
    for (unsigned i = 0; i < 3; i++)
        if (op->src[i].space == SIM_SPACE_WAVE && !op->src[i].special &&
            (op->src[i].relative || same_register(op->src[i].offset, fetch->dst)))
            return true;
    return op->dst != SIM_NO_DST && (same_register(op->dst, fetch->dst) ||
                                     (reads_register(fetch) && same_register(op->dst, fetch->src)));
}

bool sim_decode_order(struct sim_decoder *d, uint32_t word, const struct sim_cf *before,
                      const struct sim_cf *clause)
{
    if (HW_GET(d->code[word + 1], CF_ALU_WORD1, BARRIER) || before->items != SIM_ITEMS_FETCHES ||
        before->op == HW_CF_GDS)
        return true;
    for (uint32_t n = clause->first; n < clause->first + clause->count; n++)
        for (uint32_t k = before->first; k < before->first + before->count; k++)
            if (op_meets(&d->program->ops[n], &d->program->fetches[k]))
                return sim_decode_fail(d, d->program->ops[n].word,
                                       "uses a register of the fetches before its clause, which "
                                       "does not wait for them");
    return true;
}
