/* SPDX-License-Identifier: MIT */
/* alu_test.c: each ALU operation against results computed here, over interesting values. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/sim/tests/inputs.h"

/* References, apart from the simulator's own. */
typedef uint32_t (*reference_fn)(uint32_t a, uint32_t b, uint32_t c);
#define REF(name, expression)                                                                      \
    static uint32_t ref_##name(uint32_t a, uint32_t b, uint32_t c)                                 \
    {                                                                                              \
        (void)a, (void)b, (void)c;                                                                 \
        return (uint32_t)(expression);                                                             \
    }
REF(ADD, float_bits(bits_float(a) + bits_float(b)))
REF(MUL_IEEE, float_bits(bits_float(a) * bits_float(b)))
REF(MUL, bits_float(a) == 0 || bits_float(b) == 0 ? 0 : float_bits(bits_float(a) * bits_float(b)))
REF(MULADD_IEEE, float_bits(bits_float(a) * bits_float(b) + bits_float(c)))
REF(FMA, float_bits(fmaf(bits_float(a), bits_float(b), bits_float(c))))
REF(SETE, float_bits(bits_float(a) == bits_float(b)))
REF(SETGT, float_bits(bits_float(a) > bits_float(b)))
REF(SETGE, float_bits(bits_float(a) >= bits_float(b)))
REF(SETNE, float_bits(bits_float(a) != bits_float(b)))
REF(SETE_DX10, bits_float(a) == bits_float(b) ? -1 : 0)
REF(SETGT_DX10, bits_float(a) > bits_float(b) ? -1 : 0)
REF(SETGE_DX10, bits_float(a) >= bits_float(b) ? -1 : 0)
REF(SETNE_DX10, bits_float(a) != bits_float(b) ? -1 : 0)
REF(TRUNC, float_bits(truncf(bits_float(a))))
REF(CEIL, float_bits(ceilf(bits_float(a))))
REF(FLOOR, float_bits(floorf(bits_float(a))))
REF(RNDNE, float_bits(nearbyintf(bits_float(a))))
REF(FRACT, float_bits(bits_float(a) - floorf(bits_float(a))))
REF(ASHR_INT, (uint32_t)((int64_t)(int32_t)a >> b % 32))
REF(LSHR_INT, a >> b % 32)
REF(LSHL_INT, (uint64_t)a << b % 32)
REF(MOV, a)
REF(AND_INT, a &b)
REF(OR_INT, a | b)
REF(XOR_INT, a ^ b)
REF(NOT_INT, ~a)
REF(ADD_INT, a + b)
REF(SUB_INT, a - b)
REF(MAX_INT, (int32_t)a > (int32_t)b ? a : b)
REF(MIN_INT, (int32_t)a < (int32_t)b ? a : b)
REF(MAX_UINT, a > b ? a : b)
REF(MIN_UINT, a < b ? a : b)
REF(SETE_INT, a == b ? -1 : 0)
REF(SETNE_INT, a != b ? -1 : 0)
REF(SETGT_INT, (int32_t)a > (int32_t)b ? -1 : 0)
REF(SETGE_INT, (int32_t)a >= (int32_t)b ? -1 : 0)
REF(SETGT_UINT, a > b ? -1 : 0)
REF(SETGE_UINT, a >= b ? -1 : 0)
REF(ADDC_UINT, ((uint64_t)a + b) >> 32)
REF(SUBB_UINT, a < b)
REF(MULLO_INT, (uint64_t)a *b)
REF(MULHI_UINT, (uint64_t)a *b >> 32)
REF(MULHI_INT, ((int64_t)(int32_t)a * (int32_t)b) >> 32)
REF(MUL_UINT24, (uint64_t)(a & 0xffffff) * (b & 0xffffff))
REF(MULHI_UINT24, (uint64_t)(a & 0xffffff) * (b & 0xffffff) >> 32)
REF(MULADD_UINT24, (uint64_t)(a & 0xffffff) * (b & 0xffffff) + c)
REF(BFM_INT, ((1u << (a & 31)) - 1) << (b & 31))
REF(BFI_INT, (a & b) | (~a & c))
REF(BIT_ALIGN_INT, ((uint64_t)a << 32 | b) >> (c & 31))
REF(BYTE_ALIGN_INT, ((uint64_t)a << 32 | b) >> 8 * (c & 3))
REF(CNDE_INT, a == 0 ? b : c)
REF(CNDGT_INT, (int32_t)a > 0 ? b : c)
REF(CNDGE_INT, (int32_t)a >= 0 ? b : c)
REF(CNDE, bits_float(a) == 0 ? b : c)
REF(CNDGT, bits_float(a) > 0 ? b : c)
REF(CNDGE, bits_float(a) >= 0 ? b : c)
REF(INT_TO_FLT, float_bits((float)(int32_t)a))
REF(UINT_TO_FLT, float_bits((float)a))
REF(UBYTE2_FLT, float_bits((float)(a >> 16 & 255)))
REF(RECIP_IEEE, float_bits(1.0f / bits_float(a)))
REF(SQRT_IEEE, float_bits(sqrtf(bits_float(a))))
REF(RECIPSQRT_IEEE, float_bits((float)(1.0L / sqrtl(bits_float(a)))))
REF(EXP_IEEE, float_bits((float)exp2l(bits_float(a))))
REF(LOG_IEEE, float_bits((float)log2l(bits_float(a))))

