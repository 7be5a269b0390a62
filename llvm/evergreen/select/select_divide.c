/* SPDX-License-Identifier: MIT */
/* select_divide.c: integer division. */
#include "llvm/evergreen/select/select.h"

struct division {
    struct mir_operand quotient, remainder;
};

/* 2^32 / d, nearly. Cayman, which has no RECIP_UINT, takes it from floats (LLVM
 * CaymanInstructions.td). */
static struct mir_operand reciprocal(struct select *s, struct mir_operand d)
{
    if (hw_alu_slots(HW_ALU_OP_RECIP_UINT, s->f->chip->vliw) != HW_SLOTS_NONE)
        return OP1(RECIP_UINT, d);
    struct mir_operand r = OP1(RECIP_IEEE, OP1(UINT_TO_FLT, d));
    return OP1(FLT_TO_UINT, OP2(MUL_IEEE, r, build_float(0x1p32f)));
}

/* Exact for any RECIP_UINT that is within an ulp or so of 2^32 / d: the reciprocal is improved by
 * its own error, whose sign shows in the high half of r * d, and the quotient, off by at most one,
 * is put right. */
static struct division unsigned_division(struct select *s, struct mir_operand n,
                                         struct mir_operand d)
{
    struct mir_operand r = reciprocal(s, d);
    struct mir_operand low = OP2(MULLO_UINT, r, d), high = OP2(MULHI_UINT, r, d);
    struct mir_operand error = OP3(CNDE_INT, high, build_neg(s, low), low);
    struct mir_operand fix = OP2(MULHI_UINT, error, r);
    r = OP3(CNDE_INT, high, OP2(ADD_INT, r, fix), OP2(SUB_INT, r, fix));
    struct mir_operand q = OP2(MULHI_UINT, r, n);
    struct mir_operand product = OP2(MULLO_UINT, q, d);
    struct mir_operand rest = OP2(SUB_INT, n, product);
    struct mir_operand not_above = OP2(SETGE_UINT, n, product);
    struct mir_operand below = OP2(AND_INT, OP2(SETGE_UINT, rest, d), not_above);
    struct mir_operand above = build_not(s, not_above);
    struct division result;
    /* The masks are -1: subtracting `below` adds one, adding `above` takes one off. */
    result.quotient = OP2(ADD_INT, OP2(SUB_INT, q, below), above);
    result.remainder =
        OP2(ADD_INT, OP2(SUB_INT, rest, OP2(AND_INT, below, d)), OP2(AND_INT, above, d));
    return result;
}

/* Divides numbers of up to 17 bits by floats: (n + 1/2) / d is no closer to a whole number than 1 /
 * 2d, and off by less than that, the reciprocal being within an ulp or so. */
static struct division small_division(struct select *s, struct mir_operand n, struct mir_operand d)
{
    struct mir_operand r = OP1(RECIP_IEEE, OP1(UINT_TO_FLT, d));
    struct mir_operand q = OP2(MUL_IEEE, OP2(ADD, OP1(UINT_TO_FLT, n), build_float(0.5f)), r);
    struct division result;
    result.quotient = OP1(FLT_TO_UINT, OP1(TRUNC, q));
    result.remainder = OP2(SUB_INT, n, OP2(MUL_UINT24, result.quotient, d));
    return result;
}

/* Whether an operand of a division has up to 16 bits, and a sign if the division is signed. */
static bool is_small(struct select *s, LLVMValueRef value, bool is_signed)
{
    if (select_type(s, LLVMTypeOf(value)).bits <= 16)
        return true;
    return (LLVMIsAZExtInst(value) || (is_signed && LLVMIsASExtInst(value))) &&
           select_type(s, LLVMTypeOf(LLVMGetOperand(value, 0))).bits <= 16;
}

/* (x ^ sign) - sign: negates where the sign mask is set. */
static struct mir_operand apply_sign(struct select *s, struct mir_operand x,
                                     struct mir_operand sign)
{
    return OP2(SUB_INT, OP2(XOR_INT, x, sign), sign);
}

static struct mir_operand extend_divisor(struct select *s, struct mir_operand d, unsigned bits,
                                         bool is_signed)
{
    if (d.kind == MIR_LITERAL)
        return LIT(is_signed ? (uint32_t)((int32_t)(d.value << (32 - bits)) >> (32 - bits))
                             : d.value << (32 - bits) >> (32 - bits));
    return is_signed ? build_sext(s, d, bits) : build_zext(s, d, bits);
}

void select_divide(struct select *s, LLVMOpcode opcode, const struct elem *e)
{
    unsigned bits = e->type.bits;
    bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
    bool want_remainder = opcode == LLVMURem || opcode == LLVMSRem;
    struct mir_operand n = e->src[0][0], d = e->src[1][0], sign_n, sign_d;
    if (bits > 32) {
        select_fail(s, "division of integers of %u bits is not supported", bits);
        return;
    }
    n = is_signed ? build_sext(s, n, bits) : build_zext(s, n, bits);
    d = extend_divisor(s, d, bits, is_signed);
    struct division constant;
    if (d.kind == MIR_LITERAL &&
        select_divide_constant(s, is_signed, n, d.value, &constant.quotient, &constant.remainder)) {
        e->dst[0] = want_remainder ? constant.remainder : constant.quotient;
        return;
    }
    if (is_signed) {
        sign_n = OP2(ASHR_INT, n, LIT(31));
        sign_d = OP2(ASHR_INT, d, LIT(31));
        n = apply_sign(s, n, sign_n);
        d = apply_sign(s, d, sign_d);
    }
    bool small = is_small(s, LLVMGetOperand(e->inst, 0), is_signed) &&
                 is_small(s, LLVMGetOperand(e->inst, 1), is_signed);
    struct division result = small ? small_division(s, n, d) : unsigned_division(s, n, d);
    e->dst[0] = want_remainder ? result.remainder : result.quotient;
    if (is_signed)
        e->dst[0] =
            apply_sign(s, e->dst[0], want_remainder ? sign_n : OP2(XOR_INT, sign_n, sign_d));
}
