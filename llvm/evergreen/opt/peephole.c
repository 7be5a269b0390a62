/* SPDX-License-Identifier: MIT */
/* peephole.c: applies small identities of integers and of truth values: carries, truth values as
 * numbers, constants in chains, bits that are inserted where they were taken from, rounding of
 * whole numbers. SSA form in and out; leaves dead instructions and identities for simplify.c
 * behind. */
#include "llvm/evergreen/mir/passes.h"

#include <assert.h>

struct peephole {
    struct arena *arena;
    struct mir_inst **definition;
};

static const struct mir_inst *defined_by(const struct peephole *p,
                                         const struct mir_operand *operand)
{
    return mir_defining_alu(p->definition, operand);
}

static bool is_op(const struct mir_inst *inst, enum hw_alu_op op)
{
    return inst && inst->op == op;
}

/* The operation's second source as a constant. */
static bool by_literal(const struct mir_inst *inst, uint32_t *value)
{
    if (inst->src[1].kind != MIR_LITERAL || inst->src[1].neg || inst->src[1].abs)
        return false;
    *value = inst->src[1].value;
    return true;
}

static void set_binary(struct mir_inst *inst, enum hw_alu_op op, struct mir_operand a,
                       struct mir_operand b)
{
    assert(hw_alu_info[op].nsrc == 2 && !hw_alu_info[op].op3);
    inst->op = (uint16_t)op;
    inst->src[0] = a;
    inst->src[1] = b;
    inst->src_count = 2;
}

/* --- Truth values --- */

enum { MAX_DEPTH = 4 };

/* Whether a value is 0 or all ones. */
static bool is_mask(const struct peephole *p, const struct mir_operand *operand, unsigned depth)
{
    const struct mir_inst *inst = defined_by(p, operand);
    if (mir_is_literal(operand, 0) || mir_is_literal(operand, UINT32_MAX))
        return true;
    if (!inst || depth == MAX_DEPTH)
        return false;
    switch (inst->op) {
    case HW_ALU_OP_NOT_INT:
        return is_mask(p, &inst->src[0], depth + 1);
    case HW_ALU_OP_AND_INT:
    case HW_ALU_OP_OR_INT:
    case HW_ALU_OP_XOR_INT:
        return is_mask(p, &inst->src[0], depth + 1) && is_mask(p, &inst->src[1], depth + 1);
    default:
        return mir_gives_mask(inst->op);
    }
}

/* The mask of which an operand is the lowest bit; NULL when it is not such a number. */
static const struct mir_operand *number_of_mask(const struct peephole *p,
                                                const struct mir_operand *operand)
{
    const struct mir_inst *inst = defined_by(p, operand);
    return is_op(inst, HW_ALU_OP_AND_INT) && mir_is_literal(&inst->src[1], 1) &&
                   is_mask(p, &inst->src[0], 0)
               ? &inst->src[0]
               : NULL;
}

/* (x > y) & 1 is the borrow of y - x; where y is x + z, the carry of that sum. */
static bool fold_carry(const struct peephole *p, struct mir_inst *inst)
{
    const struct mir_inst *compare = defined_by(p, &inst->src[0]);
    if (!mir_is_literal(&inst->src[1], 1) || !is_op(compare, HW_ALU_OP_SETGT_UINT))
        return false;
    const struct mir_operand x = compare->src[0], y = compare->src[1];
    const struct mir_inst *sum = defined_by(p, &y);
    if (is_op(sum, HW_ALU_OP_ADD_INT) &&
        (mir_same_operand(&x, &sum->src[0]) || mir_same_operand(&x, &sum->src[1])))
        set_binary(inst, HW_ALU_OP_ADDC_UINT, sum->src[0], sum->src[1]);
    else
        set_binary(inst, HW_ALU_OP_SUBB_UINT, y, x);
    return true;
}

/* A truth value as a number is its mask's negative. */
static void fold_sum(const struct peephole *p, struct mir_inst *inst)
{
    bool add = inst->op == HW_ALU_OP_ADD_INT;
    const struct mir_operand *mask = number_of_mask(p, &inst->src[1]);
    if (mask) {
        set_binary(inst, add ? HW_ALU_OP_SUB_INT : HW_ALU_OP_ADD_INT, inst->src[0], *mask);
        return;
    }
    mask = add ? number_of_mask(p, &inst->src[0]) : NULL;
    if (mask)
        set_binary(inst, HW_ALU_OP_SUB_INT, inst->src[1], *mask);
}

static void fold_number_to_float(const struct peephole *p, struct mir_inst *inst)
{
    const struct mir_operand *mask = number_of_mask(p, &inst->src[0]);
    if (!mask)
        return;
    struct mir_operand *src = arena_array(p->arena, 2, sizeof(*src));
    src[0] = *mask;
    src[1] = mir_literal(0x3f800000); /* 1.0f */
    inst->src = src;
    inst->src_count = 2;
    inst->op = HW_ALU_OP_AND_INT;
}

/* --- Chains of constants --- */

