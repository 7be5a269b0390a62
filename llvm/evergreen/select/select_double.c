/* SPDX-License-Identifier: MIT */
/* select_double.c: double precision, as far as it has instructions; the rest has become integer
 * arithmetic before (llvm/passes/double_operations.c). A value is two words, the low one first. */
#include <string.h>

#include "driver/base/count.h"
#include "llvm/evergreen/select/select.h"

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

/* --- Integers --- */

enum { TWO_52 = 0x43300000, TWO_84 = 0x45300000 }; /* high words: the low one counts 1, or 2^32 */

/* Bits put behind a power of two make a double; less the power, and less the sign's place. */
static void from_word(struct select *s, struct mir_operand word, uint32_t power, double less,
                      struct mir_operand *dst)
{
    uint64_t bits;
    double minus = -less;
    memcpy(&bits, &minus, sizeof(bits));
    const struct mir_operand number[2] = {word, LIT(power)};
    const struct mir_operand constant[2] = {LIT(bits), LIT(bits >> 32)};
    build_double(s, HW_ALU_OP_ADD_64, (const pair[]){number, constant}, 2, dst);
}

static struct mir_operand without_sign(struct select *s, struct mir_operand word, bool is_signed)
{
    return is_signed ? OP2(XOR_INT, word, LIT(0x80000000)) : word;
}

static void from_integer(struct select *s, const struct elem *e, bool is_signed)
{
    if (e->type.bits <= 32) {
        struct mir_operand word = is_signed ? build_sext(s, e->src[0][0], e->type.bits)
                                            : build_zext(s, e->src[0][0], e->type.bits);
        from_word(s, without_sign(s, word, is_signed), TWO_52, is_signed ? 0x1p52 + 0x1p31 : 0x1p52,
                  e->dst);
        return;
    }
    struct mir_operand wide[2], high[2];
    select_wide_extend(s, e->src[0], e->type.bits, is_signed, wide);
    const struct mir_operand low[2] = {wide[0], LIT(TWO_52)};
    from_word(s, without_sign(s, wide[1], is_signed), TWO_84,
              is_signed ? 0x1p84 + 0x1p63 + 0x1p52 : 0x1p84 + 0x1p52, high);
    build_double(s, HW_ALU_OP_ADD_64, (const pair[]){high, low}, 2, e->dst);
}

static void elem_from_signed(struct select *s, const struct elem *e)
{
    from_integer(s, e, true);
}

static void elem_from_unsigned(struct select *s, const struct elem *e)
{
    from_integer(s, e, false);
}

static struct mir_operand test(struct select *s, enum hw_alu_op op, pair a, pair b)
{
    struct mir_operand result;
    build_double(s, op, (const pair[]){a, b}, 1, &result);
    return result;
}

/* Selects comparisons that hold for numbers only. */
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
    bool makes_double = is_double(LLVMTypeOf(inst));
    if (opcode == LLVMFPExt && makes_double)
        function = elem_from_float;
    else if (opcode == LLVMSIToFP && makes_double)
        function = elem_from_signed;
    else if (opcode == LLVMUIToFP && makes_double)
        function = elem_from_unsigned;
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
    for (size_t i = 0; i < COUNT(table); i++)
        if (!strncmp(name, table[i].prefix, strlen(table[i].prefix))) {
            select_elementwise(s, table[i].function, table[i].operands);
            return true;
        }
    return false;
}
