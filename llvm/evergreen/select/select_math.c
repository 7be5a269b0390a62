/* SPDX-License-Identifier: MIT */
/* select_math.c: float intrinsics. */
#include "llvm/evergreen/select/select_math.h"

#include "driver/base/count.h"
#include "driver/base/fault.h"

static bool is_single(struct select *s, const struct elem *e)
{
    if (e->type.kind != LLVMFloatTypeKind)
        select_fail(s, "this intrinsic is not supported for this float type");
    return e->type.kind == LLVMFloatTypeKind;
}

static void unary(struct select *s, const struct elem *e, enum hw_alu_op op)
{
    if (is_single(s, e))
        e->dst[0] = build_alu(s, op, e->src[0][0], LIT(0), LIT(0));
}

void math_fabs(struct select *s, const struct elem *e)
{
    e->dst[0] = OP2(AND_INT, e->src[0][0], LIT(e->type.bits == 16 ? 0x7fff : 0x7fffffff));
}

void math_sqrt(struct select *s, const struct elem *e)
{
    unary(s, e, HW_ALU_OP_SQRT_IEEE);
}

/* An operation that rounds, or the one that ROOTLE_FAULT has in its place. */
static enum hw_alu_op fault_rounding(enum hw_alu_op op, enum fault truncates)
{
    return fault_active(truncates) ? HW_ALU_OP_TRUNC : op;
}

void math_floor(struct select *s, const struct elem *e)
{
    unary(s, e, fault_rounding(HW_ALU_OP_FLOOR, FAULT_floor_truncates));
}

void math_ceil(struct select *s, const struct elem *e)
{
    unary(s, e, fault_rounding(HW_ALU_OP_CEIL, FAULT_ceil_truncates));
}

void math_trunc(struct select *s, const struct elem *e)
{
    unary(s, e, HW_ALU_OP_TRUNC);
}

void math_rint(struct select *s, const struct elem *e)
{
    unary(s, e, fault_rounding(HW_ALU_OP_RNDNE, FAULT_rint_truncates));
}

/* Halves away from zero. The difference to the truncated value is exact. */
void math_round(struct select *s, const struct elem *e)
{
    if (!is_single(s, e))
        return;
    struct mir_operand x = e->src[0][0], whole = OP1(TRUNC, x);
    struct mir_operand rest = build_fabs(s, OP2(ADD, x, build_fneg(s, whole)));
    struct mir_operand one = OP3(BFI_INT, LIT(0x7fffffff), build_float(1.0f), x);
    struct mir_operand away = OP2(SETGE_DX10, rest, build_float(0.5f));
    e->dst[0] = build_select(s, away, OP2(ADD, whole, one), whole);
}

void math_fma(struct select *s, const struct elem *e)
{
    if (!is_single(s, e))
        return;
    if (!s->f->chip->fma)
        select_fail(s, "fma() needs a chip with a fused multiply-add; %s has none",
                    s->f->chip->name);
    e->dst[0] = OP3(FMA, e->src[0][0], e->src[1][0], e->src[2][0]);
}

/* Rounds once where the chip can, as OpenCL C allows in one expression (FP_CONTRACT). */
void math_fmuladd(struct select *s, const struct elem *e)
{
    if (is_single(s, e))
        e->dst[0] = build_fast(s, e->inst, s->f->chip->fma ? HW_ALU_OP_FMA : HW_ALU_OP_MULADD_IEEE,
                               e->src[0][0], e->src[1][0], e->src[2][0]);
}

static void binary(struct select *s, const struct elem *e, enum hw_alu_op op)
{
    if (is_single(s, e))
        e->dst[0] = build_fast(s, e->inst, op, e->src[0][0], e->src[1][0], LIT(0));
}

void math_minnum(struct select *s, const struct elem *e)
{
    binary(s, e, HW_ALU_OP_MIN_DX10);
}

void math_maxnum(struct select *s, const struct elem *e)
{
    binary(s, e, HW_ALU_OP_MAX_DX10);
}

/* NaN if either is; of zeros of both signs, the negative one is less. */
static void strict_extreme(struct select *s, const struct elem *e, bool minimum)
{
    if (!is_single(s, e))
        return;
    struct mir_operand a = e->src[0][0], b = e->src[1][0];
    struct mir_operand result = minimum ? OP2(MIN_DX10, a, b) : OP2(MAX_DX10, a, b);
    struct mir_operand merged = minimum ? OP2(OR_INT, a, b) : OP2(AND_INT, a, b);
    result = build_select(s, OP2(SETE_DX10, a, b), merged, result);
    struct mir_operand comparable = select_fcompare(s, LLVMRealORD, a, b);
    e->dst[0] = build_select(s, comparable, result, OP2(ADD, a, b));
}

void math_minimum(struct select *s, const struct elem *e)
{
    strict_extreme(s, e, true);
}

void math_maximum(struct select *s, const struct elem *e)
{
    strict_extreme(s, e, false);
}

void math_copysign(struct select *s, const struct elem *e)
{
    e->dst[0] =
        OP3(BFI_INT, LIT(e->type.bits == 16 ? 0x7fff : 0x7fffffff), e->src[0][0], e->src[1][0]);
}

void math_canonicalize(struct select *s, const struct elem *e)
{
    if (is_single(s, e))
        e->dst[0] = OP2(MUL_IEEE, e->src[0][0], build_float(1.0f));
}

