/* SPDX-License-Identifier: MIT */
/* limits.c: see limits.h. */
#include "llvm/recompile/limits.h"

static bool is_above(const struct sim_alu_op *op)
{
    return op->op == HW_ALU_OP_PRED_SETGT_UINT || op->op == HW_ALU_OP_PRED_SETGT_INT;
}

static bool is_at_least(const struct sim_alu_op *op)
{
    return op->op == HW_ALU_OP_PRED_SETGE_UINT || op->op == HW_ALU_OP_PRED_SETGE_INT;
}

/* `own == 0` is as good as `1 > own`. */
static bool is_equal(const struct sim_alu_op *op)
{
    return op->op == HW_ALU_OP_PRED_SETE_INT;
}

unsigned limits_own(const struct sim_alu_op *test)
{
    return is_equal(test) ? 0 : 1;
}

bool limits_test(const struct sim_program *program, const struct sim_alu_op *op)
{
    const bool zero = is_equal(op) && op->src[1].space == SIM_SPACE_LITERAL &&
                      !program->literals[op->src[1].offset];
    return (is_above(op) || is_at_least(op) || zero) && op->action == SIM_ACTION_PREDICATE &&
           op->update & SIM_UPDATE_EXEC && !op->predicate && !(op->flags & SIM_OP_SOURCES) &&
           op->src[limits_own(op)].space == SIM_SPACE_WAVE;
}

bool limits_alike(const struct affine_forms *forms, const struct sim_alu_op *op)
{
    const bool above = is_above(op), compares = above || is_at_least(op);
    for (unsigned i = 0; compares && op->action == SIM_ACTION_PREDICATE && i < 2; i++) {
        const uint32_t reach = affine_reach(affine_source(forms, &op->src[i]));
        uint32_t limit;
        /* Numbers above one are those that are at least the next one. */
        if (reach && affine_literal(forms, &op->src[1 - i], &limit) &&
            !((limit + (above == !i)) & (reach - 1)))
            return true;
    }
    return false;
}
