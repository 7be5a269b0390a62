// SPDX-License-Identifier: MIT
/* math_exact.cl: functions of float whose results are exact, or rounded once, where libclc's lose
 * denormals or signs of zero. */
#include "math.h"

enum { MAGNITUDE = 0x7fffffff, SIGN = -0x7fffffff - 1, INFINITE = 0x7f800000 };

float OVERLOAD ldexp(float x, int n)
{
    return __builtin_ldexpf(x, n);
}

BINARY_VECTORS(ldexp, int)
BINARY_SPLATS(ldexp, int)

float OVERLOAD fmax(float x, float y)
{
    return __builtin_fmaxf(x, y);
}

BINARY_VECTORS(fmax, float)
BINARY_SPLATS(fmax, float)

float OVERLOAD fmin(float x, float y)
{
    return __builtin_fminf(x, y);
}

BINARY_VECTORS(fmin, float)
BINARY_SPLATS(fmin, float)

float OVERLOAD fdim(float x, float y)
{
    return isunordered(x, y) ? NAN : x > y ? x - y : 0.0f;
}

BINARY_VECTORS(fdim, float)

float OVERLOAD maxmag(float x, float y)
{
    float a = fabs(x), b = fabs(y);
    return a > b ? x : b > a ? y : fmax(x, y);
}

BINARY_VECTORS(maxmag, float)

float OVERLOAD minmag(float x, float y)
{
    float a = fabs(x), b = fabs(y);
    return a < b ? x : b < a ? y : fmin(x, y);
}

BINARY_VECTORS(minmag, float)

float OVERLOAD nextafter(float x, float y)
{
    int bits = as_int(x);
    float next = as_float((x < y) == (x > 0.0f) ? bits + 1 : bits - 1);
    next = x == 0.0f ? as_float((as_int(y) & SIGN) | 1) : next;
    return isunordered(x, y) ? NAN : x == y ? y : next;
}

BINARY_VECTORS(nextafter, float)

/* ---- remainders ---- */

/* A positive finite float: mantissa * 2^exponent, the mantissa's bit 23 set. */
struct parts {
    uint mantissa;
    int exponent;
};

static struct parts parts_of(uint bits)
{
    struct parts parts = {(bits & 0x7fffff) | 0x800000, (int)(bits >> 23) - 150};
    int shift = bits ? (int)clz(bits) - 8 : 0;
    if (bits < 0x800000) {
        parts.mantissa = bits << shift;
        parts.exponent = -149 - shift;
    }
    return parts;
}

struct division {
    uint rest, divisor; /* times 2^exponent */
    int exponent;
    uint quotient; /* its low bits */
};

/* Long division of positive finite numbers, eight bits at a time: their quotient by floats is right
 * or, the reciprocal being a little low, one too small. x has at least y's exponent less one. */
static struct division divide(uint x, uint y)
{
    struct parts a = parts_of(x), b = parts_of(y);
    struct division d = {a.mantissa, b.mantissa, b.exponent, 0};
    int steps = a.exponent - b.exponent;
    if (steps < 0) {
        d.divisor <<= 1;
        d.exponent = a.exponent;
    }
    float inverse = reciprocal((float)d.divisor) * (1.0f - 0x1p-20f);
    int n = 0;
    do {
        uint part = d.rest << n;
        uint quotient = (uint)((float)part * inverse);
        uint rest = part - quotient * d.divisor;
        bool more = rest >= d.divisor;
        d.quotient = d.quotient << n | (quotient + more);
        d.rest = more ? rest - d.divisor : rest;
        n = min(steps, 8);
        steps -= n;
    } while (n > 0);
    return d;
}

static bool has_remainder(float x, float y)
{
    return !isnan(x) && !isinf(x) && !isnan(y) && y != 0.0f;
}

float OVERLOAD fmod(float x, float y)
{
    uint a = as_uint(x) & MAGNITUDE, b = as_uint(y) & MAGNITUDE;
    if (!has_remainder(x, y))
        return NAN;
    if (a < b)
        return x;
    struct division d = divide(a, b);
    return copysign(scale((float)d.rest, d.exponent), x);
}

BINARY_VECTORS(fmod, float)

