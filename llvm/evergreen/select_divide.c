/* SPDX-License-Identifier: MIT */
/* select_divide.c: integer and float division. */
#include <math.h>

#include "llvm/evergreen/select.h"

struct division {
    struct mir_operand quotient, remainder;
};

/* Exact for any RECIP_UINT that is within an ulp or so of 2^32 / d: the reciprocal is improved by
 * its own error, whose sign shows in the high half of r * d, and the quotient, off by at most one,
 * is put right. */
static struct division unsigned_division(struct select *s, struct mir_operand n,
                                         struct mir_operand d)
{
    struct mir_operand r = OP1(RECIP_UINT, d);
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
    struct division result = unsigned_division(s, n, d);
    e->dst[0] = want_remainder ? result.remainder : result.quotient;
    if (is_signed)
        e->dst[0] =
            apply_sign(s, e->dst[0], want_remainder ? sign_n : OP2(XOR_INT, sign_n, sign_d));
}

/* --- Float division --- */

/* a / b from r = 1 / b. With a fused multiply-add it is put right by its remainder, which makes it
 * exact unless values are near the ends of the range. The remainder of infinities and zeros is not
 * finite: there the product is right. */
static struct mir_operand quotient(struct select *s, struct mir_operand a, struct mir_operand b,
                                   struct mir_operand r)
{
    struct mir_operand q = OP2(MUL_IEEE, a, r);
    if (!s->f->chip->fma)
        return q;
    struct mir_operand rest = OP3(FMA, build_fneg(s, q), b, a);
    struct mir_operand better = OP3(BFI_INT, LIT(0x7fffffff), OP3(FMA, rest, r, q), q);
    struct mir_operand finite = OP2(SETGT_DX10, build_float(INFINITY), build_fabs(s, rest));
    return build_select(s, finite, better, q);
}

/* Within 2.5 ulp: the divisor is brought to a range where its reciprocal is neither denormal nor
 * infinite. */
static struct mir_operand fast_fdivide(struct select *s, struct mir_operand a, struct mir_operand b)
{
    struct mir_operand size = build_fabs(s, b);
    struct mir_operand large = OP2(SETGT_DX10, size, build_float(0x1p96f));
    struct mir_operand small = OP2(SETGT_DX10, build_float(0x1p-96f), size);
    struct mir_operand scale = build_select(s, small, build_float(0x1p32f), build_float(1.0f));
    scale = build_select(s, large, build_float(0x1p-32f), scale);
    struct mir_operand scaled = OP2(MUL_IEEE, b, scale);
    return OP2(MUL_IEEE, quotient(s, a, scaled, OP1(RECIP_IEEE, scaled)), scale);
}

struct split_float {
    struct mir_operand fraction; /* in [1, 2) */
    struct mir_operand exponent;
};

/* A finite value greater than zero. */
static struct split_float split(struct select *s, struct mir_operand size)
{
    struct split_float result;
    struct mir_operand tiny = OP2(SETGT_UINT, LIT(0x00800000), size);
    struct mir_operand normal =
        build_select(s, tiny, OP2(MUL_IEEE, size, build_float(0x1p32f)), size);
    struct mir_operand field = OP2(LSHR_INT, normal, LIT(23));
    result.fraction = OP3(BFI_INT, LIT(0x007fffff), normal, build_float(1.0f));
    result.exponent = OP2(SUB_INT, field, build_select(s, tiny, LIT(127 + 32), LIT(127)));
    return result;
}

static struct mir_operand power_of_two(struct select *s, struct mir_operand exponent)
{
    return OP2(LSHL_INT, OP2(ADD_INT, exponent, LIT(127)), LIT(23));
}

/* Correctly rounded a / b for fractions in [1, 2), by refining the reciprocal and then the
 * quotient. */
static struct mir_operand divide_fractions(struct select *s, struct mir_operand a,
                                           struct mir_operand b)
{
    struct mir_operand minus_b = build_fneg(s, b);
    struct mir_operand r = OP1(RECIP_IEEE, b);
    r = OP3(FMA, OP3(FMA, minus_b, r, build_float(1.0f)), r, r);
    struct mir_operand q = OP2(MUL_IEEE, a, r);
    q = OP3(FMA, OP3(FMA, minus_b, q, a), r, q);
    return OP3(FMA, OP3(FMA, minus_b, q, a), r, q);
}