static uint32_t ref_BFE_UINT(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < (c & 31); i++)
        if ((b & 31) + i < 32)
            result |= (a >> ((b & 31) + i) & 1) << i;
    return result;
}

static uint32_t ref_BFE_INT(uint32_t a, uint32_t b, uint32_t c)
{
    const unsigned offset = b & 31, width = c & 31;
    uint32_t result = 0;
    for (unsigned i = 0; width && i < 32; i++) {
        const unsigned from = offset + (i < width ? i : width - 1);
        result |= (a >> (from < 32 ? from : 31) & 1) << i;
    }
    return result;
}

static uint32_t ref_FFBH_UINT(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    for (unsigned i = 0; i < 32; i++)
        if (a >> (31 - i) & 1)
            return i;
    return ~0u;
}

static uint32_t ref_FFBL_INT(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    for (unsigned i = 0; i < 32; i++)
        if (a >> i & 1)
            return i;
    return ~0u;
}

static uint32_t ref_BCNT_INT(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    return (uint32_t)__builtin_popcount(a);
}

static uint32_t ref_BFREV_INT(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    (void)b, (void)c;
    for (unsigned i = 0; i < 32; i++)
        result |= (a >> i & 1) << (31 - i);
    return result;
}

static uint32_t ref_FLT_TO_INT(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    const double x = bits_float(a);
    if (isnan(x))
        return 0;
    return x >= 2147483647.0    ? INT_MAX
           : x <= -2147483648.0 ? (uint32_t)INT_MIN
                                : (uint32_t)(int32_t)x;
}

static uint32_t ref_FLT_TO_UINT(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    const double x = bits_float(a);
    return isnan(x) || x <= 0 ? 0 : x >= 4294967295.0 ? UINT_MAX : (uint32_t)x;
}

static uint32_t ref_MAX_DX10(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return float_bits(fmaxf(bits_float(a), bits_float(b)));
}

static uint32_t ref_MIN_DX10(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return float_bits(fminf(bits_float(a), bits_float(b)));
}

static uint32_t ref_FLT16_TO_FLT32(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    const unsigned exponent = a >> 10 & 31, mantissa = a & 1023;
    const double sign = a >> 15 & 1 ? -1 : 1;
    if (exponent == 31)
        return mantissa ? float_bits(NAN) : float_bits((float)(sign * INFINITY));
    return float_bits((float)(sign * (exponent ? ldexp(1024 + mantissa, (int)exponent - 25)
                                               : ldexp(mantissa, -24))));
}

/* The nearest of all halves, ties to the even one. A NaN becomes quiet, and keeps its sign and the
 * payload's first bits (IEEE 754-2008, 6.2). */
