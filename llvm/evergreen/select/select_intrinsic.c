/* SPDX-License-Identifier: MIT */
/* select_intrinsic.c: LLVM's element-wise intrinsics: the table, and the integer ones. Float ones
 * are in select_math.c. */
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "llvm/evergreen/select/select.h"
#include "llvm/evergreen/select/select_math.h"

static struct mir_operand narrow(struct select *s, struct mir_operand value,
                                 const struct evg_type *type, bool is_signed)
{
    return is_signed ? build_sext(s, value, type->bits) : build_zext(s, value, type->bits);
}

static bool only_32(struct select *s, const struct elem *e, const char *what)
{
    if (e->type.bits > 32)
        select_fail(s, "%s of integers of %u bits is not supported", what, e->type.bits);
    return e->type.bits <= 32;
}

/* --- Smallest and largest --- */

static void min_max(struct select *s, const struct elem *e, LLVMIntPredicate predicate,
                    enum hw_alu_op op)
{
    bool is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSGT;
    if (e->type.bits > 32) {
        struct mir_operand first = select_wide_compare(s, predicate, e->src[0], e->src[1]);
        for (unsigned w = 0; w < 2; w++)
            e->dst[w] = build_select(s, first, e->src[0][w], e->src[1][w]);
        return;
    }
    e->dst[0] = build_alu(s, op, narrow(s, e->src[0][0], &e->type, is_signed),
                          narrow(s, e->src[1][0], &e->type, is_signed), LIT(0));
}

static void elem_smin(struct select *s, const struct elem *e)
{
    bool fault = fault_active(FAULT_smin_unsigned);
    min_max(s, e, LLVMIntSLT, fault ? HW_ALU_OP_MIN_UINT : HW_ALU_OP_MIN_INT);
}

static void elem_smax(struct select *s, const struct elem *e)
{
    min_max(s, e, LLVMIntSGT, HW_ALU_OP_MAX_INT);
}

static void elem_umin(struct select *s, const struct elem *e)
{
    min_max(s, e, LLVMIntULT, HW_ALU_OP_MIN_UINT);
}

static void elem_umax(struct select *s, const struct elem *e)
{
    min_max(s, e, LLVMIntUGT, HW_ALU_OP_MAX_UINT);
}

static void elem_abs(struct select *s, const struct elem *e)
{
    if (e->type.bits > 32) {
        struct mir_operand minus[2];
        select_wide_neg(s, e->src[0], minus);
        for (unsigned w = 0; w < 2; w++)
            e->dst[w] = OP3(CNDGE_INT, e->src[0][1], e->src[0][w], minus[w]);
        return;
    }
    struct mir_operand x = build_sext(s, e->src[0][0], e->type.bits);
    e->dst[0] = OP2(MAX_INT, x, build_neg(s, x));
}

/* --- Bits --- */

static void elem_ctpop(struct select *s, const struct elem *e)
{
    if (e->type.bits > 32) {
        e->dst[0] = OP2(ADD_INT, OP1(BCNT_INT, e->src[0][0]), OP1(BCNT_INT, e->src[0][1]));
        e->dst[1] = LIT(0);
    } else {
        e->dst[0] = OP1(BCNT_INT, build_zext(s, e->src[0][0], e->type.bits));
    }
}

/* FFBH and FFBL give -1 for zero, more than any bit's number. */
static void elem_ctlz(struct select *s, const struct elem *e)
{
    unsigned bits = e->type.bits;
    if (bits > 32) {
        struct mir_operand a[2];
        select_wide_extend(s, e->src[0], bits, false, a);
        struct mir_operand low = OP2(MIN_UINT, OP1(FFBH_UINT, a[0]), LIT(32));
        struct mir_operand zeros =
            OP3(CNDE_INT, a[1], OP2(ADD_INT, low, LIT(32)), OP1(FFBH_UINT, a[1]));
        e->dst[0] = OP2(SUB_INT, zeros, LIT(64 - bits));
        e->dst[1] = LIT(0);
        return;
    }
    struct mir_operand zeros = OP1(FFBH_UINT, build_zext(s, e->src[0][0], bits));
    e->dst[0] = OP2(SUB_INT, OP2(MIN_UINT, zeros, LIT(32)), LIT(32 - bits));
}

