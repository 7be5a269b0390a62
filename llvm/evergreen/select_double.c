/* SPDX-License-Identifier: MIT */
/* select_double.c: double precision, as far as it has instructions; the rest has become integer
 * arithmetic before (llvm/passes/double_operations.c). A value is two words, the low one first. */
#include <string.h>

#include "llvm/evergreen/select.h"

enum { SIGN_WORD = 1 };

typedef const struct mir_operand *pair;

/* An operation on pairs; `results` words of result. */
static void build_double(struct select *s, enum hw_alu_op op, const pair *sources, unsigned results,
                         struct mir_operand *dst)
{
    unsigned count = hw_alu_info[op].nsrc;
    struct mir_inst *inst = build_inst(s, MIR_DOUBLE, op, 2 * count, results);
    for (unsigned i = 0; i < 2 * count; i++)
        inst->src[i] = sources[i / 2][i % 2];
    for (unsigned i = 0; i < results; i++)
        dst[i] = mir_vreg_operand(inst->dst[i]);
}

static void elem_op2(struct select *s, const struct elem *e, enum hw_alu_op op)
{
    build_double(s, op, (const pair[]){e->src[0], e->src[1]}, 2, e->dst);
}

static void elem_add(struct select *s, const struct elem *e)
{
    elem_op2(s, e, HW_ALU_OP_ADD_64);
}

static void elem_sub(struct select *s, const struct elem *e)
{
    const struct mir_operand minus[2] = {e->src[1][0], build_fneg(s, e->src[1][SIGN_WORD])};
    build_double(s, HW_ALU_OP_ADD_64, (const pair[]){e->src[0], minus}, 2, e->dst);
}

static void elem_mul(struct select *s, const struct elem *e)
{
    elem_op2(s, e, HW_ALU_OP_MUL_64);
}

static void elem_fma(struct select *s, const struct elem *e)
{
    build_double(s, HW_ALU_OP_FMA_64, e->src, 2, e->dst);
}

static void elem_copy(struct select *s, const struct elem *e)
{
    (void)s;
    memcpy(e->dst, e->src[0], 2 * sizeof(*e->dst));
}

static void elem_neg(struct select *s, const struct elem *e)
{
    elem_copy(s, e);
    e->dst[SIGN_WORD] = build_fneg(s, e->src[0][SIGN_WORD]);
}

static void elem_abs(struct select *s, const struct elem *e)
{
    elem_copy(s, e);
    e->dst[SIGN_WORD] = build_fabs(s, e->src[0][SIGN_WORD]);
}

static void elem_copysign(struct select *s, const struct elem *e)
{
    elem_copy(s, e);
    e->dst[SIGN_WORD] = OP3(BFI_INT, LIT(0x7fffffff), e->src[0][SIGN_WORD], e->src[1][SIGN_WORD]);
}

/* The float stands where the high word would. */
static void elem_from_float(struct select *s, const struct elem *e)
{
    const struct mir_operand source[2] = {LIT(0), e->src[0][0]};
    build_double(s, HW_ALU_OP_FLT32_TO_FLT64, (const pair[]){source}, 2, e->dst);
}

static void elem_to_float(struct select *s, const struct elem *e)
{
    build_double(s, HW_ALU_OP_FLT64_TO_FLT32, e->src, 1, e->dst);
}

static struct mir_operand test(struct select *s, enum hw_alu_op op, pair a, pair b)
{
    struct mir_operand result;
    build_double(s, op, (const pair[]){a, b}, 1, &result);
    return result;
}

/* What holds for numbers only. */
static struct mir_operand ordered_compare(struct select *s, LLVMRealPredicate predicate, pair a,
                                          pair b)
{
    switch (predicate) {
    case LLVMRealOEQ:
        return test(s, HW_ALU_OP_SETE_64, a, b);
    case LLVMRealOGT:
        return test(s, HW_ALU_OP_SETGT_64, a, b);
    case LLVMRealOGE:
        return test(s, HW_ALU_OP_SETGE_64, a, b);
    case LLVMRealOLT:
        return test(s, HW_ALU_OP_SETGT_64, b, a);
    case LLVMRealOLE:
        return test(s, HW_ALU_OP_SETGE_64, b, a);
    case LLVMRealONE:
        return OP2(OR_INT, test(s, HW_ALU_OP_SETGT_64, a, b), test(s, HW_ALU_OP_SETGT_64, b, a));
    case LLVMRealORD:
        return OP2(OR_INT, test(s, HW_ALU_OP_SETGE_64, a, b), test(s, HW_ALU_OP_SETGT_64, b, a));
    default:
        return LIT(0);
    }
}

/* The bits of a predicate's number are: equal, greater, less, unordered. One that holds for NaN is
 * the opposite of one that does not. */
static void elem_compare(struct select *s, const struct elem *e)
{
    unsigned predicate = LLVMGetFCmpPredicate(e->inst);
    if (predicate <= LLVMRealORD)
        e->dst[0] = ordered_compare(s, predicate, e->src[0], e->src[1]);
    else
        e->dst[0] = build_not(
            s, ordered_compare(s, LLVMRealPredicateTrue - predicate, e->src[0], e->src[1]));
}

static bool is_double(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
}

static select_elem double_op(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd:
        return elem_add;
    case LLVMFSub:
        return elem_sub;
    case LLVMFMul:
        return elem_mul;
    case LLVMFNeg:
        return elem_neg;
    case LLVMFCmp:
        return elem_compare;
    case LLVMFPTrunc:
        return elem_to_float;
    default:
        return NULL;
    }
}

bool select_double(struct select *s, LLVMValueRef inst)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    select_elem function = NULL;
    if (opcode == LLVMFPExt && is_double(LLVMTypeOf(inst)))
        function = elem_from_float;
    else if (LLVMGetNumOperands(inst) && is_double(LLVMTypeOf(LLVMGetOperand(inst, 0))))
        function = double_op(inst);
    if (function)
        select_elementwise(s, function, (unsigned)LLVMGetNumOperands(inst));
    return function != NULL;
}

bool select_double_intrinsic(struct select *s, const char *name)
{
    static const struct {
        const char *prefix;
        unsigned operands;
        select_elem function;
    } table[] = {
        {"llvm.fma.", 3, elem_fma},           {"llvm.fmuladd.", 3, elem_fma},
        {"llvm.fabs.", 1, elem_abs},          {"llvm.copysign.", 2, elem_copysign},
        {"llvm.canonicalize.", 1, elem_copy},
    };
    if (!is_double(LLVMTypeOf(s->inst)))
        return false;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (!strncmp(name, table[i].prefix, strlen(table[i].prefix))) {
            select_elementwise(s, table[i].function, table[i].operands);
            return true;
        }
    return false;
}
