/* SPDX-License-Identifier: MIT */
/* lanes_memory.c: addresses, gathers and channel conversions over lanes. Built once for each host
 * instruction set. */
#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/float16.h"
#include "driver/sim/lanes/gather.h"
#include "driver/sim/lanes/lanes.h"
#include "driver/sim/lanes/texel.h"

typedef float __attribute__((may_alias)) lane_float;

static void min_max(const uint32_t *a, const uint32_t *mask, unsigned n, uint32_t *min,
                    uint32_t *max)
{
    uint32_t low = ~0u, high = 0;
    SIM_FOR_LANES(i, n)
    {
        const uint32_t up = a[i] | ~mask[i], down = a[i] & mask[i];
        low = up < low ? up : low;
        high = down > high ? down : high;
    }
    *min = low;
    *max = high;
}

static void offsets(uint32_t *d, const uint32_t *a, uint32_t base, uint32_t scale,
                    const uint32_t *mask, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = ((a[i] - base) & mask[i]) * scale;
}

static bool contiguous(const uint32_t *a, uint32_t step, unsigned n)
{
    const uint32_t first = a[0];
    uint32_t difference = 0;
    SIM_FOR_LANES(i, n) difference |= a[i] ^ (first + step * i);
    return !difference;
}

static void gather(uint32_t *d, const uint8_t *base, const uint32_t *offset, unsigned n)
{
    sim_gather(d, base, offset, 1, sim_whole_steps(n));
}

/* Reading: a channel's bits to a register. */

#define DECODE(name, type, expression)                                                             \
    static void decode_##name(uint32_t *dst, const uint32_t *raw, unsigned shift, unsigned bits,   \
                              unsigned n)                                                          \
    {                                                                                              \
        type *d = (type *)dst;                                                                     \
        const unsigned spare = 32u - bits;                                                         \
        const uint32_t mask = HW_MASK(bits);                                                       \
        (void)spare, (void)mask;                                                                   \
        SIM_FOR_LANES(i, n)                                                                        \
        {                                                                                          \
            const uint32_t u = raw[i] >> shift & mask;                                             \
            const int32_t s = (int32_t)(raw[i] >> shift << spare) >> spare;                        \
            (void)u, (void)s;                                                                      \
            d[i] = (expression);                                                                   \
        }                                                                                          \
    }

DECODE(none, uint32_t, 0)
DECODE(one, uint32_t, 0x3f800000u)
DECODE(one_int, uint32_t, 1)
DECODE(copy, uint32_t, u)
DECODE(uint, uint32_t, u)
DECODE(sint, int32_t __attribute__((may_alias)), s)
DECODE(uscaled, lane_float, (float)u)
DECODE(sscaled, lane_float, (float)s)
DECODE(half, uint32_t, float16_to_bits(u))
DECODE(narrow, uint32_t, float16_to_bits(u << (15 - bits)))
DECODE(shared, lane_float, (float)u *ldexpf(1, (int)(raw[i] >> 27) - 24)) /* 9 bits of mantissa */
DECODE(srgb, lane_float, sim_srgb_values[u & 0xffu])
/* Up to 24 bits single precision holds every value. The quotient is rounded once; where the host
 * fuses multiplication and addition, correcting a product by its remainder gives the same faster.
 */
static inline float quotient(int32_t value, int32_t by)
{
    const float divisor = (float)by, dividend = (float)value;
#if defined(__FMA__)
    const float reciprocal = 1.0f / divisor, product = dividend * reciprocal;
    return fmaf(fmaf(-product, divisor, dividend), reciprocal, product);
#else
    return dividend / divisor;
#endif
}

DECODE(unorm_small, lane_float, quotient((int32_t)u, (int32_t)mask))
DECODE(unorm_large, lane_float, (float)((double)u / (double)mask))
DECODE(snorm_small, lane_float, fmaxf(quotient(s, (int32_t)(mask >> 1)), -1.0f))
DECODE(snorm_large, lane_float, (float)fmax((double)s / (double)(mask >> 1), -1.0))

/* Floats hold numbers of 24 bits; wider channels are computed with doubles. */
#define BY_WIDTH(name)                                                                             \
    static void name(uint32_t *to, const uint32_t *from, unsigned shift, unsigned bits,            \
                     unsigned n)                                                                   \
    {                                                                                              \
        (bits <= 24 ? name##_small : name##_large)(to, from, shift, bits, n);                      \
    }

BY_WIDTH(decode_unorm)
BY_WIDTH(decode_snorm)

/* Writing: a register to a channel's bits. Integers saturate, as conversions in the language do. */

#define ENCODE(name, type, expression)                                                             \
    static void encode_##name(uint32_t *raw, const uint32_t *value, unsigned shift, unsigned bits, \
                              unsigned n)                                                          \
    {                                                                                              \
        const type *v = (const type *)value;                                                       \
        const uint32_t mask = HW_MASK(bits);                                                       \
        const int32_t top = (int32_t)(mask >> 1);                                                  \
        (void)top;                                                                                 \
        SIM_FOR_LANES(i, n)                                                                        \
        {                                                                                          \
            const type x = v[i];                                                                   \
            raw[i] |= ((uint32_t)(expression) & mask) << shift;                                    \
        }                                                                                          \
    }

