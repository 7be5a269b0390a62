/* SPDX-License-Identifier: MIT */
/* lanes_alu.c: what ALU operations do, as loops over lanes. Built once for each host instruction
 * set. Facts: docs/hardware.md, "ALU"; the operations' names are those of driver/hw/alu.def. */
#include <limits.h>
#include <math.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "driver/base/float16.h"
#include "driver/sim/lanes/lanes.h"

typedef float __attribute__((may_alias)) lane_float;
typedef int32_t __attribute__((may_alias)) lane_int;

/* One function of (x, y, z), the sources read as IN, the result stored as OUT. */
#define LANE_OP(name, in, out, expression)                                                         \
    static void op_##name(uint32_t *dst, const uint32_t *a, const uint32_t *b, const uint32_t *c,  \
                          unsigned n)                                                              \
    {                                                                                              \
        out *d = (out *)dst;                                                                       \
        const in *xs = (const in *)a, *ys = (const in *)b, *zs = (const in *)c;                    \
        SIM_FOR_LANES(i, n)                                                                        \
        {                                                                                          \
            const in x = xs[i], y = ys[i], z = zs[i];                                              \
            (void)x, (void)y, (void)z;                                                             \
            d[i] = (expression);                                                                   \
        }                                                                                          \
    }
#define FLOAT_OP(name, expression)   LANE_OP(name, lane_float, lane_float, expression)
#define FLOAT_TEST(name, expression) LANE_OP(name, lane_float, uint32_t, (expression) ? ~0u : 0u)
#define UINT_OP(name, expression)    LANE_OP(name, uint32_t, uint32_t, expression)
#define UINT_TEST(name, expression)  LANE_OP(name, uint32_t, uint32_t, (expression) ? ~0u : 0u)
#define INT_OP(name, expression)     LANE_OP(name, lane_int, lane_int, expression)
#define INT_TEST(name, expression)   LANE_OP(name, lane_int, uint32_t, (expression) ? ~0u : 0u)

static inline uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static inline float bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* DX9's rule: zero times anything is zero. */
static inline float mul_zero(float x, float y)
{
    return (x == 0.0f) | (y == 0.0f) ? 0.0f : x * y;
}

FLOAT_OP(ADD, x + y)
FLOAT_OP(MUL, mul_zero(x, y))
FLOAT_OP(MUL_IEEE, x *y)
FLOAT_OP(MAX, x >= y ? x : y)
FLOAT_OP(MIN, x < y ? x : y)
FLOAT_OP(MAX_DX10, (x >= y) | (y != y) ? x : y)
FLOAT_OP(MIN_DX10, (x <= y) | (y != y) ? x : y)
FLOAT_OP(SETE, x == y ? 1.0f : 0.0f)
FLOAT_OP(SETGT, x > y ? 1.0f : 0.0f)
FLOAT_OP(SETGE, x >= y ? 1.0f : 0.0f)
FLOAT_OP(SETNE, x != y ? 1.0f : 0.0f)
FLOAT_TEST(SETE_DX10, x == y)
FLOAT_TEST(SETGT_DX10, x > y)
FLOAT_TEST(SETGE_DX10, x >= y)
FLOAT_TEST(SETNE_DX10, x != y)
FLOAT_OP(FRACT, x - floorf(x))
FLOAT_OP(TRUNC, truncf(x))
FLOAT_OP(CEIL, ceilf(x))
FLOAT_OP(RNDNE, rintf(x))
FLOAT_OP(FLOOR, floorf(x))
FLOAT_OP(MULADD, mul_zero(x, y) + z)
FLOAT_OP(MULADD_M2, (mul_zero(x, y) + z) * 2.0f)
FLOAT_OP(MULADD_M4, (mul_zero(x, y) + z) * 4.0f)
FLOAT_OP(MULADD_D2, (mul_zero(x, y) + z) * 0.5f)
FLOAT_OP(MULADD_IEEE, x *y + z)
FLOAT_OP(FMA, fmaf(x, y, z))

