/* SPDX-License-Identifier: MIT */
/* select_arithmetic.c: arithmetic on floats, and on integers as floats: exact while every result is
 * below 2^24. */
#include <math.h>
#include <string.h>

#include "llvm/ir/ir.h"
#include "llvm/r500/select/select.h"

/* ---- operations, without those that do nothing ---- */

struct fir_src r500_mad(struct r500_select *s, struct fir_src a, struct fir_src b, struct fir_src c)
{
    float x, y, z;
    if (fir_is_literal(&a, &x) && fir_is_literal(&b, &y)) {
        if (fir_is_literal(&c, &z))
            return fir_literal(x * y + z);
        a = fir_literal(x * y);
        b = fir_literal(1.0f);
    }
    if (fir_is_number(&a, 0.0f) || fir_is_number(&b, 0.0f)) {
        a = c;
        b = fir_literal(1.0f);
        c = fir_literal(0.0f);
    }
    if (fir_is_number(&b, 1.0f) && a.a.kind == FIR_CONST && c.a.kind == FIR_VAR) {
        const struct fir_src constant = a;
        a = c;
        c = constant;
    }
    if (fir_is_number(&a, -1.0f)) {
        a = fir_literal(1.0f);
        b = fir_negated(b);
    }
    if (fir_is_number(&b, -1.0f)) {
        b = fir_literal(1.0f);
        a = fir_negated(a);
    }
    if (fir_is_number(&a, 1.0f)) {
        a = b;
        b = fir_literal(1.0f);
    }
    if (fir_is_number(&b, 1.0f) && fir_is_number(&c, 0.0f))
        return a;
    if (fir_is_number(&b, 1.0f) && fir_is_number(&a, 0.0f))
        return c;
    return r500_emit(s, FIR_MAD, a, b, c);
}

struct fir_src r500_add(struct r500_select *s, struct fir_src a, struct fir_src b)
{
    /* Half a texel behind the pixel's place is an input of its own. */
    const struct fir_input *id = &s->p->inputs[ABI_IMAGE_GLOBAL_ID];
    for (unsigned e = 0; e < 2; e++)
        if (fir_is_number(&b, 0.5f) && id->var[e] != FIR_NO_VAR && a.a.kind == FIR_VAR &&
            a.a.var == id->var[e] && !a.negative && !a.absolute)
            return r500_input(s, ABI_IMAGE_TEXEL, e);
    return r500_mad(s, a, fir_literal(1.0f), b);
}

struct fir_src r500_mul(struct r500_select *s, struct fir_src a, struct fir_src b)
{
    return r500_mad(s, a, b, fir_literal(0.0f));
}

struct fir_src r500_unary(struct r500_select *s, enum fir_code code, struct fir_src a)
{
    return r500_emit(s, code, a, (struct fir_src){0}, (struct fir_src){0});
}

struct fir_src r500_absolute(struct r500_select *s, struct fir_src a)
{
    float value;
    (void)s;
    if (fir_is_literal(&a, &value))
        return fir_literal(fabsf(value));
    a.absolute = true;
    a.negative = false;
    return a;
}

struct fir_src r500_constant(enum abi_image_source source, uint32_t value)
{
    return (struct fir_src){.a = {.kind = FIR_CONST, .constant = {source, value}}};
}

struct fir_src r500_reciprocal(struct r500_select *s, struct fir_src a)
{
    float value;
    if (fir_is_literal(&a, &value))
        return fir_literal(1.0f / value);
    if (a.a.kind == FIR_CONST && a.presub == FIR_PRESUB_NONE &&
        a.a.constant.source <= ABI_IMAGE_UINT) {
        a.a.constant.source += ABI_IMAGE_FLOAT_RECIPROCAL - ABI_IMAGE_FLOAT;
        return a;
    }
    return r500_unary(s, FIR_RCP, a);
}

struct fir_src r500_floor(struct r500_select *s, struct fir_src a)
{
    float value;
    if (fir_is_literal(&a, &value))
        return fir_literal(floorf(value));
    return r500_add(s, a, fir_negated(r500_unary(s, FIR_FRC, a)));
}

