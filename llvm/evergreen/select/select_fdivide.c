/* SPDX-License-Identifier: MIT */
/* select_fdivide.c: float division, in three accuracies: the product with the reciprocal where the
 * program allows that, 2.5 ulp as OpenCL C has it, and correctly rounded. */
#include <math.h>
#include <string.h>

#include "llvm/evergreen/select/select.h"

/* --- Ranges of divisors --- */

enum { MAX_DEPTH = 6 };
#define SMALL 0x1p-96f
#define LARGE 0x1p96f

static LLVMValueRef intrinsic_operand(LLVMValueRef value, const char *name)
{
    size_t length;
    if (!LLVMIsACallInst(value) || !LLVMIsAFunction(LLVMGetCalledValue(value)) ||
        strncmp(LLVMGetValueName2(LLVMGetCalledValue(value), &length), name, strlen(name)) != 0)
        return NULL;
    return LLVMGetOperand(value, 0);
}

static bool is_constant(LLVMValueRef value, double *number)
{
    LLVMBool lost;
    if (!LLVMIsAConstantFP(value))
        return false;
    *number = LLVMConstRealGetDouble(value, &lost);
    return true;
}

static bool is_whole(LLVMValueRef value)
{
    return LLVMIsASIToFPInst(value) || LLVMIsAUIToFPInst(value);
}

static bool is_negation(LLVMValueRef value)
{
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMFNeg;
}

/* Whether a value that is no NaN has no minus sign. */
static bool is_positive(LLVMValueRef value)
{
    return intrinsic_operand(value, "llvm.fabs.") || LLVMIsAUIToFPInst(value);
}

/* |x| + c or |x| * d + c of positive constants, c not small. */
static bool is_positive_sum(LLVMValueRef value)
{
    double term, factor;
    if (intrinsic_operand(value, "llvm.fmuladd."))
        return is_positive(LLVMGetOperand(value, 0)) &&
               is_constant(LLVMGetOperand(value, 1), &factor) && factor > 0 &&
               is_constant(LLVMGetOperand(value, 2), &term) && term >= SMALL;
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMFAdd &&
           is_positive(LLVMGetOperand(value, 0)) && is_constant(LLVMGetOperand(value, 1), &term) &&
           term >= SMALL;
}

/* Whether a value's reciprocal, and all of its bits, are in range: it is 0 or at least SMALL
 * or, where `large` is asked about, at most LARGE or infinite. */
static bool is_in_range(LLVMValueRef value, bool large, unsigned depth)
{
    double number;
    LLVMValueRef inner;
    if (is_constant(value, &number))
        return large ? !(fabs(number) > LARGE) : number == 0 || !(fabs(number) < SMALL);
    if (is_whole(value) || intrinsic_operand(value, "llvm.sqrt."))
        return true;
    if (depth == MAX_DEPTH)
        return false;
    if ((inner = intrinsic_operand(value, "llvm.fabs.")) || is_negation(value))
        return is_in_range(inner ? inner : LLVMGetOperand(value, 0), large, depth + 1);
    if (LLVMIsASelectInst(value))
        return is_in_range(LLVMGetOperand(value, 1), large, depth + 1) &&
               is_in_range(LLVMGetOperand(value, 2), large, depth + 1);
    return !large && is_positive_sum(value);
}

static float literal_float(const struct mir_operand *literal)
{
    float value;
    memcpy(&value, &literal->value, sizeof(value));
    return value;
}

/* --- The product with the reciprocal, which is within 2.5 ulp --- */

static struct mir_operand product(struct select *s, struct mir_operand a, struct mir_operand b)
{
    struct mir_operand r = OP1(RECIP_IEEE, b);
    return a.kind == MIR_LITERAL && a.value == build_float(1.0f).value ? r : OP2(MUL_IEEE, a, r);
}

/* A range of divisors that are scaled, together with the dividend, to bring the reciprocal into
 * range: what that makes overflow or lose bits gives an infinite quotient, or zero, anyway. */
struct scaling {
    struct mir_operand applies; /* MIR_NONE: never */
    float factor;
};

/* A value times the factors that apply, of a constant; otherwise their product. */
static struct mir_operand scale(struct select *s, const struct scaling scalings[2],
                                const struct mir_operand *value)
{
    float number = value->kind == MIR_LITERAL ? literal_float(value) : 1.0f;
    struct mir_operand result = build_float(number);
    for (unsigned i = 0; i < 2; i++)
        if (scalings[i].applies.kind != MIR_NONE)
            result = build_select(s, scalings[i].applies, build_float(number * scalings[i].factor),
                                  result);
    return result;
}

/* Where the dividend is a constant of 1 or more, a quotient is infinite wherever the reciprocal is;
 * where it is 1 or less, the quotient is denormal wherever the reciprocal is, and within 1 ulp. */
static bool may_be_small(LLVMValueRef divisor, const struct mir_operand *dividend)
{
    return !is_in_range(divisor, false, 0) &&
           !(dividend->kind == MIR_LITERAL && fabsf(literal_float(dividend)) >= 1);
}

static bool may_be_large(LLVMValueRef divisor, const struct mir_operand *dividend)
{
    return !is_in_range(divisor, true, 0) &&
           !(dividend->kind == MIR_LITERAL && fabsf(literal_float(dividend)) <= 1);
}

static struct mir_operand fast_fdivide(struct select *s, LLVMValueRef divisor, struct mir_operand a,
                                       struct mir_operand b)
{
    struct scaling scalings[2] = {{.factor = 0x1p-64f}, {.factor = 0x1p64f}};
    struct mir_operand size = build_fabs(s, b);
    if (may_be_large(divisor, &a))
        scalings[0].applies = OP2(SETGT_DX10, size, build_float(LARGE));
    if (may_be_small(divisor, &a))
        scalings[1].applies = OP2(SETGT_DX10, build_float(SMALL), size);
    if (scalings[0].applies.kind == MIR_NONE && scalings[1].applies.kind == MIR_NONE)
        return product(s, a, b);
    const struct mir_operand one = build_float(1.0f);
    struct mir_operand factor = scale(s, scalings, &one);
    struct mir_operand in_range = OP2(MUL_IEEE, b, factor);
    if (a.kind == MIR_LITERAL)
        return product(s, scale(s, scalings, &a), in_range);
    bool same = a.kind == b.kind && a.value == b.value;
    return product(s, same ? in_range : OP2(MUL_IEEE, a, factor), in_range);
}

/* --- Correctly rounded --- */

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

/* A denormal quotient was rounded twice, as was the least normal one, which may be the second
 * rounding's. Its exact distance from a / b tells whether it is off by one. */
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
    struct mir_operand twice = OP2(SETGE_UINT, LIT(0x00800000), q);
    return OP2(ADD_INT, q, OP2(AND_INT, step, twice));
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

/* Whether !fpmath allows an error of 2.5 ulp: OpenCL's default, unless the program is built with
 * -cl-fp32-correctly-rounded-divide-sqrt. */
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

static bool may_be_product(LLVMValueRef inst)
{
    return LLVMGetFastMathFlags(inst) & LLVMFastMathAllowReciprocal;
}

void select_fdivide(struct select *s, const struct elem *e)
{
    struct mir_operand a = e->src[0][0], b = e->src[1][0];
    if (may_be_product(e->inst))
        e->dst[0] = product(s, a, b);
    else if (may_be_fast(e->inst) || !s->f->chip->fma)
        e->dst[0] = fast_fdivide(s, LLVMGetOperand(e->inst, 1), a, b);
    else
        e->dst[0] = exact_fdivide(s, a, b);
}
