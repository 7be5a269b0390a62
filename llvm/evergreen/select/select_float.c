/* SPDX-License-Identifier: MIT */
/* select_float.c: float arithmetic and comparisons. Code uses the *_IEEE operations: the others
 * take 0 * inf for 0. */
#include "llvm/evergreen/select/select.h"

static bool is_float(struct select *s, const struct evg_type *type)
{
    if (type->kind != LLVMFloatTypeKind)
        select_fail(s, "arithmetic on this float type is not supported");
    return type->kind == LLVMFloatTypeKind;
}

static void elem_fadd(struct select *s, const struct elem *e)
{
    if (is_float(s, &e->type))
        e->dst[0] = build_fast(s, e->inst, HW_ALU_OP_ADD, e->src[0][0], e->src[1][0], LIT(0));
}

static void elem_fsub(struct select *s, const struct elem *e)
{
    if (is_float(s, &e->type))
        e->dst[0] = build_fast(s, e->inst, HW_ALU_OP_ADD, e->src[0][0], build_fneg(s, e->src[1][0]),
                               LIT(0));
}

static void elem_fmul(struct select *s, const struct elem *e)
{
    if (is_float(s, &e->type))
        e->dst[0] = build_fast(s, e->inst, HW_ALU_OP_MUL_IEEE, e->src[0][0], e->src[1][0], LIT(0));
}

static void elem_fdiv(struct select *s, const struct elem *e)
{
    if (is_float(s, &e->type))
        select_fdivide(s, e);
}

static void elem_fneg(struct select *s, const struct elem *e)
{
    e->dst[0] = OP2(XOR_INT, e->src[0][0], LIT(e->type.bits == 16 ? 0x8000 : 0x80000000));
}

select_elem select_float_op(LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMFAdd:
        return elem_fadd;
    case LLVMFSub:
        return elem_fsub;
    case LLVMFMul:
        return elem_fmul;
    case LLVMFDiv:
        return elem_fdiv;
    case LLVMFNeg:
        return elem_fneg;
    default:
        return NULL;
    }
}

static bool is_number(const struct mir_operand *operand)
{
    return operand->kind == MIR_LITERAL && (operand->value & 0x7fffffff) <= 0x7f800000;
}

static struct mir_operand ordered(struct select *s, struct mir_operand a, struct mir_operand b)
{
    if (is_number(&b) || (a.kind == b.kind && a.value == b.value))
        return OP2(SETE_DX10, a, a);
    return OP2(AND_INT, OP2(SETE_DX10, a, a), OP2(SETE_DX10, b, b));
}

static struct mir_operand less_or_greater(struct select *s, struct mir_operand a,
                                          struct mir_operand b)
{
    if (mir_is_literal(&b, 0)) { /* instcombine has it on the right */
        a.abs = true;
        a.neg = false;
        return OP2(SETGT_DX10, a, b);
    }
    return OP2(OR_INT, OP2(SETGT_DX10, a, b), OP2(SETGT_DX10, b, a));
}

/* SETE, SETGT and SETGE are false, SETNE is true, when an operand is NaN. */
struct mir_operand select_fcompare(struct select *s, LLVMRealPredicate predicate,
                                   struct mir_operand a, struct mir_operand b)
{
    switch (predicate) {
    case LLVMRealPredicateFalse:
        return LIT(0);
    case LLVMRealPredicateTrue:
        return LIT(-1);
    case LLVMRealOEQ:
        return OP2(SETE_DX10, a, b);
    case LLVMRealOGT:
        return OP2(SETGT_DX10, a, b);
    case LLVMRealOGE:
        return OP2(SETGE_DX10, a, b);
    case LLVMRealOLT:
        return OP2(SETGT_DX10, b, a);
    case LLVMRealOLE:
        return OP2(SETGE_DX10, b, a);
    case LLVMRealONE:
        return less_or_greater(s, a, b);
    case LLVMRealORD:
        return ordered(s, a, b);
    case LLVMRealUNO:
        if (is_number(&b) || (a.kind == b.kind && a.value == b.value))
            return OP2(SETNE_DX10, a, a);
        return build_not(s, ordered(s, a, b));
    case LLVMRealUEQ:
        return build_not(s, less_or_greater(s, a, b));
    case LLVMRealUGT:
        return build_not(s, OP2(SETGE_DX10, b, a));
    case LLVMRealUGE:
        return build_not(s, OP2(SETGT_DX10, b, a));
    case LLVMRealULT:
        return build_not(s, OP2(SETGE_DX10, a, b));
    case LLVMRealULE:
        return build_not(s, OP2(SETGT_DX10, a, b));
    case LLVMRealUNE:
        return OP2(SETNE_DX10, a, b);
    }
    return LIT(0);
}

void select_fcmp(struct select *s, const struct elem *e)
{
    if (is_float(s, &e->type))
        e->dst[0] = select_fcompare(s, LLVMGetFCmpPredicate(e->inst), e->src[0][0], e->src[1][0]);
}