static uint32_t ref_FLT32_TO_FLT16(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    const uint32_t sign = a >> 16 & 0x8000;
    const double x = fabs((double)bits_float(a));
    if (isnan(bits_float(a)))
        return sign | 0x7e00 | (a >> 13 & 0x1ff);
    if (x >= 65520.0)
        return sign | 0x7c00;
    uint32_t low = 0, high = 0x7bff;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        if ((double)bits_float(ref_FLT16_TO_FLT32(middle, 0, 0)) <= x)
            low = middle;
        else
            high = middle - 1;
    }
    const double below = bits_float(ref_FLT16_TO_FLT32(low, 0, 0));
    const double above =
        low == 0x7bff ? 65536.0 : (double)bits_float(ref_FLT16_TO_FLT32(low + 1, 0, 0));
    const bool up = x - below > above - x || (x - below == above - x && (low & 1));
    return sign | (low + up);
}

static uint32_t ref_SIN(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    const float x = bits_float(a);
    if (!isfinite(x))
        return float_bits(NAN);
    const double turns = fmod(x, 1.0);
    if (fmod(fabs(turns), 0.5) == 0)
        return float_bits(0.0f);
    return float_bits((float)sin(2 * M_PI * turns));
}

struct alu_case {
    int op;
    reference_fn reference;
    unsigned ulps; /* that may differ */
};
#define CASE(name, ulps) {HW_ALU_OP_##name, ref_##name, ulps}
static const struct alu_case cases[] = {
    CASE(ADD, 0),
    CASE(MUL_IEEE, 0),
    CASE(MUL, 0),
    CASE(MULADD_IEEE, 0),
    CASE(FMA, 0),
    CASE(SETE, 0),
    CASE(SETGT, 0),
    CASE(SETGE, 0),
    CASE(SETNE, 0),
    CASE(SETE_DX10, 0),
    CASE(SETGT_DX10, 0),
    CASE(SETGE_DX10, 0),
    CASE(SETNE_DX10, 0),
    CASE(TRUNC, 0),
    CASE(CEIL, 0),
    CASE(FLOOR, 0),
    CASE(RNDNE, 0),
    CASE(FRACT, 0),
    CASE(ASHR_INT, 0),
    CASE(LSHR_INT, 0),
    CASE(LSHL_INT, 0),
    CASE(MOV, 0),
    CASE(AND_INT, 0),
    CASE(OR_INT, 0),
    CASE(XOR_INT, 0),
    CASE(NOT_INT, 0),
    CASE(ADD_INT, 0),
    CASE(SUB_INT, 0),
    CASE(MAX_INT, 0),
    CASE(MIN_INT, 0),
    CASE(MAX_UINT, 0),
    CASE(MIN_UINT, 0),
    CASE(SETE_INT, 0),
    CASE(SETNE_INT, 0),
    CASE(SETGT_INT, 0),
    CASE(SETGE_INT, 0),
    CASE(SETGT_UINT, 0),
    CASE(SETGE_UINT, 0),
    CASE(ADDC_UINT, 0),
    CASE(SUBB_UINT, 0),
    CASE(MULLO_INT, 0),
    CASE(MULHI_UINT, 0),
    CASE(MULHI_INT, 0),
    CASE(MUL_UINT24, 0),
    CASE(MULHI_UINT24, 0),
    CASE(MULADD_UINT24, 0),
    CASE(BFM_INT, 0),
    CASE(BFI_INT, 0),
    CASE(BIT_ALIGN_INT, 0),
    CASE(BYTE_ALIGN_INT, 0),
    CASE(CNDE_INT, 0),
    CASE(CNDGT_INT, 0),
    CASE(CNDGE_INT, 0),
    CASE(CNDE, 0),
    CASE(CNDGT, 0),
    CASE(CNDGE, 0),
    CASE(INT_TO_FLT, 0),
    CASE(UINT_TO_FLT, 0),
    CASE(UBYTE2_FLT, 0),
    CASE(BFE_UINT, 0),
    CASE(BFE_INT, 0),
    CASE(FFBH_UINT, 0),
    CASE(FFBL_INT, 0),
    CASE(BCNT_INT, 0),
    CASE(BFREV_INT, 0),
    CASE(FLT_TO_INT, 0),
    CASE(FLT_TO_UINT, 0),
    CASE(MAX_DX10, 0),
    CASE(MIN_DX10, 0),
    CASE(FLT16_TO_FLT32, 0),
    CASE(FLT32_TO_FLT16, 0),
    CASE(RECIP_IEEE, 0),
    CASE(SQRT_IEEE, 0),
    CASE(RECIPSQRT_IEEE, 1),
    CASE(EXP_IEEE, 1),
    CASE(LOG_IEEE, 1),
    CASE(SIN, 1),
};

