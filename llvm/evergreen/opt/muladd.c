/* SPDX-License-Identifier: MIT */
/* muladd.c: fuses a product and the sum that reads it into one MULADD_IEEE. This changes no result,
 * since MULADD_IEEE rounds the product before it adds (docs/hardware.md). Where their order does
 * not matter, it is an FMA on chips that have one. SSA form in and out; leaves dead products
 * behind. */
#include "llvm/evergreen/mir/passes.h"

#include <assert.h>

/* Returns the product that a source of a sum is, if MULADD_IEEE can take its factors: operations of
 * three sources cannot take absolute values. */
static const struct mir_inst *product_of(struct mir_inst *const *definition,
                                         const struct mir_operand *operand)
{
    const struct mir_inst *inst = operand->kind == MIR_VREG ? definition[operand->value] : NULL;
    if (!inst || inst->kind != MIR_ALU || inst->op != HW_ALU_OP_MUL_IEEE || inst->clamp ||
        inst->omod || operand->abs || inst->src[0].abs || inst->src[1].abs)
        return NULL;
    return inst;
}

static void join(struct mir_function *f, struct mir_inst *sum, unsigned source,
                 const struct mir_inst *product)
{
    assert(!sum->src[source].abs && !sum->src[!source].abs);
    struct mir_operand *src = arena_array(f->arena, 3, sizeof(*src));
    src[0] = product->src[0];
    src[0].neg ^= sum->src[source].neg;
    src[1] = product->src[1];
    src[2] = sum->src[!source];
    sum->src = src;
    sum->src_count = 3;
    sum->any_order &= product->any_order;
    sum->op = sum->any_order && f->chip->fma ? HW_ALU_OP_FMA : HW_ALU_OP_MULADD_IEEE;
}

/* The product of a sum: one that nothing else reads, if there is one. */
static void visit(struct mir_function *f, struct mir_inst *const *definition, const uint32_t *uses,
                  struct mir_inst *sum)
{
    const struct mir_inst *product[2];
    for (unsigned i = 0; i < 2; i++) {
        product[i] = product_of(definition, &sum->src[i]);
        if (product[i] && (sum->src[!i].abs || uses[product[i]->dst[0]] > 1))
            product[i] = NULL;
    }
    for (unsigned i = 0; i < 2; i++)
        if (product[i]) {
            join(f, sum, i, product[i]);
            return;
        }
}

void mir_muladd(struct mir_function *f)
{
    struct mir_inst **definition = mir_definitions(f);
    const uint32_t *uses = mir_count_uses(f);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            if (inst->kind == MIR_ALU && inst->op == HW_ALU_OP_ADD && !inst->omod)
                visit(f, definition, uses, inst);
}
