/* SPDX-License-Identifier: MIT */
/* combine.c: joins operations that the hardware can do in one: constant parts of addresses into the
 * fetch's offset, comparisons with zero into conditional moves, comparisons into the test of a
 * branch, shift and mask into a bit field, the product of small numbers and a sum into
 * MULADD_UINT24; and selects a divisor's scale after its reciprocal, not before. SSA form in and
 * out; leaves dead instructions behind. */
#include <assert.h>

#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "llvm/evergreen/mir/passes.h"

struct combine {
    struct mir_function *f;
    struct mir_inst **definition;
    uint32_t defined; /* registers that there were before this pass */
};

static struct mir_inst *defined_by(const struct combine *c, const struct mir_operand *operand)
{
    return operand->value < c->defined || operand->kind != MIR_VREG
               ? mir_defining_alu(c->definition, operand)
               : NULL;
}

static bool is_literal(const struct mir_operand *operand)
{
    return operand->kind == MIR_LITERAL && !operand->neg && !operand->abs;
}

/* --- Addresses --- */

enum { MAX_OFFSET = 0xfff };

static bool is_pool_fetch(const struct mir_inst *inst)
{
    return inst->kind == MIR_VTX && inst->format != HW_FMT_INVALID && !inst->loads_input &&
           !inst->waits;
}

/* Buffers lie higher than MAX_OFFSET in the pool, so that an address whose sum with the offset is
 * valid has not wrapped. */
static void fold_address(const struct combine *c, struct mir_inst *fetch)
{
    for (;;) {
        const struct mir_inst *add = defined_by(c, &fetch->src[0]);
        if (!add || add->op != HW_ALU_OP_ADD_INT || !is_literal(&add->src[1]) ||
            add->src[0].kind != MIR_VREG || fetch->offset > MAX_OFFSET ||
            add->src[1].value > MAX_OFFSET - fetch->offset)
            return;
        fetch->offset += add->src[1].value;
        fetch->src[0] = add->src[0];
    }
}

/* --- Conditional moves --- */

enum { SWAP = 1, ZERO_FIRST = 2 };

/* CNDE_INT(compare(x, zero), no, yes) as one operation of x. */
static const struct {
    enum hw_alu_op compare;
    uint32_t zero; /* what x is compared with */
    enum hw_alu_op move;
    uint8_t how; /* SWAP: the results change places; ZERO_FIRST: compare(zero, x) */
} moves[] = {
    {HW_ALU_OP_SETNE_INT, 0, HW_ALU_OP_CNDE_INT, 0},
    {HW_ALU_OP_SETE_INT, 0, HW_ALU_OP_CNDE_INT, SWAP},
    {HW_ALU_OP_SETGT_INT, 0, HW_ALU_OP_CNDGT_INT, SWAP},
    {HW_ALU_OP_SETGT_INT, ~0u, HW_ALU_OP_CNDGE_INT, SWAP},
    {HW_ALU_OP_SETGE_INT, 0, HW_ALU_OP_CNDGE_INT, SWAP},
    {HW_ALU_OP_SETGT_INT, 0, HW_ALU_OP_CNDGE_INT, ZERO_FIRST},
    {HW_ALU_OP_SETGE_INT, 0, HW_ALU_OP_CNDGT_INT, ZERO_FIRST},
    {HW_ALU_OP_SETGE_INT, ~0u, HW_ALU_OP_CNDGE_INT, ZERO_FIRST},
    {HW_ALU_OP_SETGT_UINT, 0, HW_ALU_OP_CNDE_INT, 0},
    {HW_ALU_OP_SETGT_DX10, 0, HW_ALU_OP_CNDGT, SWAP},
    {HW_ALU_OP_SETGE_DX10, 0, HW_ALU_OP_CNDGE, SWAP},
    {HW_ALU_OP_SETE_DX10, 0, HW_ALU_OP_CNDE, SWAP},
    {HW_ALU_OP_SETNE_DX10, 0, HW_ALU_OP_CNDE, 0},
};

static bool has_modifier(const struct mir_operand *operand)
{
    return operand->neg || operand->abs;
}

/* Folds a comparison with zero into a conditional move. The move copies bits; an operation on
 * floats passes them on as they are. */
static bool fold_compare(const struct combine *c, struct mir_inst *inst)
{
    const struct mir_inst *compare = defined_by(c, &inst->src[0]);
    if (!compare || compare->src_count != 2)
        return false;
    for (size_t i = 0; i < COUNT(moves); i++) {
        unsigned x = moves[i].how & ZERO_FIRST ? 1 : 0;
        if (moves[i].compare != compare->op || !mir_is_literal(&compare->src[!x], moves[i].zero) ||
            has_modifier(&compare->src[x]))
            continue;
        struct mir_operand no = inst->src[1], yes = inst->src[2];
        bool swap = moves[i].how & SWAP;
        inst->op = moves[i].move;
        inst->src[0] = compare->src[x];
        inst->src[1] = swap ? yes : no;
        inst->src[2] = swap ? no : yes;
        return inst->op == HW_ALU_OP_CNDE_INT;
    }
    return false;
}