/* |x| without its fraction, with x's sign. */
struct fir_src r500_truncate(struct r500_select *s, struct fir_src a)
{
    float value;
    if (fir_is_literal(&a, &value))
        return fir_literal(truncf(value));
    struct fir_src whole = r500_floor(s, r500_absolute(s, a));
    return r500_emit(s, FIR_CMP, whole, fir_negated(whole), a);
}

/* ---- integers ---- */

/* Exact for |a| and |b| up to 2^22: half of b behind a keeps the quotient off whole numbers. */
static struct fir_src divide(struct r500_select *s, struct fir_src a, struct fir_src b)
{
    struct fir_src size = r500_add(s, r500_absolute(s, a), fir_literal(0.5f));
    struct fir_src whole =
        r500_floor(s, r500_mul(s, size, r500_reciprocal(s, r500_absolute(s, b))));
    struct fir_src signed_once = r500_emit(s, FIR_CMP, whole, fir_negated(whole), a);
    float value;
    if (fir_is_literal(&b, &value))
        return value < 0.0f ? fir_negated(signed_once) : signed_once;
    return r500_emit(s, FIR_CMP, signed_once, fir_negated(signed_once), b);
}

static bool constant_power(struct r500_select *s, unsigned operand, unsigned index, float *power)
{
    float bits;
    struct fir_src src = r500_operand(s, operand, index);
    if (!fir_is_literal(&src, &bits) || bits < 0.0f || bits > 23.0f) {
        r500_fail(s, "a shift by what is not a constant up to 23");
        return false;
    }
    *power = ldexpf(1.0f, (int)bits);
    return true;
}

/* x & (2^n - 1): what a division by 2^n leaves. Of n from 24 on all of a number that is not below
 * 0; what is below 0 does not wrap (docs/r500-compiler.md). */
static struct fir_src low_bits(struct r500_select *s, struct fir_src x, unsigned n)
{
    enum { EXACT_BITS = 24 };
    if (n >= EXACT_BITS)
        return x;
    const float power = ldexpf(1.0f, (int)n);
    struct fir_src part = r500_unary(s, FIR_FRC, r500_mul(s, x, fir_literal(1.0f / power)));
    return r500_mul(s, part, fir_literal(power));
}

/* Masks are bits without gaps: those up to the highest, without those below the lowest. */
static struct fir_src mask(struct r500_select *s, struct fir_src x, unsigned index)
{
    LLVMValueRef value = LLVMGetOperand(s->inst, 1);
    if (LLVMIsAConstantDataVector(value) || LLVMIsAConstantVector(value))
        value = LLVMGetAggregateElement(value, index);
    const uint32_t bits = LLVMIsAConstantInt(value) ? (uint32_t)LLVMConstIntGetZExtValue(value) : 0;
    const unsigned lowest = bits ? (unsigned)__builtin_ctz(bits) : 0;
    const unsigned width = (unsigned)__builtin_ctzll(~((uint64_t)bits >> lowest));
    if (!bits || (uint64_t)bits >> lowest != (1ull << width) - 1) {
        r500_fail(s, "R500 has no bit operations: & takes constants whose bits lie together");
        return x;
    }
    struct fir_src low = low_bits(s, x, lowest + width);
    return lowest ? r500_add(s, low, fir_negated(low_bits(s, x, lowest))) : low;
}

static struct fir_src select_bits(struct r500_select *s, LLVMOpcode opcode, unsigned i)
{
    struct fir_src a = r500_operand(s, 0, i), b = r500_operand(s, 1, i);
    float power = 1.0f;
    switch (opcode) {
    case LLVMShl:
        return constant_power(s, 1, i, &power) ? r500_mul(s, a, fir_literal(power)) : a;
    case LLVMLShr:
    case LLVMAShr:
        return constant_power(s, 1, i, &power)
                   ? r500_floor(s, r500_mul(s, a, fir_literal(1.0f / power)))
                   : a;
    case LLVMAnd:
        return mask(s, a, i);
    case LLVMOr:
        if (LLVMGetIsDisjoint(s->inst))
            return r500_add(s, a, b);
        break;
    default:
        if (fir_is_number(&b, -1.0f))
            return r500_add(s, fir_literal(-1.0f), fir_negated(a));
    }
    r500_fail(s, "R500 has no bit operations");
    return a;
}