static const uint32_t interesting[] = {
    0,
    0x80000000,
    1,
    2,
    31,
    32,
    33,
    63,
    0xffffffff,
    0x7fffffff,
    0x80000001,
    0x00ffffff,
    0x01000001,
    0x3f800000 /* 1 */,
    0xbf800000,
    0x3f000000 /* 0.5 */,
    0x3fc00000 /* 1.5 */,
    0x40200000 /* 2.5 */,
    0xc0200000,
    0x7f800000 /* inf */,
    0xff800000,
    0x7fc00000 /* NaN */,
    0x00000100 /* denormal */,
    0x007fffff,
    0x807fffff,
    0x7f7fffff /* largest */,
    0x4f000000 /* 2^31 */,
    0x4f800000,
    0xcf000000,
    0x4effffff,
    0x3eaaaaab,
    0x40490fdb,
    0x477ff000 /* 65520 */,
    0x33000000 /* 2^-25 */,
    0x33000001,
    0x38800000,
    0x387fe000,
    0x3c003c00,
    0x12345678,
    0x80808080,
};
enum { INTERESTING = COUNT(interesting) };

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

static bool close_enough(const struct alu_case *c, uint32_t got, uint32_t wanted)
{
    const unsigned types = hw_alu_info[c->op].types;
    if (got == wanted)
        return true;
    if ((types == HW_TYPES_FF || types == HW_TYPES_IF) && is_nan(got) && is_nan(wanted))
        return true;
    /* Either of two zeros of different signs may be the larger. */
    if ((c->op == HW_ALU_OP_MAX_DX10 || c->op == HW_ALU_OP_MIN_DX10 || c->op == HW_ALU_OP_SIN) &&
        !((got | wanted) & 0x7fffffff))
        return true;
    const uint32_t distance = got > wanted ? got - wanted : wanted - got;
    return distance <= c->ulps;
}

static void check_case(struct machine *m, const struct alu_case *c, uint32_t seed)
{
    static struct program p;
    for (unsigned i = 0; i < LANES; i++) {
        const uint32_t pair = seed * LANES + i;
        pool_words(m, IN_A)[i] = interesting[pair % INTERESTING];
        pool_words(m, IN_B)[i] = interesting[pair / INTERESTING % INTERESTING];
        pool_words(m, IN_C)[i] = interesting[(pair * 7 + 3) % INTERESTING];
    }
    inputs_begin(&p, 1);
    op(&p, c->op, 7, 0, r(4, 0), hw_alu_info[c->op].nsrc > 1 ? r(5, 0) : r(0, 0), r(6, 0));
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++) {
        const uint32_t a = pool_words(m, IN_A)[i], b = pool_words(m, IN_B)[i],
                       x = pool_words(m, IN_C)[i];
        const uint32_t got = pool_words(m, OUT)[i], wanted = c->reference(a, b, x);
        if (!close_enough(c, got, wanted))
            fail_msg("%s(%08x, %08x, %08x) = %08x, expected %08x", hw_alu_info[c->op].name, a, b, x,
                     got, wanted);
    }
}

static void test_operations(void **state)
{
    struct machine *m = *state;
    for (size_t i = 0; i < COUNT(cases); i++)
        for (uint32_t seed = 0; seed * LANES < INTERESTING * INTERESTING; seed++)
            check_case(m, &cases[i], seed);
}

/* The hand-checked words of the hardware notes. */
static void test_known_words(void **state)
{
    static struct program p;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_MOV, 2, 0, r(0, 0), r(0, 0), r(0, 0));
    assert_int_equal(p.body[0], 0x80000000);
    assert_int_equal(p.body[1], 0x00400C90);
    rat(&p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 1, 0, 1);
    assert_int_equal(p.cf[0], 0x0000A020);
    assert_int_equal(p.cf[1], 0x95C01000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_words),
        machine_test(test_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
