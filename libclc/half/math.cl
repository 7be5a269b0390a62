/* SPDX-License-Identifier: MIT */
/* math.cl: functions of half by those of float. */
#include "half/half.h"

/* One function for one width: WIDE1 to WIDE3 have the parameters that are halves of that width. */
#define UNARY(name, width)                                                                         \
    half##width OVERLOAD name(half##width x)                                                       \
    {                                                                                              \
        return narrow(name(wide(x)));                                                              \
    }
#define BINARY(name, width)                                                                        \
    half##width OVERLOAD name(half##width x, half##width y)                                        \
    {                                                                                              \
        return narrow(name(wide(x), wide(y)));                                                     \
    }
#define TERNARY(name, width)                                                                       \
    half##width OVERLOAD name(half##width x, half##width y, half##width z)                         \
    {                                                                                              \
        return narrow(name(wide(x), wide(y), wide(z)));                                            \
    }
/* With whole numbers beside. */
#define SCALED(name, width)                                                                        \
    half##width OVERLOAD name(half##width x, int##width n)                                         \
    {                                                                                              \
        return narrow(name(wide(x), n));                                                           \
    }

#define ALL_OF_WIDTH(w)                                                                            \
    UNARY(acos, w) UNARY(acosh, w) UNARY(acospi, w) UNARY(asin, w) UNARY(asinh, w)                 \
    UNARY(asinpi, w) UNARY(atan, w) UNARY(atanh, w) UNARY(atanpi, w) UNARY(cbrt, w)                \
    UNARY(ceil, w) UNARY(cos, w) UNARY(cosh, w) UNARY(cospi, w) UNARY(erf, w) UNARY(erfc, w)       \
    UNARY(exp, w) UNARY(exp2, w) UNARY(exp10, w) UNARY(expm1, w) UNARY(fabs, w)                    \
    UNARY(floor, w) UNARY(lgamma, w) UNARY(log, w) UNARY(log2, w) UNARY(log10, w)                  \
    UNARY(log1p, w) UNARY(logb, w) UNARY(rint, w) UNARY(round, w) UNARY(rsqrt, w)                  \
    UNARY(sin, w) UNARY(sinh, w) UNARY(sinpi, w) UNARY(sqrt, w) UNARY(tan, w) UNARY(tanh, w)       \
    UNARY(tanpi, w) UNARY(tgamma, w) UNARY(trunc, w) UNARY(degrees, w) UNARY(radians, w)           \
    UNARY(sign, w)                                                                                 \
    BINARY(atan2, w) BINARY(atan2pi, w) BINARY(copysign, w) BINARY(fdim, w) BINARY(fmax, w)        \
    BINARY(fmin, w) BINARY(fmod, w) BINARY(hypot, w) BINARY(maxmag, w) BINARY(minmag, w)           \
    BINARY(pow, w) BINARY(powr, w) BINARY(remainder, w) BINARY(max, w) BINARY(min, w)              \
    BINARY(step, w)                                                                                \
    TERNARY(clamp, w) TERNARY(mix, w) TERNARY(smoothstep, w)                                       \
    SCALED(ldexp, w) SCALED(pown, w) SCALED(rootn, w)

HALF_WIDTHS(ALL_OF_WIDTH)

/* ---- a scalar for all elements ---- */