/* Shift counts are not masked: more than 31 shifts everything out. */
UINT_OP(LSHL_INT, y > 31 ? 0u : x << (y & 31u))
UINT_OP(LSHR_INT, y > 31 ? 0u : x >> (y & 31u))
LANE_OP(ASHR_INT, uint32_t, lane_int, (int32_t)x >> (y > 31 ? 31u : y))
UINT_OP(MOV, x)
UINT_OP(AND_INT, x &y)
UINT_OP(OR_INT, x | y)
UINT_OP(XOR_INT, x ^ y)
UINT_OP(NOT_INT, ~x)
UINT_OP(ADD_INT, x + y)
UINT_OP(SUB_INT, x - y)
INT_OP(MAX_INT, x > y ? x : y)
INT_OP(MIN_INT, x < y ? x : y)
UINT_OP(MAX_UINT, x > y ? x : y)
UINT_OP(MIN_UINT, x < y ? x : y)
UINT_TEST(SETE_INT, x == y)
INT_TEST(SETGT_INT, x > y)
INT_TEST(SETGE_INT, x >= y)
UINT_TEST(SETNE_INT, x != y)
UINT_TEST(SETGT_UINT, x > y)
UINT_TEST(SETGE_UINT, x >= y)
UINT_OP(ADDC_UINT, x + y < x ? 1u : 0u)
UINT_OP(SUBB_UINT, x < y ? 1u : 0u)