/* --- Bit fields --- */

static unsigned width_of_mask(uint32_t mask)
{
    unsigned width = 0;
    while (width < 32 && mask >> width & 1)
        width++;
    return width < 32 && mask >> width ? 0 : width;
}

/* (x >> shift) & mask. */
static void fold_bit_field(const struct combine *c, struct mir_inst *inst)
{
    const struct mir_inst *shift = defined_by(c, &inst->src[0]);
    if (!is_literal(&inst->src[1]) || !shift || shift->op != HW_ALU_OP_LSHR_INT ||
        !is_literal(&shift->src[1]) || shift->src[1].value > 31)
        return;
    unsigned width = width_of_mask(inst->src[1].value);
    if (!width)
        return;
    struct mir_operand *src = arena_array(c->f->arena, 3, sizeof(*src));
    src[0] = shift->src[0];
    src[1] = shift->src[1];
    src[2] = mir_literal(width);
    inst->op = HW_ALU_OP_BFE_UINT;
    inst->src = src;
    inst->src_count = 3;
}

/* --- Products --- */

enum {
    LOCAL_SIZE_FIRST = 6, /* dwords of constant buffer 0, docs/kernel-abi.md */
    LOCAL_SIZE_LAST = 8,
    SMALL_BITS = 24,
    MAX_DEPTH = 6
};

/* Whether a value fits 24 bits without a sign. */
static bool is_small(const struct combine *c, const struct mir_operand *operand, unsigned depth)
{
    const struct mir_inst *inst = operand->kind == MIR_VREG ? c->definition[operand->value] : NULL;
    if (has_modifier(operand))
        return false;
    if (operand->kind == MIR_LITERAL)
        return operand->value >> SMALL_BITS == 0;
    if (operand->kind == MIR_KCACHE)
        return operand->value >= LOCAL_SIZE_FIRST && operand->value <= LOCAL_SIZE_LAST;
    if (inst && inst->kind == MIR_INPUT)
        return mir_is_local_id(c->f, inst);
    if (!inst || inst->kind != MIR_ALU || inst->clamp || inst->omod || depth == MAX_DEPTH)
        return false;
    switch (inst->op) {
    case HW_ALU_OP_AND_INT:
        return is_small(c, &inst->src[0], depth + 1) || is_small(c, &inst->src[1], depth + 1);
    case HW_ALU_OP_BFE_UINT:
        return inst->src[2].kind == MIR_LITERAL && inst->src[2].value <= SMALL_BITS;
    case HW_ALU_OP_LSHR_INT:
        return (is_literal(&inst->src[1]) && inst->src[1].value >= 32 - SMALL_BITS &&
                inst->src[1].value < 32) ||
               is_small(c, &inst->src[0], depth + 1);
    case HW_ALU_OP_MIN_UINT:
        return is_small(c, &inst->src[0], depth + 1) || is_small(c, &inst->src[1], depth + 1);
    case HW_ALU_OP_CNDE_INT:
        return is_small(c, &inst->src[1], depth + 1) && is_small(c, &inst->src[2], depth + 1);
    default:
        return false;
    }
}

static void shrink_product(const struct combine *c, struct mir_inst *inst)
{
    if (is_small(c, &inst->src[0], 0) && is_small(c, &inst->src[1], 0))
        inst->op = HW_ALU_OP_MUL_UINT24;
}

static void fold_product(const struct combine *c, struct mir_inst *inst)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct mir_inst *product = defined_by(c, &inst->src[i]);
        if (!product || product->op != HW_ALU_OP_MUL_UINT24)
            continue;
        struct mir_operand *src = arena_array(c->f->arena, 3, sizeof(*src));
        src[0] = product->src[0];
        src[1] = product->src[1];
        src[2] = inst->src[!i];
        inst->op = HW_ALU_OP_MULADD_UINT24;
        inst->src = src;
        inst->src_count = 3;
        return;
    }
}

/* --- Scaled divisors --- */

enum { MAX_FACTORS = 2 };

/* Whether an operand is 1, a constant or a choice of such. */
static bool is_factor(const struct combine *c, const struct mir_operand *operand, unsigned depth)
{
    const struct mir_inst *choice = defined_by(c, operand);
    if (is_literal(operand))
        return true;
    return depth < MAX_FACTORS && choice && choice->op == HW_ALU_OP_CNDE_INT &&
           is_factor(c, &choice->src[1], depth + 1) && is_factor(c, &choice->src[2], depth + 1);
}