#define WITH_SCALAR(w)                                                                             \
    half##w OVERLOAD fmax(half##w x, half y)                                                       \
    {                                                                                              \
        return fmax(x, (half##w)y);                                                                \
    }                                                                                              \
    half##w OVERLOAD fmin(half##w x, half y)                                                       \
    {                                                                                              \
        return fmin(x, (half##w)y);                                                                \
    }                                                                                              \
    half##w OVERLOAD max(half##w x, half y)                                                        \
    {                                                                                              \
        return max(x, (half##w)y);                                                                 \
    }                                                                                              \
    half##w OVERLOAD min(half##w x, half y)                                                        \
    {                                                                                              \
        return min(x, (half##w)y);                                                                 \
    }                                                                                              \
    half##w OVERLOAD step(half edge, half##w x)                                                    \
    {                                                                                              \
        return step((half##w)edge, x);                                                             \
    }                                                                                              \
    half##w OVERLOAD clamp(half##w x, half low, half high)                                         \
    {                                                                                              \
        return clamp(x, (half##w)low, (half##w)high);                                              \
    }                                                                                              \
    half##w OVERLOAD mix(half##w x, half##w y, half a)                                             \
    {                                                                                              \
        return mix(x, y, (half##w)a);                                                              \
    }                                                                                              \
    half##w OVERLOAD smoothstep(half low, half high, half##w x)                                    \
    {                                                                                              \
        return smoothstep((half##w)low, (half##w)high, x);                                         \
    }                                                                                              \
    half##w OVERLOAD ldexp(half##w x, int n)                                                       \
    {                                                                                              \
        return ldexp(x, (int##w)n);                                                                \
    }

HALF_VECTORS(WITH_SCALAR)

/* ---- fused ---- */

/* The product is exact as a float. The sum is made odd where it is not exact: a float has more than two
 * bits behind those of a half, so that rounding to half then rounds the exact sum. Odd is the sum that
 * was rounded towards zero, with its last bit set. */
half OVERLOAD fma(half x, half y, half z)
{
    float product = wide(x) * wide(y), addend = wide(z), sum = product + addend;
    float part = sum - product;
    float rest = (product - (sum - part)) + (addend - part); /* NaN where the sum is not finite */
    uint towards_zero = as_uint((as_int(rest) ^ as_int(sum)) >> 31); /* minus one, or zero */
    uint odd = (as_uint(sum) + towards_zero) | 1;
    return (half)(fabs(rest) > 0.0f ? as_float(odd) : sum);
}

#define FUSED(w, h)                                                                                \
    half##w OVERLOAD fma(half##w x, half##w y, half##w z)                                          \
    {                                                                                              \
        return (half##w)(fma(x.lo, y.lo, z.lo), fma(x.hi, y.hi, z.hi));                            \
    }
FUSED(2, )
half3 OVERLOAD fma(half3 x, half3 y, half3 z)
{
    return (half3)(fma(x.xy, y.xy, z.xy), fma(x.z, y.z, z.z));
}
FUSED(4, 2)
FUSED(8, 4)
FUSED(16, 8)

#define MAD(w)                                                                                     \
    half##w OVERLOAD mad(half##w x, half##w y, half##w z)                                          \
    {                                                                                              \
        return narrow(wide(x) * wide(y) + wide(z));                                                \
    }
HALF_WIDTHS(MAD)

/* ---- two results ---- */

#define TWO_RESULTS(space, w)                                                                      \
    half##w OVERLOAD fract(half##w x, space half##w *whole)                                        \
    {                                                                                              \
        float##w below;                                                                            \
        float##w part = fract(wide(x), &below);                                                    \
        *whole = narrow(below);                                                                    \
        return narrow(min(part, (float##w)0x1.ffcp-1f)); /* the largest half below 1 */            \
    }                                                                                              \
    half##w OVERLOAD modf(half##w x, space half##w *whole)                                         \
    {                                                                                              \
        float##w part;                                                                             \
        half##w fraction = narrow(modf(wide(x), &part));                                           \
        *whole = narrow(part);                                                                     \
        return fraction;                                                                           \
    }                                                                                              \
    half##w OVERLOAD sincos(half##w x, space half##w *cosine)                                      \
    {                                                                                              \
        *cosine = cos(x);                                                                          \
        return sin(x);                                                                             \
    }                                                                                              \
    half##w OVERLOAD frexp(half##w x, space int##w *exponent)                                      \
    {                                                                                              \
        int##w n;                                                                                  \
        half##w mantissa = narrow(frexp(wide(x), &n));                                             \
        *exponent = n;                                                                             \
        return mantissa;                                                                           \
    }                                                                                              \
    half##w OVERLOAD lgamma_r(half##w x, space int##w *sign)                                       \
    {                                                                                              \
        int##w n;                                                                                  \
        half##w result = narrow(lgamma_r(wide(x), &n));                                            \
        *sign = n;                                                                                 \
        return result;                                                                             \
    }                                                                                              \
    half##w OVERLOAD remquo(half##w x, half##w y, space int##w *quotient)                          \
    {                                                                                              \
        int##w n;                                                                                  \
        half##w result = narrow(remquo(wide(x), wide(y), &n));                                     \
        *quotient = n;                                                                             \
        return result;                                                                             \
    }
#define TWO_RESULTS_ALL(w)                                                                         \
    TWO_RESULTS(global, w)                                                                         \
    TWO_RESULTS(local, w)                                                                          \
    TWO_RESULTS(private, w)
HALF_WIDTHS(TWO_RESULTS_ALL)

/* ---- by bits ---- */

#define BY_BITS(w)                                                                                 \
    int##w OVERLOAD ilogb(half##w x)                                                               \
    {                                                                                              \
        return ilogb(wide(x));                                                                     \
    }                                                                                              \
    half##w OVERLOAD nan(ushort##w code)                                                           \
    {                                                                                              \
        return as_half##w((ushort##w)(code | (ushort##w)0x7e00));                                  \
    }
HALF_WIDTHS(BY_BITS)

/* Halves in the order of their numbers: the step to a neighbour is 1. */
static short in_order(short bits)
{
    return bits < 0 ? (short)(-0x8000 - bits) : bits;
}

half OVERLOAD nextafter(half x, half y)
{
    short from = in_order(as_short(x)), to = in_order(as_short(y));
    short next = in_order((short)(from + (from < to) - (from > to)));
    if (isnan(wide(x)) || isnan(wide(y)))
        return x + y;
    return from == to ? y : as_half((short)(next == 0 && from < 0 ? -0x8000 : next));
}

#define NEXT(w, h)                                                                                 \
    half##w OVERLOAD nextafter(half##w x, half##w y)                                               \
    {                                                                                              \
        return (half##w)(nextafter(x.lo, y.lo), nextafter(x.hi, y.hi));                            \
    }
NEXT(2, )
half3 OVERLOAD nextafter(half3 x, half3 y)
{
    return (half3)(nextafter(x.xy, y.xy), nextafter(x.z, y.z));
}
NEXT(4, 2)
NEXT(8, 4)
NEXT(16, 8)

/* ---- geometry ---- */

#define GEOMETRY(w)                                                                                \
    half OVERLOAD dot(half##w x, half##w y)                                                        \
    {                                                                                              \
        return (half)dot(wide(x), wide(y));                                                        \
    }                                                                                              \
    half OVERLOAD length(half##w x)                                                                \
    {                                                                                              \
        return (half)length(wide(x));                                                              \
    }                                                                                              \
    half OVERLOAD distance(half##w x, half##w y)                                                   \
    {                                                                                              \
        return (half)distance(wide(x), wide(y));                                                   \
    }                                                                                              \
    half##w OVERLOAD normalize(half##w x)                                                          \
    {                                                                                              \
        return narrow(normalize(wide(x)));                                                         \
    }
GEOMETRY()
GEOMETRY(2)
GEOMETRY(3)
GEOMETRY(4)
BINARY(cross, 3)
BINARY(cross, 4)
