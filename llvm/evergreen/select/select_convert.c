/* SPDX-License-Identifier: MIT */
/* select_convert.c: casts. */
#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "llvm/evergreen/select/select.h"

static void elem_trunc(struct select *s, const struct elem *e)
{
    for (unsigned w = 0; w < type_words(&e->result); w++)
        e->dst[w] = e->src[0][w];
    if (e->result.bits == 1)
        e->dst[0] = build_neg(s, OP2(AND_INT, e->src[0][0], LIT(1)));
}

static void extend(struct select *s, const struct elem *e, bool is_signed)
{
    unsigned from = e->type.bits;
    if (from > 32) {
        select_wide_extend(s, e->src[0], from, is_signed, e->dst);
        return;
    }
    e->dst[0] = is_signed ? build_sext(s, e->src[0][0], from) : build_zext(s, e->src[0][0], from);
    if (e->result.bits > 32)
        e->dst[1] = is_signed ? OP2(ASHR_INT, e->dst[0], LIT(31)) : LIT(0);
}

static void elem_zext(struct select *s, const struct elem *e)
{
    extend(s, e, false);
}

static void elem_sext(struct select *s, const struct elem *e)
{
    extend(s, e, e->type.bits != 8 || !fault_active(FAULT_sext_zero));
}

static void elem_fpext(struct select *s, const struct elem *e)
{
    e->dst[0] = OP1(FLT16_TO_FLT32, e->src[0][0]);
}

static void elem_fptrunc(struct select *s, const struct elem *e)
{
    e->dst[0] = OP1(FLT32_TO_FLT16, e->src[0][0]);
}

/* Pointers are 32-bit offsets in every address space. */
static void elem_pointer(struct select *s, const struct elem *e)
{
    (void)s;
    e->dst[0] = e->src[0][0];
    if (e->result.bits > 32)
        e->dst[1] = LIT(0);
}

/* Leading zeros of a pair; 64 for zero. */
static struct mir_operand wide_leading_zeros(struct select *s, const struct mir_operand *a)
{
    struct mir_operand high = OP1(FFBH_UINT, a[1]);
    struct mir_operand low = OP2(MIN_UINT, OP1(FFBH_UINT, a[0]), LIT(32));
    return OP3(CNDE_INT, a[1], OP2(ADD_INT, low, LIT(32)), high);
}

/* The 32 leading bits, the lost ones gathered in the lowest, round as all 64 would: 8 bits more
 * than a float keeps. */
static struct mir_operand wide_to_float(struct select *s, const struct mir_operand *a)
{
    struct mir_operand zeros = wide_leading_zeros(s, a), normal[2];
    select_wide_shl(s, a, zeros, normal);
    struct mir_operand sticky = OP2(AND_INT, OP2(SETNE_INT, normal[0], LIT(0)), LIT(1));
    struct mir_operand top = OP1(UINT_TO_FLT, OP2(OR_INT, normal[1], sticky));
    struct mir_operand scale = OP2(LSHL_INT, OP2(SUB_INT, LIT(127 + 32), zeros), LIT(23));
    return OP2(MUL_IEEE, top, scale);
}

static void to_float(struct select *s, const struct elem *e, bool is_signed)
{
    unsigned bits = e->type.bits;
    if (e->result.kind != LLVMFloatTypeKind && e->result.kind != LLVMHalfTypeKind) {
        select_fail(s, "conversion of an integer to this float type is not supported");
        return;
    }
    if (bits > 32) {
        struct mir_operand a[2], size[2], minus[2];
        select_wide_extend(s, e->src[0], bits, is_signed, a);
        if (!is_signed) {
            e->dst[0] = wide_to_float(s, a);
        } else {
            select_wide_neg(s, a, minus);
            for (unsigned w = 0; w < 2; w++)
                size[w] = OP3(CNDGE_INT, a[1], a[w], minus[w]);
            e->dst[0] = OP3(BFI_INT, LIT(0x7fffffff), wide_to_float(s, size), a[1]);
        }
    } else if (is_signed) {
        e->dst[0] = OP1(INT_TO_FLT, build_sext(s, e->src[0][0], bits));
    } else {
        e->dst[0] = OP1(UINT_TO_FLT, build_zext(s, e->src[0][0], bits));
    }
    if (e->result.kind == LLVMHalfTypeKind)
        e->dst[0] = OP1(FLT32_TO_FLT16, e->dst[0]);
}

static void elem_uitofp(struct select *s, const struct elem *e)
{
    to_float(s, e, fault_active(FAULT_uint_to_float_signed));
}

static void elem_sitofp(struct select *s, const struct elem *e)
{
    to_float(s, e, true);
}

/* The fraction, as an integer, shifted by the exponent. Values of 2^64 and more are left undefined.
 */
