/* SPDX-License-Identifier: MIT */
/* output_scale.c: folds products with 2, 4 and 0.5 into the output modifier of the operation that
 * makes the value, if nothing else reads that. It does so only where denormals and signs of zeros
 * do not matter (docs/hardware.md), and the kernel runs without denormals then. SSA form in and
 * out. */
#include <assert.h>

#include "driver/base/count.h"
#include "llvm/evergreen/mir/passes.h"

struct scale {
    uint32_t factor; /* float */
    uint8_t omod;
};

/* The modifier and the operand that a product scales; 0: none. */
static uint8_t find_scale(const struct mir_inst *inst, const struct mir_operand **value)
{
    static const struct scale scales[] = {
        {0x40000000, HW_OMOD_M2}, {0x40800000, HW_OMOD_M4}, {0x3f000000, HW_OMOD_D2}};
    if (inst->op == HW_ALU_OP_ADD && inst->src[0].kind == MIR_VREG &&
        mir_same_operand(&inst->src[0], &inst->src[1])) {
        *value = &inst->src[0];
        return HW_OMOD_M2;
    }
    for (unsigned i = 0; i < 2 && inst->op == HW_ALU_OP_MUL_IEEE; i++)
        for (size_t k = 0; k < COUNT(scales); k++)
            if (mir_is_literal(&inst->src[i], scales[k].factor)) {
                *value = &inst->src[!i];
                return scales[k].omod;
            }
    return HW_OMOD_OFF;
}

static bool visit(struct mir_inst *const *definition, const uint32_t *uses, struct mir_inst *inst)
{
    const struct mir_operand *value = NULL;
    uint8_t omod = find_scale(inst, &value);
    struct mir_inst *producer = omod ? mir_defining_float(definition, value) : NULL;
    if (!producer || hw_alu_info[producer->op].op3 ||
        uses[value->value] != inst->src_count - (inst->op == HW_ALU_OP_MUL_IEEE))
        return false;
    assert(!producer->clamp && !producer->omod); /* CLAMP comes behind the scale */
    producer->omod = omod;
    producer->dst[0] = inst->dst[0];
    return true;
}

void mir_output_scale(struct mir_function *f)
{
    struct mir_inst **definition = mir_definitions(f);
    const uint32_t *uses = mir_count_uses(f);
    for (uint32_t b = 0; b < f->block_count && f->flushes_denormals; b++)
        for (struct mir_inst *inst = f->blocks[b]->first, *next; inst; inst = next) {
            next = inst->next;
            if (inst->kind != MIR_ALU || inst->clamp || inst->omod || !inst->any_zero ||
                !visit(definition, uses, inst))
                continue;
            definition[inst->dst[0]] = NULL;
            mir_remove(f->blocks[b], inst);
            f->scales_output = true;
        }
}