/* (x op a) op b is x op (a op b). */
static bool fold_chain(const struct peephole *p, struct mir_inst *inst)
{
    const struct mir_inst *inner = defined_by(p, &inst->src[0]);
    uint32_t a, b;
    if (!is_op(inner, inst->op) || !by_literal(inst, &b) || !by_literal(inner, &a))
        return false;
    switch (inst->op) {
    case HW_ALU_OP_ADD_INT:
        a += b;
        break;
    case HW_ALU_OP_AND_INT:
        a &= b;
        break;
    case HW_ALU_OP_OR_INT:
        a |= b;
        break;
    case HW_ALU_OP_XOR_INT:
        a ^= b;
        break;
    case HW_ALU_OP_LSHL_INT:
    case HW_ALU_OP_LSHR_INT:
        if (a > 31 || b > 31 || a + b > 31)
            return false;
        a += b;
        break;
    default:
        return false;
    }
    inst->no_wrap &= inner->no_wrap;
    set_binary(inst, inst->op, inner->src[0], mir_literal(a));
    return true;
}

/* --- Parts of dwords --- */

/* (x >> n) << n keeps the upper bits where they are. */
static void fold_shifts(const struct peephole *p, struct mir_inst *inst)
{
    const struct mir_inst *inner = defined_by(p, &inst->src[0]);
    uint32_t right, left;
    if (is_op(inner, HW_ALU_OP_LSHR_INT) && by_literal(inst, &left) && by_literal(inner, &right) &&
        left == right && left < 32)
        set_binary(inst, HW_ALU_OP_AND_INT, inner->src[0], mir_literal(UINT32_MAX << left));
}

/* Returns the operand without its mask, if the mask keeps all of these bits. */
static void look_through_mask(const struct peephole *p, struct mir_operand *operand, uint32_t bits)
{
    const struct mir_inst *mask = defined_by(p, operand);
    uint32_t kept;
    if (is_op(mask, HW_ALU_OP_AND_INT) && by_literal(mask, &kept) && (kept & bits) == bits)
        *operand = mask->src[0];
}

/* Removes an insertion of bits at the place that they were taken from. */
static void fold_insert(const struct peephole *p, struct mir_inst *inst)
{
    const struct mir_operand *mask = &inst->src[0];
    if (mask->kind != MIR_LITERAL || mask->neg || mask->abs)
        return;
    look_through_mask(p, &inst->src[1], mask->value);
    look_through_mask(p, &inst->src[2], ~mask->value);
    if (!mir_same_operand(&inst->src[1], &inst->src[2]))
        return;
    inst->op = HW_ALU_OP_MOV;
    inst->src[0] = inst->src[1];
    inst->src_count = 1;
}

/* --- Rounding --- */

/* Rounding changes nothing about a number that is whole already. */
static void fold_rounding(const struct peephole *p, struct mir_inst *inst)
{
    const struct mir_inst *inner = defined_by(p, &inst->src[0]);
    if (is_op(inner, HW_ALU_OP_TRUNC) || is_op(inner, HW_ALU_OP_FLOOR) ||
        is_op(inner, HW_ALU_OP_CEIL) || is_op(inner, HW_ALU_OP_RNDNE))
        inst->op = HW_ALU_OP_MOV;
}

/* Replaces operands that are copies by their sources: a copy that one identity made may allow
 * another. */
static void look_through_copies(const struct peephole *p, struct mir_inst *inst)
{
    for (uint32_t i = 0; i < inst->src_count; i++) {
        struct mir_operand *operand = &inst->src[i];
        const struct mir_inst *copy = defined_by(p, operand);
        while (copy && mir_is_copy(copy) && !operand->neg && !operand->abs) {
            *operand = copy->src[0];
            copy = defined_by(p, operand);
        }
    }
}

static void visit(const struct peephole *p, struct mir_inst *inst)
{
    look_through_copies(p, inst);
    switch (inst->op) {
    case HW_ALU_OP_ADD_INT:
        if (!fold_chain(p, inst))
            fold_sum(p, inst);
        break;
    case HW_ALU_OP_SUB_INT:
        fold_sum(p, inst);
        break;
    case HW_ALU_OP_AND_INT:
        if (!fold_chain(p, inst))
            fold_carry(p, inst);
        break;
    case HW_ALU_OP_LSHL_INT:
        if (!fold_chain(p, inst))
            fold_shifts(p, inst);
        break;
    case HW_ALU_OP_BFI_INT:
        fold_insert(p, inst);
        break;
    case HW_ALU_OP_OR_INT:
    case HW_ALU_OP_XOR_INT:
    case HW_ALU_OP_LSHR_INT:
        fold_chain(p, inst);
        break;
    case HW_ALU_OP_INT_TO_FLT:
    case HW_ALU_OP_UINT_TO_FLT:
        fold_number_to_float(p, inst);
        break;
    case HW_ALU_OP_TRUNC:
    case HW_ALU_OP_FLOOR:
    case HW_ALU_OP_CEIL:
    case HW_ALU_OP_RNDNE:
        fold_rounding(p, inst);
        break;
    default:
        break;
    }
}

void mir_peephole(struct mir_function *f)
{
    const struct peephole p = {.arena = f->arena, .definition = mir_definitions(f)};
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            if (inst->kind == MIR_ALU && !inst->clamp && !inst->omod)
                visit(&p, inst);
}