/* NaN fails both comparisons with its left side and so becomes the lower limit, or 0. */
static inline float scale_unorm(float x, float most)
{
    /* The product is limited, not the factor: hosts do that in one operation, where a choice of
     * factors becomes one of products. Rounded products do not fall where a factor rises. */
    const float positive = x > 0.0f ? x : 0.0f, scaled = positive * most;
    return scaled < most ? scaled : most;
}

/* To the nearest whole number, even of two: as the lowest bits of a sum that has no others. */
static inline uint32_t round_unorm(float x, unsigned bits)
{
    return bits <= 22 ? float_bits(x + 0x1.8p23f) : (uint32_t)rintf(x);
}

static inline float clamp_snorm(float x)
{
    const float number = x == x ? x : 0.0f;
    return number > -1.0f ? (number < 1.0f ? number : 1.0f) : -1.0f;
}

ENCODE(copy, uint32_t, x)
ENCODE(uint, uint32_t, x < mask ? x : mask)
ENCODE(sint, int32_t __attribute__((may_alias)), x > top ? top : (x < -top - 1 ? -top - 1 : x))
ENCODE(unorm_small, lane_float, round_unorm(scale_unorm(x, (float)(int32_t)mask), bits))
ENCODE(unorm_large, lane_float, (int64_t)rint((double)scale_unorm(x, 1.0f) * (double)mask))
ENCODE(snorm_small, lane_float, (int32_t)rintf(clamp_snorm(x) * (float)top))
ENCODE(snorm_large, lane_float, (int64_t)rint((double)clamp_snorm(x) * (double)top))
ENCODE(half, uint32_t, float16_from_bits(x))
ENCODE(narrow, uint32_t, float16_narrow(x, bits - 5))

static void encode_none(uint32_t *raw, const uint32_t *value, unsigned shift, unsigned bits,
                        unsigned n)
{
    (void)raw, (void)value, (void)shift, (void)bits, (void)n;
}

BY_WIDTH(encode_unorm)
BY_WIDTH(encode_snorm)

extern const struct sim_memory_lanes SIM_TABLE(sim_memory_lanes);
const struct sim_memory_lanes SIM_TABLE(sim_memory_lanes) = {
    .min_max = min_max,
    .offsets = offsets,
    .contiguous = contiguous,
    .gather = gather,
    .decode =
        {
            [SIM_CHANNEL_NONE] = decode_none,
            [SIM_CHANNEL_ONE] = decode_one,
            [SIM_CHANNEL_ONE_INT] = decode_one_int,
            [SIM_CHANNEL_COPY] = decode_copy,
            [SIM_CHANNEL_UINT] = decode_uint,
            [SIM_CHANNEL_SINT] = decode_sint,
            [SIM_CHANNEL_UNORM] = decode_unorm,
            [SIM_CHANNEL_SNORM] = decode_snorm,
            [SIM_CHANNEL_USCALED] = decode_uscaled,
            [SIM_CHANNEL_SSCALED] = decode_sscaled,
            [SIM_CHANNEL_HALF] = decode_half,
            [SIM_CHANNEL_SRGB] = decode_srgb,
            [SIM_CHANNEL_NARROW] = decode_narrow,
            [SIM_CHANNEL_SHARED] = decode_shared,
        },
    .encode =
        {
            [SIM_CHANNEL_NONE] = encode_none,
            [SIM_CHANNEL_ONE] = encode_none,
            [SIM_CHANNEL_ONE_INT] = encode_none,
            [SIM_CHANNEL_COPY] = encode_copy,
            [SIM_CHANNEL_UINT] = encode_uint,
            [SIM_CHANNEL_SINT] = encode_sint,
            [SIM_CHANNEL_UNORM] = encode_unorm,
            [SIM_CHANNEL_SNORM] = encode_snorm,
            [SIM_CHANNEL_USCALED] = encode_uint,
            [SIM_CHANNEL_SSCALED] = encode_sint,
            [SIM_CHANNEL_HALF] = encode_half,
            [SIM_CHANNEL_SRGB] = encode_none,
            [SIM_CHANNEL_NARROW] = encode_narrow,
            [SIM_CHANNEL_SHARED] = encode_none,
        },
};