/* ---- by opcode ---- */

static bool select_binary(struct r500_select *s, LLVMOpcode opcode, unsigned i,
                          struct fir_src *result)
{
    struct fir_src a = r500_operand(s, 0, i), b = r500_operand(s, 1, i);
    struct fir_src quotient;
    switch (opcode) {
    case LLVMFAdd:
    case LLVMAdd:
        *result = r500_add(s, a, b);
        return true;
    case LLVMFSub:
    case LLVMSub:
        *result = r500_add(s, a, fir_negated(b));
        return true;
    case LLVMFMul:
    case LLVMMul:
        *result = r500_mul(s, a, b);
        return true;
    case LLVMFDiv:
        *result = r500_mul(s, a, r500_reciprocal(s, b));
        return true;
    case LLVMFRem:
        quotient = r500_truncate(s, r500_mul(s, a, r500_reciprocal(s, b)));
        *result = r500_mad(s, quotient, fir_negated(b), a);
        return true;
    case LLVMSDiv:
    case LLVMUDiv:
        *result = divide(s, a, b);
        return true;
    case LLVMSRem:
    case LLVMURem:
        *result = r500_mad(s, divide(s, a, b), fir_negated(b), a);
        return true;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        *result = select_bits(s, opcode, i);
        return true;
    default:
        return false;
    }
}

/* An argument that is unsigned is one where it becomes a float. */
static struct fir_src as_unsigned(struct fir_src src)
{
    if (src.a.kind == FIR_CONST && src.a.constant.source == ABI_IMAGE_INT)
        src.a.constant.source = ABI_IMAGE_UINT;
    return src;
}

static bool select_cast(struct r500_select *s, LLVMOpcode opcode, unsigned i,
                        struct fir_src *result)
{
    struct fir_src a = r500_operand(s, 0, i);
    LLVMTypeRef from = ir_scalar_type(LLVMTypeOf(LLVMGetOperand(s->inst, 0)));
    switch (opcode) {
    case LLVMFNeg:
        *result = fir_negated(a);
        return true;
    case LLVMFPToSI:
    case LLVMFPToUI:
        *result = r500_truncate(s, a);
        return true;
    case LLVMUIToFP:
        *result = as_unsigned(a);
        return true;
    case LLVMSIToFP:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMFreeze:
        *result = a;
        return true;
    case LLVMTrunc:
        *result = a;
        /* Small arguments fill a dword. */
        return a.a.kind == FIR_CONST;
    case LLVMBitCast:
        *result = a;
        return LLVMGetTypeKind(from) == LLVMGetTypeKind(ir_scalar_type(LLVMTypeOf(s->inst))) &&
               r500_elements(LLVMTypeOf(s->inst)) ==
                   r500_elements(LLVMTypeOf(LLVMGetOperand(s->inst, 0)));
    default:
        return false;
    }
}

bool r500_select_arithmetic(struct r500_select *s)
{
    const LLVMOpcode opcode = LLVMGetInstructionOpcode(s->inst);
    struct fir_src element[R500_MAX_ELEMENTS];
    const unsigned count = r500_elements(LLVMTypeOf(s->inst));
    for (unsigned i = 0; i < count && i < R500_MAX_ELEMENTS; i++) {
        const bool two = LLVMGetNumOperands(s->inst) == 2;
        if (!(two ? select_binary(s, opcode, i, &element[i])
                  : select_cast(s, opcode, i, &element[i])))
            return false;
    }
    memcpy(r500_define(s), element,
           (count < R500_MAX_ELEMENTS ? count : R500_MAX_ELEMENTS) * sizeof(*element));
    return true;
}
