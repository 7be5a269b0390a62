/* SPDX-License-Identifier: MIT */
/* select_wide.c: integers of 33 to 64 bits, as pairs of words. */
#include "llvm/evergreen/select/select.h"

typedef const struct mir_operand *pair;

static void wide_add(struct select *s, pair a, pair b, struct mir_operand *dst)
{
    struct mir_operand carry = OP2(ADDC_UINT, a[0], b[0]);
    struct mir_operand high = OP2(ADD_INT, a[1], b[1]);
    dst[0] = OP2(ADD_INT, a[0], b[0]);
    dst[1] = OP2(ADD_INT, high, carry);
}

static void wide_sub(struct select *s, pair a, pair b, struct mir_operand *dst)
{
    struct mir_operand borrow = OP2(SUBB_UINT, a[0], b[0]);
    struct mir_operand high = OP2(SUB_INT, a[1], b[1]);
    dst[0] = OP2(SUB_INT, a[0], b[0]);
    dst[1] = OP2(SUB_INT, high, borrow);
}

static void wide_mul(struct select *s, pair a, pair b, struct mir_operand *dst)
{
    struct mir_operand high = OP2(MULHI_UINT, a[0], b[0]);
    struct mir_operand cross = OP2(ADD_INT, OP2(MULLO_INT, a[0], b[1]), OP2(MULLO_INT, a[1], b[0]));
    dst[0] = OP2(MULLO_INT, a[0], b[0]);
    dst[1] = OP2(ADD_INT, high, cross);
}

/* The product of two extended words, both with or both without a sign. */
static void word_product(struct select *s, pair a, pair b, bool is_signed, struct mir_operand *dst)
{
    dst[0] = OP2(MULLO_INT, a[0], b[0]);
    dst[1] = is_signed ? OP2(MULHI_INT, a[0], b[0]) : OP2(MULHI_UINT, a[0], b[0]);
}

static bool extends_word(struct select *s, LLVMValueRef value, bool is_signed)
{
    if (!(is_signed ? LLVMIsASExtInst(value) : LLVMIsAZExtInst(value)))
        return false;
    return select_type(s, LLVMTypeOf(LLVMGetOperand(value, 0))).bits <= 32;
}

static bool both_extend(struct select *s, LLVMValueRef product, bool is_signed)
{
    return extends_word(s, LLVMGetOperand(product, 0), is_signed) &&
           extends_word(s, LLVMGetOperand(product, 1), is_signed);
}

void select_wide_neg(struct select *s, pair a, struct mir_operand *dst)
{
    const struct mir_operand zero[2] = {LIT(0), LIT(0)};
    wide_sub(s, zero, a, dst);
}

/* All ones when the count, taken modulo 64, is at least 32. */
static struct mir_operand crosses_words(struct select *s, struct mir_operand count)
{
    return OP2(SETNE_INT, OP2(AND_INT, count, LIT(32)), LIT(0));
}

void select_wide_shl(struct select *s, pair a, struct mir_operand count, struct mir_operand *dst)
{
    struct mir_operand n = OP2(AND_INT, count, LIT(31));
    struct mir_operand cross = crosses_words(s, count);
    struct mir_operand low = OP2(LSHL_INT, a[0], n);
    /* To the right by 1 and then by 31 - n, since 32 - n has no form for n = 0. */
    struct mir_operand upper = OP2(LSHR_INT, a[1], LIT(1)),
                       lower = OP3(BIT_ALIGN_INT, a[1], a[0], LIT(1));
    struct mir_operand high = OP3(BIT_ALIGN_INT, upper, lower, build_not(s, count));
    dst[0] = build_select(s, cross, LIT(0), low);
    dst[1] = build_select(s, cross, low, high);
}

void select_wide_shr(struct select *s, pair a, struct mir_operand count, bool arithmetic,
                     struct mir_operand *dst)
{
    struct mir_operand n = OP2(AND_INT, count, LIT(31));
    struct mir_operand cross = crosses_words(s, count);
    struct mir_operand high = arithmetic ? OP2(ASHR_INT, a[1], n) : OP2(LSHR_INT, a[1], n);
    struct mir_operand fill = arithmetic ? OP2(ASHR_INT, a[1], LIT(31)) : LIT(0);
    struct mir_operand low = OP3(BIT_ALIGN_INT, a[1], a[0], count);
    dst[0] = build_select(s, cross, high, low);
    dst[1] = build_select(s, cross, fill, high);
}

/* Integers of 33 to 63 bits: makes the upper bits those of the value. */
void select_wide_extend(struct select *s, pair a, unsigned bits, bool is_signed,
                        struct mir_operand *dst)
{
    dst[0] = a[0];
    if (bits == 64)
        dst[1] = a[1];
    else if (is_signed)
        dst[1] = OP3(BFE_INT, a[1], LIT(0), LIT(bits - 32));
    else
        dst[1] = build_zext(s, a[1], bits - 32);
}

void select_wide_op(struct select *s, LLVMOpcode opcode, const struct elem *e)
{
    struct mir_operand a[2];
    switch (opcode) {
    case LLVMAdd:
        wide_add(s, e->src[0], e->src[1], e->dst);
        break;
    case LLVMSub:
        wide_sub(s, e->src[0], e->src[1], e->dst);
        break;
    case LLVMMul:
        if (both_extend(s, e->inst, true) || both_extend(s, e->inst, false))
            word_product(s, e->src[0], e->src[1], both_extend(s, e->inst, true), e->dst);
        else
            wide_mul(s, e->src[0], e->src[1], e->dst);
        break;
    case LLVMShl:
        select_wide_shl(s, e->src[0], e->src[1][0], e->dst);
        break;
    case LLVMLShr:
    case LLVMAShr:
        select_wide_extend(s, e->src[0], e->type.bits, opcode == LLVMAShr, a);
        select_wide_shr(s, a, e->src[1][0], opcode == LLVMAShr, e->dst);
        break;
    default:
        select_fail(s, "an operation on integers of %u bits is not supported", e->type.bits);
    }
}

struct mir_operand select_wide_compare(struct select *s, LLVMIntPredicate predicate, pair a, pair b)
{
    struct mir_operand difference, high, equal, low;
    LLVMIntPredicate strict = predicate, low_predicate = predicate;
    switch (predicate) {
    case LLVMIntEQ:
    case LLVMIntNE:
        difference = OP2(OR_INT, OP2(XOR_INT, a[0], b[0]), OP2(XOR_INT, a[1], b[1]));
        return select_icompare(s, predicate, difference, LIT(0));
    case LLVMIntUGE:
        strict = LLVMIntUGT;
        break;
    case LLVMIntULE:
        strict = LLVMIntULT;
        break;
    case LLVMIntSGT:
        low_predicate = LLVMIntUGT;
        break;
    case LLVMIntSGE:
        strict = LLVMIntSGT;
        low_predicate = LLVMIntUGE;
        break;
    case LLVMIntSLT:
        low_predicate = LLVMIntULT;
        break;
    case LLVMIntSLE:
        strict = LLVMIntSLT;
        low_predicate = LLVMIntULE;
        break;
    default:
        break;
    }
    high = select_icompare(s, strict, a[1], b[1]);
    equal = OP2(SETE_INT, a[1], b[1]);
    low = select_icompare(s, low_predicate, a[0], b[0]);
    return OP2(OR_INT, high, OP2(AND_INT, equal, low));
}