/* A denormal quotient was rounded twice. Its exact distance from a / b tells whether it is off by
 * one. */
static struct mir_operand fix_denormal(struct select *s, struct mir_operand q,
                                       const struct split_float *a, const struct split_float *b,
                                       struct mir_operand up1, struct mir_operand up2,
                                       struct mir_operand exponent)
{
    struct mir_operand unscaled = OP2(MUL_IEEE, OP2(MUL_IEEE, q, up2), up1);
    struct mir_operand rest = OP3(FMA, build_fneg(s, unscaled), b->fraction, a->fraction);
    struct mir_operand half_ulp = power_of_two(s, OP2(SUB_INT, LIT(-150), exponent));
    struct mir_operand half = OP2(MUL_IEEE, b->fraction, half_ulp);
    struct mir_operand distance = build_fabs(s, rest);
    struct mir_operand off = OP2(SETGT_DX10, distance, half);
    struct mir_operand odd = OP2(SUB_INT, LIT(0), OP2(AND_INT, q, LIT(1)));
    struct mir_operand tie = OP2(AND_INT, OP2(SETE_DX10, distance, half), odd);
    struct mir_operand step = OP3(CNDGE_INT, rest, LIT(1), LIT(-1));
    step = OP2(AND_INT, step, OP2(OR_INT, off, tie));
    struct mir_operand denormal = OP2(SETGT_UINT, LIT(0x00800000), q);
    return OP2(ADD_INT, q, OP2(AND_INT, step, denormal));
}

static struct mir_operand exact_fdivide(struct select *s, struct mir_operand a,
                                        struct mir_operand b)
{
    struct mir_operand size_a = build_fabs(s, a), size_b = build_fabs(s, b);
    struct split_float fa = split(s, size_a), fb = split(s, size_b);
    struct mir_operand exponent = OP2(SUB_INT, fa.exponent, fb.exponent);
    exponent = OP2(MIN_INT, OP2(MAX_INT, exponent, LIT(-200)), LIT(200));
    struct mir_operand first = OP2(ASHR_INT, exponent, LIT(1));
    struct mir_operand second = OP2(SUB_INT, exponent, first);
    struct mir_operand q = divide_fractions(s, fa.fraction, fb.fraction);
    q = OP2(MUL_IEEE, OP2(MUL_IEEE, q, power_of_two(s, first)), power_of_two(s, second));
    q = fix_denormal(s, q, &fa, &fb, power_of_two(s, build_neg(s, first)),
                     power_of_two(s, build_neg(s, second)), exponent);
    q = build_select(s, OP2(SETE_INT, size_a, LIT(0)), LIT(0), q);
    q = OP3(BFI_INT, LIT(0x7fffffff), q, OP2(XOR_INT, a, b));
    /* Infinities, NaNs and division by zero: what the plain product gives is right. */
    struct mir_operand plain = OP2(MUL_IEEE, a, OP1(RECIP_IEEE, b));
    struct mir_operand usual =
        OP2(AND_INT, OP2(SETGT_UINT, LIT(0x7f800000), size_a),
            OP2(SETGT_UINT, LIT(0x7f800000 - 1), OP2(SUB_INT, size_b, LIT(1))));
    return build_select(s, usual, q, plain);
}

/* Whether !fpmath allows an error that fast_fdivide keeps: OpenCL's default, unless the program is
 * built with -cl-fp32-correctly-rounded-divide-sqrt. */
static bool may_be_fast(LLVMValueRef inst)
{
    LLVMContextRef context = LLVMGetModuleContext(
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst))));
    LLVMValueRef accuracy = LLVMGetMetadata(inst, LLVMGetMDKindIDInContext(context, "fpmath", 6));
    LLVMValueRef value = NULL;
    LLVMBool lost;
    if (!accuracy || LLVMGetMDNodeNumOperands(accuracy) != 1)
        return false;
    LLVMGetMDNodeOperands(accuracy, &value);
    return value && LLVMIsAConstantFP(value) && LLVMConstRealGetDouble(value, &lost) >= 2.5;
}

void select_fdivide(struct select *s, const struct elem *e)
{
    struct mir_operand a = e->src[0][0], b = e->src[1][0];
    bool exact = s->f->chip->fma && !may_be_fast(e->inst);
    e->dst[0] = exact ? exact_fdivide(s, a, b) : fast_fdivide(s, a, b);
}