/* SIN and COS take revolutions in [-0.5, 0.5). */
static void circular(struct select *s, const struct elem *e, enum hw_alu_op op)
{
    if (!is_single(s, e))
        return;
    struct mir_operand turns = OP2(MUL_IEEE, e->src[0][0], build_float(0.15915494309189535f));
    struct mir_operand part = OP1(FRACT, OP2(ADD, turns, build_float(0.5f)));
    e->dst[0] = build_alu(s, op, OP2(ADD, part, build_float(-0.5f)), LIT(0), LIT(0));
}

void math_sin(struct select *s, const struct elem *e)
{
    circular(s, e, HW_ALU_OP_SIN);
}

void math_cos(struct select *s, const struct elem *e)
{
    circular(s, e, HW_ALU_OP_COS);
}

void math_exp2(struct select *s, const struct elem *e)
{
    unary(s, e, HW_ALU_OP_EXP_IEEE);
}

void math_log2(struct select *s, const struct elem *e)
{
    unary(s, e, HW_ALU_OP_LOG_IEEE);
}

void math_rsqrt(struct select *s, const struct elem *e)
{
    unary(s, e, HW_ALU_OP_RECIPSQRT_IEEE);
}

void math_rsqrt_clamped(struct select *s, const struct elem *e)
{
    unary(s, e, HW_ALU_OP_RECIPSQRT_CLAMPED);
}

struct scaling {
    struct mir_operand value, exponent;
};

/* While the exponent is out of range on one side, one step of 2^step towards it. */
static struct scaling step(struct select *s, struct scaling from, int limit, int by)
{
    struct mir_operand far = by > 0 ? OP2(SETGT_INT, from.exponent, LIT(limit))
                                    : OP2(SETGT_INT, LIT(limit), from.exponent);
    struct mir_operand moved =
        OP2(MUL_IEEE, from.value, build_float(by > 0 ? 0x1p127f : 0x1p-102f));
    struct mir_operand rest = OP2(SUB_INT, from.exponent, LIT(by));
    return (struct scaling){build_select(s, far, moved, from.value),
                            build_select(s, far, rest, from.exponent)};
}

/* Only the last product may be denormal, so that it is the only one that rounds. */
void math_ldexp(struct select *s, const struct elem *e)
{
    if (!is_single(s, e))
        return;
    struct evg_type exponent = select_type(s, LLVMTypeOf(LLVMGetOperand(e->inst, 1)));
    struct scaling x = {e->src[0][0], build_sext(s, e->src[1][0], exponent.bits)};
    x.exponent = OP2(MIN_INT, OP2(MAX_INT, x.exponent, LIT(-330)), LIT(330));
    x = step(s, step(s, x, 127, 127), 127, 127);
    x = step(s, step(s, x, -126, -102), -126, -102);
    x.exponent = OP2(MIN_INT, OP2(MAX_INT, x.exponent, LIT(-126)), LIT(127));
    struct mir_operand power = OP2(LSHL_INT, OP2(ADD_INT, x.exponent, LIT(127)), LIT(23));
    e->dst[0] = OP2(MUL_IEEE, x.value, power);
}

/* Ranges of the magnitude's bits that each pair of class bits (negative, positive) stands for. */
static struct mir_operand in_range(struct select *s, struct mir_operand size, uint32_t low,
                                   uint32_t high)
{
    return OP2(SETGE_UINT, LIT(high - low), OP2(SUB_INT, size, LIT(low)));
}

void math_is_fpclass(struct select *s, const struct elem *e)
{
    static const struct {
        uint32_t negative, positive; /* bits of the class mask */
        uint32_t low, high;          /* magnitudes, both included */
    } classes[] = {
        {1 << 0, 1 << 0, 0x7f800001, 0x7fbfffff}, /* signalling NaN */
        {1 << 1, 1 << 1, 0x7fc00000, 0x7fffffff}, /* quiet NaN */
        {1 << 2, 1 << 9, 0x7f800000, 0x7f800000}, /* infinity */
        {1 << 3, 1 << 8, 0x00800000, 0x7f7fffff}, /* normal */
        {1 << 4, 1 << 7, 0x00000001, 0x007fffff}, /* denormal */
        {1 << 5, 1 << 6, 0x00000000, 0x00000000}, /* zero */
    };
    uint32_t mask;
    if (!is_single(s, e) || !select_constant(s, 1, "floating-point class", &mask))
        return;
    struct mir_operand size = build_fabs(s, e->src[0][0]);
    struct mir_operand sign = OP2(ASHR_INT, e->src[0][0], LIT(31)), result = LIT(0);
    for (size_t i = 0; i < COUNT(classes); i++) {
        bool negative = mask & classes[i].negative, positive = mask & classes[i].positive;
        if (!negative && !positive)
            continue;
        struct mir_operand hit = in_range(s, size, classes[i].low, classes[i].high);
        if (!positive)
            hit = OP2(AND_INT, hit, sign);
        else if (!negative)
            hit = OP2(AND_INT, hit, build_not(s, sign));
        result = OP2(OR_INT, result, hit);
    }
    e->dst[0] = result;
}

void math_fptosi_sat(struct select *s, const struct elem *e)
{
    select_float_to_int(s, e, true, true);
}

void math_fptoui_sat(struct select *s, const struct elem *e)
{
    select_float_to_int(s, e, false, true);
}
