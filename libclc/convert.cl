// SPDX-License-Identifier: MIT
/* convert.cl: conversions that libclc's round or saturate wrongly: saturated ones of float to 64-bit
 * integers, and those of 32-bit and 64-bit integers to float with a rounding mode. */

#include "vectors.h"

/* ---- float to 64 bits ---- */

static long saturate_long(float x)
{
    long inside = x >= 0x1p63f ? LONG_MAX : (long)x;
    return isnan(x) ? 0 : x < -0x1p63f ? LONG_MIN : inside;
}

static ulong saturate_ulong(float x)
{
    ulong inside = x >= 0x1p64f ? ULONG_MAX : (ulong)x;
    return x > 0.0f ? inside : 0;
}

#define SATURATE(to, mode, round)                                                                  \
    to OVERLOAD convert_##to##_sat##mode(float x)                                                  \
    {                                                                                              \
        return saturate_##to(round(x));                                                            \
    }                                                                                              \
    VECTORS(_sat##mode, to, float)

#define ALL_SATURATE(to)                                                                           \
    SATURATE(to, , trunc)                                                                          \
    SATURATE(to, _rte, rint)                                                                       \
    SATURATE(to, _rtz, trunc)                                                                      \
    SATURATE(to, _rtp, ceil)                                                                       \
    SATURATE(to, _rtn, floor)

ALL_SATURATE(long)
ALL_SATURATE(ulong)

/* ---- integers to float ---- */

enum { FLOAT_BITS = 24 };

/* The 24 leading bits, which a float holds exactly. */
static uint OVERLOAD leading_bits(uint x)
{
    int extra = max(32 - FLOAT_BITS - (int)clz(x), 0);
    return x >> extra << extra;
}

static ulong OVERLOAD leading_bits(ulong x)
{
    int extra = max(64 - FLOAT_BITS - (int)clz(x), 0);
    return x >> extra << extra;
}

#define TO_FLOAT(from)                                                                             \
    float OVERLOAD convert_float_rtz(from x)                                                       \
    {                                                                                              \
        return (float)leading_bits(x);                                                             \
    }                                                                                              \
    float OVERLOAD convert_float_rtn(from x)                                                       \
    {                                                                                              \
        return (float)leading_bits(x);                                                             \
    }                                                                                              \
    float OVERLOAD convert_float_rtp(from x)                                                       \
    {                                                                                              \
        from low = leading_bits(x);                                                                \
        return as_float(as_int((float)low) + (low != x));                                          \
    }                                                                                              \
    VECTORS(_rtz, float, from)                                                                     \
    VECTORS(_rtn, float, from)                                                                     \
    VECTORS(_rtp, float, from)

TO_FLOAT(uint)
TO_FLOAT(ulong)

/* By the magnitude; the directions change sides with the sign. */
#define TO_FLOAT_SIGNED(from)                                                                      \
    float OVERLOAD convert_float_rtz(from x)                                                       \
    {                                                                                              \
        float size = convert_float_rtz(abs(x));                                                    \
        return x < 0 ? -size : size;                                                               \
    }                                                                                              \
    float OVERLOAD convert_float_rtn(from x)                                                       \
    {                                                                                              \
        return x < 0 ? -convert_float_rtp(abs(x)) : convert_float_rtz(abs(x));                     \
    }                                                                                              \
    float OVERLOAD convert_float_rtp(from x)                                                       \
    {                                                                                              \
        return x < 0 ? -convert_float_rtz(abs(x)) : convert_float_rtp(abs(x));                     \
    }                                                                                              \
    VECTORS(_rtz, float, from)                                                                     \
    VECTORS(_rtn, float, from)                                                                     \
    VECTORS(_rtp, float, from)

TO_FLOAT_SIGNED(int)
TO_FLOAT_SIGNED(long)