static inline uint32_t reverse_bits(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

static inline uint32_t count_bits(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

static inline uint32_t first_high(uint32_t x)
{
    return x ? (uint32_t)__builtin_clz(x) : ~0u;
}

UINT_OP(BFREV_INT, reverse_bits(x))
UINT_OP(BCNT_INT, count_bits(x))
UINT_OP(BCNT_ACCUM_PREV_INT, count_bits(x) + y)
UINT_OP(FFBH_UINT, first_high(x))
UINT_OP(FFBL_INT, x ? (uint32_t)__builtin_ctz(x) : ~0u)
UINT_OP(FFBH_INT, first_high((int32_t)x < 0 ? ~x : x))
/* Lanes below this one whose bit is set, in either half of the wavefront's mask. */
UINT_OP(MBCNT_32LO_ACCUM_PREV_INT, count_bits(x &(i < 32 ? (1u << (i & 31u)) - 1u : ~0u)) + y)
UINT_OP(MBCNT_32HI_INT, count_bits(x &(i < 32 ? 0u : (1u << (i & 31u)) - 1u)))

UINT_OP(BFM_INT, ((1u << (x & 31u)) - 1u) << (y & 31u))

static inline uint32_t extract_uint(uint32_t x, uint32_t offset, uint32_t width)
{
    const uint32_t shifted = x >> offset;
    return offset + width >= 32 ? (width ? shifted : 0u) : shifted & ((1u << width) - 1u);
}

static inline uint32_t extract_int(uint32_t x, uint32_t offset, uint32_t width)
{
    const uint32_t spare = offset + width >= 32 ? 0u : 32u - offset - width;
    const uint32_t drop = (offset + spare) & 31u;
    return width ? (uint32_t)((int32_t)(x << spare) >> drop) : 0u;
}

UINT_OP(BFE_UINT, extract_uint(x, y & 31u, z & 31u))
UINT_OP(BFE_INT, extract_int(x, y & 31u, z & 31u))
UINT_OP(BFI_INT, (x & y) | (~x & z))
UINT_OP(BIT_ALIGN_INT, (uint32_t)(((uint64_t)x << 32 | y) >> (z & 31u)))
UINT_OP(BYTE_ALIGN_INT, (uint32_t)(((uint64_t)x << 32 | y) >> (z & 3u) * 8u))
UINT_OP(LERP_UINT, ((x >> 24) + (y >> 24) + (z >> 24 & 1u)) >> 1 << 24 |
                       ((x >> 16 & 0xffu) + (y >> 16 & 0xffu) + (z >> 16 & 1u)) >> 1 << 16 |
                       ((x >> 8 & 0xffu) + (y >> 8 & 0xffu) + (z >> 8 & 1u)) >> 1 << 8 |
                       ((x & 0xffu) + (y & 0xffu) + (z & 1u)) >> 1)

static inline uint32_t byte_difference(uint32_t x, uint32_t y, unsigned shift)
{
    const int32_t difference = (int32_t)(x >> shift & 0xffu) - (int32_t)(y >> shift & 0xffu);
    return (uint32_t)(difference < 0 ? -difference : difference);
}

static inline uint32_t sum_of_differences(uint32_t x, uint32_t y)
{
    return byte_difference(x, y, 0) + byte_difference(x, y, 8) + byte_difference(x, y, 16) +
           byte_difference(x, y, 24);
}

UINT_OP(SAD_ACCUM_UINT, sum_of_differences(x, y) + z)
UINT_OP(SAD_ACCUM_HI_UINT, (sum_of_differences(x, y) << 16) + z)

UINT_OP(MULLO_INT, x *y)
UINT_OP(MULHI_UINT, (uint32_t)((uint64_t)x *y >> 32))
LANE_OP(MULHI_INT, lane_int, uint32_t, (uint32_t)((uint64_t)((int64_t)x *y) >> 32))
UINT_OP(MUL_UINT24, (x & 0xffffffu) * (y & 0xffffffu))
UINT_OP(MULHI_UINT24, (uint32_t)((uint64_t)(x & 0xffffffu) * (y & 0xffffffu) >> 32))
UINT_OP(MULADD_UINT24, (x & 0xffffffu) * (y & 0xffffffu) + z)
UINT_OP(RECIP_UINT, x ? (uint32_t)(0x100000000ull / x - (x == 1)) : ~0u)
LANE_OP(RECIP_INT, lane_int, lane_int, x ? (int32_t)(0x7fffffff / (int64_t)x) : -1)

/* CNDcc: the first source decides, the other two pass as they are. */
static inline uint32_t select_bits(bool condition, uint32_t yes, uint32_t no)
{
    return condition ? yes : no;
}
UINT_OP(CNDE, select_bits(bits_float(x) == 0.0f, y, z))
UINT_OP(CNDGT, select_bits(bits_float(x) > 0.0f, y, z))
UINT_OP(CNDGE, select_bits(bits_float(x) >= 0.0f, y, z))
UINT_OP(CNDE_INT, select_bits(x == 0, y, z))
UINT_OP(CNDGT_INT, select_bits((int32_t)x > 0, y, z))
UINT_OP(CNDGE_INT, select_bits((int32_t)x >= 0, y, z))

/* Conversions: toward zero, saturating, NaN to 0. The cast sees values in range only. */
static inline int32_t to_int(float x)
{
    const float inside =
        x > -2147483648.0f ? (x < 2147483520.0f ? x : 2147483520.0f) : -2147483648.0f;
    const int32_t value = x >= 2147483648.0f ? INT_MAX : (int32_t)inside;
    return x != x ? 0 : value;
}

/* Values from 2^31 up are converted less 2^31: host vector units convert to signed integers only.
 */
static inline uint32_t to_uint(float x)
{
    const bool high = x >= 2147483648.0f;
    const float low = high ? x - 2147483648.0f : x;
    const float inside = low > 0.0f ? (low < 2147483520.0f ? low : 2147483520.0f) : 0.0f;
    const uint32_t value = (uint32_t)(int32_t)inside + (high ? 0x80000000u : 0u);
    return x >= 4294967296.0f ? UINT_MAX : value;
}

LANE_OP(FLT_TO_INT, lane_float, lane_int, to_int(x))
LANE_OP(FLT_TO_INT_RPI, lane_float, lane_int, to_int(floorf(x + 0.5f)))
LANE_OP(FLT_TO_INT_FLOOR, lane_float, lane_int, to_int(floorf(x)))
LANE_OP(FLT_TO_UINT, lane_float, uint32_t, to_uint(x))
LANE_OP(INT_TO_FLT, lane_int, lane_float, (float)x)
LANE_OP(UINT_TO_FLT, uint32_t, lane_float, (float)x)
LANE_OP(UBYTE0_FLT, uint32_t, lane_float, (float)(int32_t)(x & 0xffu))
LANE_OP(UBYTE1_FLT, uint32_t, lane_float, (float)(int32_t)(x >> 8 & 0xffu))
LANE_OP(UBYTE2_FLT, uint32_t, lane_float, (float)(int32_t)(x >> 16 & 0xffu))
LANE_OP(UBYTE3_FLT, uint32_t, lane_float, (float)(int32_t)(x >> 24))
LANE_OP(FLT32_TO_FLT16, lane_float, uint32_t, float16_from_bits(float_bits(x)))
UINT_OP(FLT16_TO_FLT32, float16_to_bits(x & 0xffffu))

/* Transcendental operations: the exact function rounded once, through double precision. */
static inline float limit_infinity(float x, float limit)
{
    return isinf(x) ? copysignf(limit, x) : x;
}

/* sin(2 pi x) and its quarter-turn shift. Multiples of a quarter turn are exact. */
static float sine_of_turns(float x, unsigned quarters)
{
    if (!isfinite(x))
        return NAN;
    const double turns = (double)x - rint((double)x);
    const double quarter = rint(turns * 4.0);
    const double angle = (turns * 4.0 - quarter) * M_PI_2;
    switch (((unsigned)(int)quarter + quarters) & 3u) {
    case 0:
        return (float)sin(angle);
    case 1:
        return (float)cos(angle);
    case 2:
        return (float)-sin(angle);
    default:
        return (float)-cos(angle);
    }
}

FLOAT_OP(EXP_IEEE, (float)exp2((double)x))
FLOAT_OP(LOG_IEEE, (float)log2((double)x))
FLOAT_OP(LOG_CLAMPED, limit_infinity((float)log2((double)x), 3.402823466e38f))
FLOAT_OP(RECIP_IEEE, 1.0f / x)
FLOAT_OP(RECIP_CLAMPED, limit_infinity(1.0f / x, 3.402823466e38f))
FLOAT_OP(RECIP_FF, limit_infinity(1.0f / x, 0.0f))
FLOAT_OP(RECIPSQRT_IEEE, (float)(1.0 / sqrt((double)x)))
FLOAT_OP(RECIPSQRT_CLAMPED, limit_infinity((float)(1.0 / sqrt((double)x)), 3.402823466e38f))
FLOAT_OP(RECIPSQRT_FF, limit_infinity((float)(1.0 / sqrt((double)x)), 0.0f))
FLOAT_OP(SQRT_IEEE, sqrtf(x))
FLOAT_OP(SIN, sine_of_turns(x, 0))
FLOAT_OP(COS, sine_of_turns(x, 1))

#define SAME(name)         [HW_ALU_OP_##name] = op_##name
#define AS(name, function) [HW_ALU_OP_##name] = op_##function

static void modify(uint32_t *d, const uint32_t *a, uint32_t and_mask, uint32_t xor_mask, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = (a[i] & and_mask) ^ xor_mask;
}

static void flush(uint32_t *d, const uint32_t *a, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = a[i] & 0x7f800000u ? a[i] : a[i] & 0x80000000u;
}

static void finish(uint32_t *dst, unsigned how, unsigned n)
{
    static const float factor[4] = {1.0f, 2.0f, 4.0f, 0.5f};
    lane_float *d = (lane_float *)dst;
    const float scale = factor[how >> SIM_OUT_OMOD_SHIFT & 3u];
    if (scale != 1.0f)
        SIM_FOR_LANES(i, n) d[i] *= scale;
    if (how & SIM_OUT_DX10_CLAMP)
        SIM_FOR_LANES(i, n) d[i] = d[i] > 0.0f ? (d[i] < 1.0f ? d[i] : 1.0f) : 0.0f;
    else if (how & SIM_OUT_CLAMP)
        SIM_FOR_LANES(i, n) d[i] = d[i] <= 0.0f ? 0.0f : (d[i] >= 1.0f ? 1.0f : d[i]);
    if (how & SIM_OUT_FLUSH)
        flush(dst, dst, n);
}

static void blend(uint32_t *d, const uint32_t *a, const uint32_t *mask, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = (a[i] & mask[i]) | (d[i] & ~mask[i]);
}

static void fill(uint32_t *d, uint32_t value, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = value;
}

static void expand(uint32_t *mask, uint64_t bits, unsigned n)
{
    const uint32_t low = (uint32_t)bits, high = (uint32_t)(bits >> 32);
    SIM_FOR_LANES(i, n) mask[i] = 0u - ((i < 32 ? low : high) >> (i & 31u) & 1u);
}

static uint64_t sign_bits(const uint32_t *a, unsigned n)
{
    uint64_t bits = 0;
#if defined(__AVX512DQ__)
    for (unsigned i = 0; i < n; i += 16)
        bits |= (uint64_t)_mm512_movepi32_mask(_mm512_loadu_si512(a + i)) << i;
#elif defined(__AVX__)
    for (unsigned i = 0; i < n; i += 8)
        bits |= (uint64_t)(uint32_t)_mm256_movemask_ps(_mm256_loadu_ps((const float *)(a + i)))
                << i;
#elif defined(__SSE2__)
    for (unsigned i = 0; i < n; i += 4)
        bits |= (uint64_t)(uint32_t)_mm_movemask_ps(_mm_loadu_ps((const float *)(a + i))) << i;
#else
    for (unsigned i = 0; i < n; i++)
        bits |= (uint64_t)(a[i] >> 31) << i;
#endif
    return bits;
}

extern const struct sim_alu_lanes SIM_TABLE(sim_alu_lanes);
const struct sim_alu_lanes SIM_TABLE(sim_alu_lanes) = {
    .modify = modify,
    .flush = flush,
    .finish = finish,
    .blend = blend,
    .fill = fill,
    .expand = expand,
    .bits = sign_bits,
    .alu =
        {
            SAME(ADD),
            SAME(MUL),
            SAME(MUL_IEEE),
            SAME(MAX),
            SAME(MIN),
            SAME(MAX_DX10),
            SAME(MIN_DX10),
            SAME(SETE),
            SAME(SETGT),
            SAME(SETGE),
            SAME(SETNE),
            SAME(SETE_DX10),
            SAME(SETGT_DX10),
            SAME(SETGE_DX10),
            SAME(SETNE_DX10),
            SAME(FRACT),
            SAME(TRUNC),
            SAME(CEIL),
            SAME(RNDNE),
            SAME(FLOOR),
            SAME(ASHR_INT),
            SAME(LSHR_INT),
            SAME(LSHL_INT),
            SAME(MOV),
            SAME(AND_INT),
            SAME(OR_INT),
            SAME(XOR_INT),
            SAME(NOT_INT),
            SAME(ADD_INT),
            SAME(SUB_INT),
            SAME(MAX_INT),
            SAME(MIN_INT),
            SAME(MAX_UINT),
            SAME(MIN_UINT),
            SAME(SETE_INT),
            SAME(SETGT_INT),
            SAME(SETGE_INT),
            SAME(SETNE_INT),
            SAME(SETGT_UINT),
            SAME(SETGE_UINT),
            SAME(BFREV_INT),
            SAME(ADDC_UINT),
            SAME(SUBB_UINT),
            SAME(EXP_IEEE),
            SAME(LOG_CLAMPED),
            SAME(LOG_IEEE),
            SAME(RECIP_CLAMPED),
            SAME(RECIP_FF),
            SAME(RECIP_IEEE),
            SAME(RECIPSQRT_CLAMPED),
            SAME(RECIPSQRT_FF),
            SAME(RECIPSQRT_IEEE),
            SAME(SQRT_IEEE),
            SAME(SIN),
            SAME(COS),
            SAME(MULLO_INT),
            SAME(MULHI_INT),
            AS(MULLO_UINT, MULLO_INT),
            SAME(MULHI_UINT),
            SAME(RECIP_INT),
            SAME(RECIP_UINT),
            SAME(FLT_TO_INT),
            SAME(FLT_TO_UINT),
            SAME(INT_TO_FLT),
            SAME(UINT_TO_FLT),
            SAME(BFM_INT),
            SAME(FLT32_TO_FLT16),
            SAME(FLT16_TO_FLT32),
            SAME(UBYTE0_FLT),
            SAME(UBYTE1_FLT),
            SAME(UBYTE2_FLT),
            SAME(UBYTE3_FLT),
            SAME(BCNT_INT),
            SAME(FFBH_UINT),
            SAME(FFBL_INT),
            SAME(FFBH_INT),
            SAME(FLT_TO_INT_RPI),
            SAME(FLT_TO_INT_FLOOR),
            SAME(MULHI_UINT24),
            SAME(MBCNT_32HI_INT),
            SAME(MUL_UINT24),
            SAME(BCNT_ACCUM_PREV_INT),
            SAME(MBCNT_32LO_ACCUM_PREV_INT),
            SAME(BFE_UINT),
            SAME(BFE_INT),
            SAME(BFI_INT),
            SAME(FMA),
            SAME(LERP_UINT),
            SAME(BIT_ALIGN_INT),
            SAME(BYTE_ALIGN_INT),
            SAME(SAD_ACCUM_UINT),
            SAME(SAD_ACCUM_HI_UINT),
            SAME(MULADD_UINT24),
            SAME(MULADD),
            SAME(MULADD_M2),
            SAME(MULADD_M4),
            SAME(MULADD_D2),
            SAME(MULADD_IEEE),
            SAME(CNDE),
            SAME(CNDGT),
            SAME(CNDGE),
            SAME(CNDE_INT),
            SAME(CNDGT_INT),
            SAME(CNDGE_INT),
            AS(PRED_SETE, SETE_DX10),
            AS(PRED_SETGT, SETGT_DX10),
            AS(PRED_SETGE, SETGE_DX10),
            AS(PRED_SETNE, SETNE_DX10),
            AS(PRED_SETE_INT, SETE_INT),
            AS(PRED_SETGT_INT, SETGT_INT),
            AS(PRED_SETGE_INT, SETGE_INT),
            AS(PRED_SETNE_INT, SETNE_INT),
            AS(PRED_SETGT_UINT, SETGT_UINT),
            AS(PRED_SETGE_UINT, SETGE_UINT),
            AS(DOT4, MUL),
            AS(DOT4_IEEE, MUL_IEEE),
            AS(MAX4, MOV),
            AS(MOVA_INT, MOV),
        },
};