static void elem_cttz(struct select *s, const struct elem *e)
{
    unsigned bits = e->type.bits;
    struct mir_operand low = OP1(FFBL_INT, e->src[0][0]);
    if (bits > 32) {
        struct mir_operand high = OP1(FFBL_INT, e->src[0][1]);
        high = OP2(ADD_INT, OP2(MIN_UINT, high, LIT(bits - 32)), LIT(32));
        e->dst[0] = OP3(CNDE_INT, e->src[0][0], high, low);
        e->dst[1] = LIT(0);
        return;
    }
    e->dst[0] = OP2(MIN_UINT, low, LIT(bits));
}

static struct mir_operand swap_bytes(struct select *s, struct mir_operand x)
{
    struct mir_operand left = OP3(BIT_ALIGN_INT, x, x, LIT(24)),
                       right = OP3(BIT_ALIGN_INT, x, x, LIT(8));
    return OP3(BFI_INT, LIT(0x00ff00ff), left, right);
}

static void elem_bswap(struct select *s, const struct elem *e)
{
    unsigned words = type_words(&e->type);
    for (unsigned w = 0; w < words; w++)
        e->dst[w] = swap_bytes(s, e->src[0][words - 1 - w]);
    if (e->type.bits < 32)
        e->dst[0] = OP2(LSHR_INT, e->dst[0], LIT(32 - e->type.bits));
}

static void elem_bitreverse(struct select *s, const struct elem *e)
{
    unsigned words = type_words(&e->type);
    for (unsigned w = 0; w < words; w++)
        e->dst[w] = OP1(BFREV_INT, e->src[0][words - 1 - w]);
    if (e->type.bits < 32)
        e->dst[0] = OP2(LSHR_INT, e->dst[0], LIT(32 - e->type.bits));
}

/* --- Funnel shifts --- */

static void wide_funnel(struct select *s, const struct elem *e, bool left)
{
    const struct mir_operand *high = e->src[0], *low = e->src[1];
    struct mir_operand count = OP2(AND_INT, e->src[2][0], LIT(63)),
                       rest = OP2(SUB_INT, LIT(63), count);
    struct mir_operand main_part[2], half[2], moved[2];
    if (left) {
        select_wide_shl(s, high, count, main_part);
        select_wide_shr(s, low, LIT(1), false, half);
        select_wide_shr(s, half, rest, false, moved);
    } else {
        select_wide_shr(s, low, count, false, main_part);
        select_wide_shl(s, high, LIT(1), half);
        select_wide_shl(s, half, rest, moved);
    }
    for (unsigned w = 0; w < 2; w++)
        e->dst[w] = OP2(OR_INT, main_part[w], moved[w]);
}

/* Selects a funnel shift of fewer than 32 bits: both halves go into one dword when they fit, and
 * are shifted once. */
static void narrow_funnel(struct select *s, const struct elem *e, bool left)
{
    unsigned bits = e->type.bits;
    if (bits != 8 && bits != 16) {
        select_fail(s, "funnel shifts of i%u are not supported", bits);
        return;
    }
    struct mir_operand count = OP2(AND_INT, e->src[2][0], LIT(bits - 1));
    struct mir_operand both =
        OP2(OR_INT, OP2(LSHL_INT, e->src[0][0], LIT(bits)), build_zext(s, e->src[1][0], bits));
    e->dst[0] =
        left ? OP2(LSHR_INT, OP2(LSHL_INT, both, count), LIT(bits)) : OP2(LSHR_INT, both, count);
}