static void float_to_wide(struct select *s, struct mir_operand x, bool is_signed,
                          struct mir_operand *dst)
{
    struct mir_operand exponent = OP2(LSHR_INT, build_fabs(s, x), LIT(23));
    struct mir_operand up = OP2(SUB_INT, exponent, LIT(150)),
                       down = OP2(SUB_INT, LIT(150), exponent);
    struct mir_operand fraction[2] = {OP3(BFI_INT, LIT(0x007fffff), x, LIT(0x00800000)), LIT(0)};
    struct mir_operand left[2], size[2], minus[2];
    /* 31 takes all 24 bits away. */
    struct mir_operand right = OP2(LSHR_INT, fraction[0], OP2(MIN_INT, down, LIT(31)));
    select_wide_shl(s, fraction, up, left);
    size[0] = OP3(CNDGE_INT, up, left[0], right);
    size[1] = OP3(CNDGE_INT, up, left[1], LIT(0));
    select_wide_neg(s, size, minus);
    for (unsigned w = 0; w < 2; w++)
        dst[w] = is_signed ? OP3(CNDGE_INT, x, size[w], minus[w]) : size[w];
}

/* Clamps what float_to_wide made: outside [low, high) as floats, and NaN to zero. */
static void saturate_wide(struct select *s, struct mir_operand x, bool is_signed,
                          struct mir_operand *dst)
{
    struct mir_operand limit = build_float(is_signed ? 0x1p63f : 0x1p64f);
    struct mir_operand above = OP2(SETGE_DX10, x, limit);
    struct mir_operand below =
        is_signed ? OP2(SETGT_DX10, build_float(-0x1p63f), x) : OP2(SETGT_DX10, LIT(0), x);
    struct mir_operand number = OP2(SETE_DX10, x, x);
    const uint32_t most[2] = {UINT32_MAX, is_signed ? INT32_MAX : UINT32_MAX};
    const uint32_t least[2] = {0, is_signed ? 0x80000000 : 0};
    for (unsigned w = 0; w < 2; w++) {
        dst[w] = build_select(s, above, LIT(most[w]), dst[w]);
        dst[w] = build_select(s, below, LIT(least[w]), dst[w]);
        dst[w] = OP2(AND_INT, dst[w], number);
    }
}

void select_float_to_int(struct select *s, const struct elem *e, bool is_signed, bool saturate)
{
    unsigned bits = e->result.bits;
    struct mir_operand x = e->src[0][0];
    if (e->type.kind == LLVMHalfTypeKind)
        x = OP1(FLT16_TO_FLT32, x);
    if (bits > 32) {
        float_to_wide(s, x, is_signed, e->dst);
        if (saturate && bits == 64)
            saturate_wide(s, x, is_signed, e->dst);
        else if (saturate)
            select_fail(s, "saturating conversion to %u bits is not supported", bits);
        return;
    }
    /* Real chips round differently in different slots: truncating first makes them agree. */
    x = OP1(TRUNC, x);
    e->dst[0] = is_signed ? OP1(FLT_TO_INT, x) : OP1(FLT_TO_UINT, x);
    if (saturate && bits < 32 && is_signed) {
        int32_t most = (int32_t)((1u << (bits - 1)) - 1);
        e->dst[0] = OP2(MIN_INT, OP2(MAX_INT, e->dst[0], LIT(-most - 1)), LIT(most));
    } else if (saturate && bits < 32) {
        e->dst[0] = OP2(MIN_UINT, e->dst[0], LIT((1u << bits) - 1));
    }
    if (bits == 1)
        e->dst[0] = build_neg(s, OP2(AND_INT, e->dst[0], LIT(1)));
}

static void elem_fptoui(struct select *s, const struct elem *e)
{
    select_float_to_int(s, e, false, false);
}

static void elem_fptosi(struct select *s, const struct elem *e)
{
    select_float_to_int(s, e, true, false);
}

select_elem select_cast_op(LLVMOpcode opcode)
{
    static const struct {
        LLVMOpcode opcode;
        select_elem function;
    } table[] = {
        {LLVMTrunc, elem_trunc},      {LLVMZExt, elem_zext},
        {LLVMSExt, elem_sext},        {LLVMFPExt, elem_fpext},
        {LLVMFPTrunc, elem_fptrunc},  {LLVMPtrToInt, elem_pointer},
        {LLVMIntToPtr, elem_pointer}, {LLVMAddrSpaceCast, elem_pointer},
        {LLVMUIToFP, elem_uitofp},    {LLVMSIToFP, elem_sitofp},
        {LLVMFPToUI, elem_fptoui},    {LLVMFPToSI, elem_fptosi},
    };
    for (size_t i = 0; i < COUNT(table); i++)
        if (table[i].opcode == opcode)
            return table[i].function;
    return NULL;
}