static struct mir_operand insert_alu(const struct combine *c, struct mir_block *block,
                                     struct mir_inst *before, enum hw_alu_op op,
                                     const struct mir_operand *src)
{
    struct mir_inst *inst = mir_new_inst(c->f, MIR_ALU, op, hw_alu_info[op].nsrc);
    inst->dst_count = 1;
    inst->dst[0] = mir_new_vreg(c->f);
    for (uint32_t i = 0; i < inst->src_count; i++)
        inst->src[i] = src[i];
    mir_insert_before(block, before, inst);
    return mir_vreg_operand(inst->dst[0]);
}

static struct mir_operand multiply(const struct combine *c, struct mir_block *block,
                                   struct mir_inst *before, struct mir_operand x,
                                   const struct mir_operand *factor)
{
    const struct mir_inst *choice = defined_by(c, factor);
    if (mir_is_literal(factor, 0x3f800000)) /* 1.0f */
        return x;
    if (!choice)
        return insert_alu(c, block, before, HW_ALU_OP_MUL_IEEE, (struct mir_operand[]){x, *factor});
    struct mir_operand src[] = {choice->src[0], multiply(c, block, before, x, &choice->src[1]),
                                multiply(c, block, before, x, &choice->src[2])};
    return insert_alu(c, block, before, HW_ALU_OP_CNDE_INT, src);
}

static bool is_in_block_before(const struct mir_inst *inst, const struct mir_inst *other)
{
    while (inst && inst != other)
        inst = inst->prev;
    return inst;
}

/* Rewrites RECIP(x * (condition ? factor : 1)): both products are computed first, then one is
 * selected, so that the result is there sooner. Selected operands have no modifiers. */
static void fold_scaled(const struct combine *c, struct mir_block *block, struct mir_inst *inst)
{
    struct mir_inst *product = defined_by(c, &inst->src[0]);
    if (!product || product->op != HW_ALU_OP_MUL_IEEE || has_modifier(&product->src[0]) ||
        !is_factor(c, &product->src[1], 0) || !is_in_block_before(inst, product))
        return;
    const struct mir_inst *choice = defined_by(c, &product->src[1]);
    if (!choice)
        return;
    struct mir_operand *src = arena_array(c->f->arena, 3, sizeof(*src));
    src[0] = choice->src[0];
    src[1] = multiply(c, block, product, product->src[0], &choice->src[1]);
    src[2] = multiply(c, block, product, product->src[0], &choice->src[2]);
    product->op = HW_ALU_OP_CNDE_INT;
    product->src = src;
    product->src_count = 3;
}

/* --- Branches --- */

static void fold_test(const struct combine *c, struct mir_block *block, bool invert)
{
    const struct mir_inst *compare = defined_by(c, &block->cond);
    if (!compare || compare->src_count != 2 || block->test)
        return;
    const struct mir_test *test = mir_test_find(compare->op);
    if (!test || (invert && !test->inverted) || has_modifier(&compare->src[0]) ||
        has_modifier(&compare->src[1]))
        return;
    assert(block->cond_other.kind == MIR_NONE);
    block->test = compare->op;
    block->cond = compare->src[0];
    block->cond_other = compare->src[1];
}

static void fold_tests(const struct combine *c, const struct mir_node *node)
{
    for (; node; node = node->next) {
        if (node->kind == MIR_NODE_IF && node->body)
            fold_test(c, node->block, node->invert);
        if (node->kind == MIR_NODE_LOOP)
            fold_test(c, node->block, !node->invert);
        fold_tests(c, node->body);
        fold_tests(c, node->orelse);
    }
}

static void combine_alu(const struct combine *c, struct mir_block *block, struct mir_inst *inst)
{
    switch (inst->op) {
    case HW_ALU_OP_CNDE_INT:
        while (fold_compare(c, inst))
            ;
        break;
    case HW_ALU_OP_AND_INT:
        fold_bit_field(c, inst);
        break;
    case HW_ALU_OP_MULLO_INT:
    case HW_ALU_OP_MULLO_UINT:
        shrink_product(c, inst);
        break;
    case HW_ALU_OP_ADD_INT:
        fold_product(c, inst);
        break;
    case HW_ALU_OP_RECIP_IEEE:
        fold_scaled(c, block, inst);
        break;
    default:
        break;
    }
}

void mir_combine(struct mir_function *f)
{
    struct combine c = {.f = f, .definition = mir_definitions(f), .defined = f->vreg_count};
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next) {
            if (is_pool_fetch(inst))
                fold_address(&c, inst);
            if (inst->kind == MIR_ALU && !inst->clamp && !inst->omod)
                combine_alu(&c, f->blocks[b], inst);
        }
    fold_tests(&c, f->root);
}
