/* SPDX-License-Identifier: MIT */
/* select_divide_constant.c: division by constants as multiplication by their reciprocals (Granlund
 * and Montgomery, "Division by Invariant Integers using Multiplication", PLDI 1994, figures 4.2
 * and 5.2).
 */
#include "llvm/evergreen/select/select.h"

static unsigned ceil_log2(uint32_t d)
{
    unsigned l = 0;
    while (UINT64_C(1) << l < d)
        l++;
    return l;
}

/* A multiplier of 32 bits with its shift, where one is exact for all dividends. */
static bool find_short_multiplier(uint32_t d, uint32_t *multiplier, unsigned *shift)
{
    for (*shift = 0; *shift < 31; ++*shift) {
        uint64_t power = UINT64_C(1) << (32 + *shift), m = power / d + 1;
        if (m >> 32)
            return false;
        *multiplier = (uint32_t)m;
        if (m * d - power <= UINT64_C(1) << *shift)
            return true;
    }
    return false;
}

/* The multiplier that always works has 33 bits; its top bit is an addition that must not overflow.
 */
static struct mir_operand unsigned_quotient(struct select *s, struct mir_operand n, uint32_t d)
{
    unsigned shift, l = ceil_log2(d);
    uint32_t m;
    if (UINT64_C(1) << l == d)
        return OP2(LSHR_INT, n, LIT(l));
    if (find_short_multiplier(d, &m, &shift))
        return OP2(LSHR_INT, OP2(MULHI_UINT, n, LIT(m)), LIT(shift));
    /* 2^32 (2^l - d) / d + 1 */
    m = (uint32_t)((((UINT64_C(1) << l) - d) << 32) / d + 1);
    struct mir_operand t = OP2(MULHI_UINT, n, LIT(m));
    struct mir_operand half = OP2(LSHR_INT, OP2(SUB_INT, n, t), LIT(1));
    return OP2(LSHR_INT, OP2(ADD_INT, t, half), LIT(l - 1));
}

static struct mir_operand signed_quotient(struct select *s, struct mir_operand n, int32_t d)
{
    uint32_t size = d < 0 ? 0 - (uint32_t)d : (uint32_t)d;
    unsigned l = ceil_log2(size);
    uint32_t m = (uint32_t)((UINT64_C(1) << (31 + l)) / size + 1); /* less 2^32: wraps */
    struct mir_operand product = OP2(ADD_INT, n, OP2(MULHI_INT, n, LIT(m)));
    struct mir_operand q = OP2(ASHR_INT, product, LIT(l - 1)), sign = OP2(ASHR_INT, n, LIT(31));
    return d < 0 ? OP2(SUB_INT, sign, q) : OP2(SUB_INT, q, sign);
}

bool select_divide_constant(struct select *s, bool is_signed, struct mir_operand n, uint32_t d,
                            struct mir_operand *quotient, struct mir_operand *remainder)
{
    /* Divisors without a reciprocal of use: LLVM folds all but the least integer. */
    if (is_signed ? d + 1 <= 2 || d == 0x80000000 : d <= 1)
        return false;
    *quotient = is_signed ? signed_quotient(s, n, (int32_t)d) : unsigned_quotient(s, n, d);
    *remainder = OP2(SUB_INT, n, OP2(MULLO_INT, *quotient, LIT(d)));
    return true;
}