/* The seven low bits of the quotient are all that must be told (OpenCL 1.2, table 6.8). */
static float remainder_and_quotient(float x, float y, int *quotient)
{
    uint a = as_uint(x) & MAGNITUDE, b = as_uint(y) & MAGNITUDE;
    *quotient = 0;
    if (!has_remainder(x, y))
        return NAN;
    if (b == INFINITE || a == 0 || parts_of(a).exponent + 1 < parts_of(b).exponent)
        return x; /* less than half of y */
    struct division d = divide(a, b);
    bool up = 2 * d.rest > d.divisor || (2 * d.rest == d.divisor && (d.quotient & 1));
    float rest = scale((float)(up ? d.divisor - d.rest : d.rest), d.exponent);
    int low = (int)((d.quotient + up) & 0x7f);
    *quotient = (as_int(x) ^ as_int(y)) < 0 ? -low : low;
    return as_float(as_int(up ? -rest : rest) ^ (as_int(x) & SIGN));
}

float OVERLOAD remainder(float x, float y)
{
    int quotient;
    return remainder_and_quotient(x, y, &quotient);
}

BINARY_VECTORS(remainder, float)

/* ---- functions with a second result ---- */

#define REMQUO(space)                                                                              \
    float OVERLOAD remquo(float x, float y, space int *q)                                          \
    {                                                                                              \
        int quotient;                                                                              \
        float rest = remainder_and_quotient(x, y, &quotient);                                      \
        *q = quotient;                                                                             \
        return rest;                                                                               \
    }

#define REMQUO_VECTOR(width, half, space)                                                          \
    float##width OVERLOAD remquo(float##width x, float##width y, space int##width *q)              \
    {                                                                                              \
        int##half low, high;                                                                       \
        float##width rest =                                                                        \
            (float##width)(remquo(x.lo, y.lo, &low), remquo(x.hi, y.hi, &high));                   \
        *q = (int##width)(low, high);                                                              \
        return rest;                                                                               \
    }

#define REMQUO3(space)                                                                             \
    float3 OVERLOAD remquo(float3 x, float3 y, space int3 *q)                                      \
    {                                                                                              \
        int2 low;                                                                                  \
        int high;                                                                                  \
        float3 rest = (float3)(remquo(x.xy, y.xy, &low), remquo(x.z, y.z, &high));                 \
        *q = (int3)(low, high);                                                                    \
        return rest;                                                                               \
    }

static float OVERLOAD fraction(float x)
{
    float part = fmin(x - floor(x), 0x1.fffffep-1f);
    return isnan(x) || x == 0.0f ? x : isinf(x) ? copysign(0.0f, x) : part;
}

#define FRACTION_VECTOR(width)                                                                     \
    static float##width OVERLOAD fraction(float##width x)                                          \
    {                                                                                              \
        return (float##width)(fraction(x.lo), fraction(x.hi));                                     \
    }

FRACTION_VECTOR(2)
static float3 OVERLOAD fraction(float3 x)
{
    return (float3)(fraction(x.xy), fraction(x.z));
}
FRACTION_VECTOR(4)
FRACTION_VECTOR(8)
FRACTION_VECTOR(16)

#define FRACT(width, space)                                                                        \
    float##width OVERLOAD fract(float##width x, space float##width *whole)                         \
    {                                                                                              \
        *whole = floor(x);                                                                         \
        return fraction(x);                                                                        \
    }

#define ALL_WIDTHS(space)                                                                          \
    REMQUO(space)                                                                                  \
    REMQUO_VECTOR(2, , space)                                                                      \
    REMQUO3(space)                                                                                 \
    REMQUO_VECTOR(4, 2, space)                                                                     \
    REMQUO_VECTOR(8, 4, space)                                                                     \
    REMQUO_VECTOR(16, 8, space)                                                                    \
    FRACT(, space)                                                                                 \
    FRACT(2, space)                                                                                \
    FRACT(3, space)                                                                                \
    FRACT(4, space)                                                                                \
    FRACT(8, space)                                                                                \
    FRACT(16, space)

ALL_WIDTHS(private)
ALL_WIDTHS(local)
ALL_WIDTHS(global)

/* ---- roots ---- */

/* The n-th root by powr; its error is a few ulp. */
float OVERLOAD rootn(float x, int n)
{
    bool odd = n & 1;
    float root = n == 1 ? fabs(x) : powr(fabs(x), 1.0f / (float)n);
    if (n == 0 || isnan(x) || (x < 0.0f && !odd))
        return NAN;
    return odd ? copysign(root, x) : root;
}

BINARY_VECTORS(rootn, int)