static void funnel(struct select *s, const struct elem *e, bool left)
{
    const struct mir_operand high = e->src[0][0], low = e->src[1][0], count = e->src[2][0];
    if (e->type.bits == 64) {
        wide_funnel(s, e, left);
    } else if (e->type.bits != 32) {
        narrow_funnel(s, e, left);
    } else if (!left) {
        e->dst[0] = OP3(BIT_ALIGN_INT, high, low, count);
    } else if (count.kind == MIR_LITERAL) {
        e->dst[0] =
            count.value % 32 ? OP3(BIT_ALIGN_INT, high, low, LIT(32 - count.value % 32)) : high;
    } else if (high.kind == low.kind && high.value == low.value) {
        e->dst[0] = OP3(BIT_ALIGN_INT, high, high, build_neg(s, count));
    } else {
        /* BIT_ALIGN takes a count modulo 32. To the left by n is to the right by 32 - n; split into
         * 1 and 31 - n for the sake of n = 0. */
        struct mir_operand upper = OP2(LSHR_INT, high, LIT(1)),
                           lower = OP3(BIT_ALIGN_INT, high, low, LIT(1));
        e->dst[0] = OP3(BIT_ALIGN_INT, upper, lower, build_not(s, count));
    }
}

static void elem_fshl(struct select *s, const struct elem *e)
{
    funnel(s, e, true);
}

static void elem_fshr(struct select *s, const struct elem *e)
{
    funnel(s, e, false);
}

/* --- Saturation and overflow --- */

static void narrow_saturate(struct select *s, const struct elem *e, bool subtract, bool is_signed)
{
    unsigned bits = e->type.bits;
    struct mir_operand a = narrow(s, e->src[0][0], &e->type, is_signed);
    struct mir_operand b = narrow(s, e->src[1][0], &e->type, is_signed);
    struct mir_operand r = subtract ? OP2(SUB_INT, a, b) : OP2(ADD_INT, a, b);
    uint32_t most = is_signed ? (1u << (bits - 1)) - 1 : (1u << bits) - 1;
    uint32_t least = is_signed ? ~most : 0;
    e->dst[0] = OP2(MIN_INT, OP2(MAX_INT, r, LIT(least)), LIT(most));
}

static void signed_saturate(struct select *s, const struct elem *e, bool subtract)
{
    if (!only_32(s, e, "saturating arithmetic"))
        return;
    if (e->type.bits < 32) {
        narrow_saturate(s, e, subtract, true);
        return;
    }
    struct mir_operand a = e->src[0][0], b = e->src[1][0];
    struct mir_operand r = subtract ? OP2(SUB_INT, a, b) : OP2(ADD_INT, a, b);
    struct mir_operand other = OP2(XOR_INT, subtract ? a : r, b);
    struct mir_operand overflow = OP2(AND_INT, OP2(XOR_INT, a, r), other);
    struct mir_operand limit = OP2(XOR_INT, OP2(ASHR_INT, a, LIT(31)), LIT(INT32_MAX));
    e->dst[0] = OP3(CNDGE_INT, overflow, r, limit);
}

static void elem_sadd_sat(struct select *s, const struct elem *e)
{
    signed_saturate(s, e, false);
}

static void elem_ssub_sat(struct select *s, const struct elem *e)
{
    signed_saturate(s, e, true);
}

static void elem_uadd_sat(struct select *s, const struct elem *e)
{
    if (!only_32(s, e, "saturating arithmetic"))
        return;
    if (e->type.bits < 32) {
        narrow_saturate(s, e, false, false);
        return;
    }
    struct mir_operand carry = OP2(ADDC_UINT, e->src[0][0], e->src[1][0]);
    e->dst[0] = OP2(OR_INT, OP2(ADD_INT, e->src[0][0], e->src[1][0]), build_neg(s, carry));
}

static void elem_usub_sat(struct select *s, const struct elem *e)
{
    if (!only_32(s, e, "saturating arithmetic"))
        return;
    struct mir_operand a = build_zext(s, e->src[0][0], e->type.bits),
                       b = build_zext(s, e->src[1][0], e->type.bits);
    e->dst[0] = OP2(SUB_INT, OP2(MAX_UINT, a, b), b);
}

