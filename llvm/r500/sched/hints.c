/* SPDX-License-Identifier: MIT */
/* hints.c: in which channel a scalar is best made: the one that its users have it in. What is used
 * in several is best in alpha, as all sources see one alpha each. */
#include <string.h>

#include "driver/base/arena.h"
#include "llvm/r500/sched/schedule.h"

static void want(uint8_t *hints, const struct fir_src *src, uint8_t channel)
{
    const struct fir_atom *atoms[] = {&src->a, &src->b};
    for (unsigned i = 0; i < 2; i++) {
        if (atoms[i]->kind != FIR_VAR || channel == PLACE_NO_CHANNEL)
            continue;
        uint8_t *hint = &hints[atoms[i]->var];
        *hint = *hint == PLACE_NO_CHANNEL || *hint == channel ? channel : ROW_ALPHA_LANE;
    }
}

static void want_operands(uint8_t *hints, const struct fir_op *op)
{
    const uint8_t channel = op->out                    ? op->out_channel
                            : op->dst[0] != FIR_NO_VAR ? hints[op->dst[0]]
                                                       : PLACE_NO_CHANNEL;
    for (unsigned i = 0; i < fir_operands(op) && i < FIR_MAX_SRC; i++) {
        switch (fir_codes[op->code].kind) {
        case FIR_ELEMENT:
            want(hints, &op->src[i], channel);
            break;
        case FIR_DOT:
            want(hints, &op->src[i], (uint8_t)(i / 2));
            break;
        case FIR_LOOK_UP:
            want(hints, &op->src[i], (uint8_t)i);
            break;
        default:
            break;
        }
    }
}

uint8_t *r500_find_hints(const struct fir_program *p)
{
    uint8_t *hints = arena_array(p->arena, p->var_count + 1, 1);
    memset(hints, PLACE_NO_CHANNEL, p->var_count + 1);
    for (size_t b = p->block_count; b-- > 0;)
        for (size_t i = p->blocks[b].count; i-- > 0;)
            want_operands(hints, &p->blocks[b].ops[i]);
    return hints;
}
