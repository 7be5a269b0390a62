// SPDX-License-Identifier: MIT
/* convert.cl: saturated conversions of double to integers, of which libclc's are wrong for
 * NaN and at the limits of 64 bits, and conversions to float, and of 64-bit integers, with a rounding mode. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "vectors.h"

#define SIGN 0x8000000000000000UL

/* ---- integers ---- */

/* `above` is the first whole number behind the largest. */
#define SATURATE(to, lowest, largest, above)                                                       \
    static to saturate_##to(double x)                                                              \
    {                                                                                              \
        to inside = x >= above ? largest : x <= (double)lowest ? lowest : (to)x;                   \
        return isnan(x) ? 0 : inside;                                                              \
    }                                                                                              \
    SATURATE_MODE(to, , trunc)                                                                     \
    SATURATE_MODE(to, _rte, rint)                                                                  \
    SATURATE_MODE(to, _rtz, trunc)                                                                 \
    SATURATE_MODE(to, _rtp, ceil)                                                                  \
    SATURATE_MODE(to, _rtn, floor)

#define SATURATE_MODE(to, mode, round)                                                             \
    to OVERLOAD convert_##to##_sat##mode(double x)                                                 \
    {                                                                                              \
        return saturate_##to(round(x));                                                            \
    }                                                                                              \
    VECTORS(_sat##mode, to, double)

SATURATE(char, CHAR_MIN, CHAR_MAX, 0x1p7)
SATURATE(uchar, 0, UCHAR_MAX, 0x1p8)
SATURATE(short, SHRT_MIN, SHRT_MAX, 0x1p15)
SATURATE(ushort, 0, USHRT_MAX, 0x1p16)
SATURATE(int, INT_MIN, INT_MAX, 0x1p31)
SATURATE(uint, 0, UINT_MAX, 0x1p32)
SATURATE(long, LONG_MIN, LONG_MAX, 0x1p63)
SATURATE(ulong, 0, ULONG_MAX, 0x1p64)

/* ---- float ---- */

/* The nearest float, or its neighbour on the wanted side: away from zero or towards it. */
static float directed(double x, bool away)
{
    float near = (float)x;
    double size = as_double(as_ulong(x) & ~SIGN);
    double back = as_double(as_ulong((double)near) & ~SIGN);
    return as_float(as_uint(near) + (away ? back < size : 0) - (away ? 0 : back > size));
}

float OVERLOAD convert_float_rtz(double x)
{
    return directed(x, false);
}

float OVERLOAD convert_float_rtp(double x)
{
    return directed(x, as_long(x) >= 0);
}

float OVERLOAD convert_float_rtn(double x)
{
    return directed(x, as_long(x) < 0);
}

VECTORS(_rtz, float, double)
VECTORS(_rtp, float, double)
VECTORS(_rtn, float, double)

/* ---- from 64 bits ---- */

/* The 53 leading bits, which a double holds exactly, or the next double above. */
static double rounded(ulong n, bool up)
{
    int extra = max(11 - (int)clz(n), 0);
    ulong low = n >> extra << extra;
    return as_double(as_ulong((double)low) + (up && low != n));
}

#define FROM_64(mode, up_if_positive, up_if_negative)                                              \
    double OVERLOAD convert_double##mode(ulong n)                                                  \
    {                                                                                              \
        return rounded(n, up_if_positive);                                                         \
    }                                                                                              \
    double OVERLOAD convert_double##mode(long n)                                                   \
    {                                                                                              \
        return n < 0 ? -rounded(-(ulong)n, up_if_negative) : rounded(n, up_if_positive);           \
    }                                                                                              \
    VECTORS(mode, double, ulong)                                                                   \
    VECTORS(mode, double, long)

FROM_64(_rtz, false, false)
FROM_64(_rtp, true, false)
FROM_64(_rtn, false, true)
