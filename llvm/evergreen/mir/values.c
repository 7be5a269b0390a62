/* SPDX-License-Identifier: MIT */
/* values.c: keeps up what is known of variables while passes change the code. */
#include "llvm/evergreen/mir/values.h"

#include <assert.h>

static void replace_word(struct mir_word *word, const struct mir_operand *replacement,
                         uint32_t count)
{
    struct mir_operand *operand = &word->operand;
    for (uint32_t steps = 0; operand->kind == MIR_VREG && operand->value < count &&
                             replacement[operand->value].kind != MIR_NONE && steps < count;
         steps++) {
        struct mir_operand next = replacement[operand->value];
        next.neg = operand->abs ? operand->neg : operand->neg ^ next.neg;
        next.abs |= operand->abs;
        *operand = next;
    }
}

static uint32_t word_count(const struct mir_shown *shown)
{
    uint32_t count = 0;
    for (unsigned v = 0; v < MIR_SHOWN_VALUES; v++)
        count += shown->counts[v];
    return count;
}

void mir_values_replace(struct mir_function *f, const struct mir_operand *replacement)
{
    const struct mir_values *values = f->values;
    assert(f->ssa);
    for (uint32_t i = 1; values && i < values->shown_count; i++)
        for (uint32_t w = 0, count = word_count(&values->shown[i]); w < count; w++)
            replace_word(&values->shown[i].words[w], replacement, f->vreg_count);
}

void mir_values_hoist(struct mir_function *f, const struct mir_block *block)
{
    for (const struct mir_inst *i = f->values && block ? block->first : NULL; i; i = i->next)
        f->values->moved[i->point] = true;
}

void mir_values_keep(struct mir_function *f)
{
    f->carriers = NULL;
    f->carrier_count = 0;
    f->carrier_room = 0;
    for (uint32_t b = 0; f->values && b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            for (unsigned d = 0; d < inst->dst_count; d++)
                inst->kept[d] = inst->dst[d];
}

void mir_values_carry(struct mir_function *f, const struct mir_block *block, uint32_t value,
                      uint32_t vreg)
{
    if (!f->values)
        return;
    f->carriers =
        arena_grow(f->arena, f->carriers, f->carrier_count, &f->carrier_room, sizeof(*f->carriers));
    f->carriers[f->carrier_count++] = (struct mir_carrier){block, value, vreg};
}

void mir_values_settle(struct mir_function *f)
{
    for (uint32_t b = 0; f->values && b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            inst->home = b + 1;
}