/* The result and whether it overflowed, for one 32-bit element. */
static bool select_overflow(struct select *s, const char *name)
{
    static const struct {
        const char *name;
        enum hw_alu_op op;
        bool is_signed;
    } table[] = {
        {"llvm.uadd.with.overflow.i32", HW_ALU_OP_ADD_INT, false},
        {"llvm.sadd.with.overflow.i32", HW_ALU_OP_ADD_INT, true},
        {"llvm.usub.with.overflow.i32", HW_ALU_OP_SUB_INT, false},
        {"llvm.ssub.with.overflow.i32", HW_ALU_OP_SUB_INT, true},
        {"llvm.umul.with.overflow.i32", HW_ALU_OP_MULLO_INT, false},
        {"llvm.smul.with.overflow.i32", HW_ALU_OP_MULLO_INT, true},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        if (strcmp(name, table[i].name))
            continue;
        struct mir_operand a = select_operand(s, 0)[0], b = select_operand(s, 1)[0];
        struct mir_operand *result = select_define(s, s->inst, 2);
        struct mir_operand r = build_alu(s, table[i].op, a, b, LIT(0));
        result[0] = r;
        if (table[i].op == HW_ALU_OP_MULLO_INT)
            result[1] = table[i].is_signed
                            ? OP2(SETNE_INT, OP2(MULHI_INT, a, b), OP2(ASHR_INT, r, LIT(31)))
                            : OP2(SETNE_INT, OP2(MULHI_UINT, a, b), LIT(0));
        else if (!table[i].is_signed)
            result[1] =
                table[i].op == HW_ALU_OP_ADD_INT ? OP2(SETGT_UINT, a, r) : OP2(SETGT_UINT, b, a);
        else if (table[i].op == HW_ALU_OP_ADD_INT)
            result[1] =
                OP2(ASHR_INT, OP2(AND_INT, OP2(XOR_INT, a, r), OP2(XOR_INT, b, r)), LIT(31));
        else
            result[1] =
                OP2(ASHR_INT, OP2(AND_INT, OP2(XOR_INT, a, b), OP2(XOR_INT, a, r)), LIT(31));
        return true;
    }
    return false;
}

/* --- The table --- */

static const struct {
    const char *name; /* without the types */
    unsigned operands;
    select_elem function;
} intrinsics[] = {
    {"llvm.smin", 2, elem_smin},         {"llvm.smax", 2, elem_smax},
    {"llvm.umin", 2, elem_umin},         {"llvm.umax", 2, elem_umax},
    {"llvm.abs", 1, elem_abs},           {"llvm.ctpop", 1, elem_ctpop},
    {"llvm.ctlz", 1, elem_ctlz},         {"llvm.cttz", 1, elem_cttz},
    {"llvm.bswap", 1, elem_bswap},       {"llvm.bitreverse", 1, elem_bitreverse},
    {"llvm.fshl", 3, elem_fshl},         {"llvm.fshr", 3, elem_fshr},
    {"llvm.sadd.sat", 2, elem_sadd_sat}, {"llvm.ssub.sat", 2, elem_ssub_sat},
    {"llvm.uadd.sat", 2, elem_uadd_sat}, {"llvm.usub.sat", 2, elem_usub_sat},
#define MATH(name, operands, function) {name, operands, function},
#include "llvm/evergreen/select/select_math.def"
#undef MATH
};

bool select_intrinsic(struct select *s, const char *name)
{
    if (select_overflow(s, name) || select_double_intrinsic(s, name))
        return true;
    for (size_t i = 0; i < COUNT(intrinsics); i++) {
        size_t length = strlen(intrinsics[i].name);
        if (!strncmp(name, intrinsics[i].name, length) && (name[length] == '.' || !name[length])) {
            select_elementwise(s, intrinsics[i].function, intrinsics[i].operands);
            return true;
        }
    }
    return false;
}
