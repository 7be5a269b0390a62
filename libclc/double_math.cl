// SPDX-License-Identifier: MIT
/* double_math.cl: functions of double whose results are exact, or rounded once, where libclc's are
 * not. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REAL double
#include "math.h"

#define SIGN         0x8000000000000000UL
#define INFINITE     0x7ff0000000000000UL
#define NOT_A_NUMBER as_double(0x7ff8000000000000UL)
#define FRACTION     0x000fffffffffffffUL
#define HIDDEN       0x0010000000000000UL

enum { FRACTION_BITS = 52, DENORMAL_EXPONENT = -1074 };

double __rootle_double_sqrt(double x);
double __rootle_double_ldexp(double x, int n);

double OVERLOAD sqrt(double x)
{
    return __rootle_double_sqrt(x);
}

UNARY_VECTORS(sqrt)

double OVERLOAD nextafter(double x, double y)
{
    long bits = as_long(x);
    double next = as_double((x < y) == (x > 0.0) ? bits + 1 : bits - 1);
    next = x == 0.0 ? as_double((as_ulong(y) & SIGN) | 1) : next;
    return isunordered(x, y) ? NOT_A_NUMBER : x == y ? y : next;
}

BINARY_VECTORS(nextafter, double)

/* ---- remainders, as in math_exact.cl ---- */

/* A positive finite number: mantissa * 2^exponent, the mantissa's bit 52 set. */
struct parts {
    ulong mantissa;
    int exponent;
};

static struct parts parts_of(ulong bits)
{
    struct parts parts = {(bits & FRACTION) | HIDDEN, (int)(bits >> FRACTION_BITS) - 1075};
    if (bits < HIDDEN) {
        int shift = (int)clz(bits) - 11;
        parts.mantissa = bits << shift;
        parts.exponent = DENORMAL_EXPONENT - shift;
    }
    return parts;
}

struct division {
    ulong rest, divisor; /* times 2^exponent */
    int exponent;
    uint quotient; /* its low bits */
};

/* Long division of positive finite numbers, bit by bit. x has at least y's exponent less one. */
static struct division divide(ulong x, ulong y)
{
    struct parts a = parts_of(x), b = parts_of(y);
    struct division d = {a.mantissa, b.mantissa, b.exponent, 0};
    int steps = a.exponent - b.exponent;
    if (steps < 0) {
        d.divisor <<= 1;
        d.exponent = a.exponent;
    }
    for (; steps >= 0; steps--) {
        bool goes = d.rest >= d.divisor;
        d.rest -= goes ? d.divisor : 0;
        d.quotient = d.quotient << 1 | goes;
        d.rest <<= steps > 0;
    }
    return d;
}

static bool has_remainder(double x, double y)
{
    return !isnan(x) && !isinf(x) && !isnan(y) && y != 0.0;
}

double OVERLOAD fmod(double x, double y)
{
    ulong a = as_ulong(x) & ~SIGN, b = as_ulong(y) & ~SIGN;
    if (!has_remainder(x, y))
        return NOT_A_NUMBER;
    if (a < b)
        return x;
    struct division d = divide(a, b);
    return copysign(__rootle_double_ldexp((double)d.rest, d.exponent), x);
}

BINARY_VECTORS(fmod, double)

static double remainder_and_quotient(double x, double y, int *quotient)
{
    ulong a = as_ulong(x) & ~SIGN, b = as_ulong(y) & ~SIGN;
    *quotient = 0;
    if (!has_remainder(x, y))
        return NOT_A_NUMBER;
    if (b == INFINITE || a == 0 || parts_of(a).exponent + 1 < parts_of(b).exponent)
        return x; /* less than half of y */
    struct division d = divide(a, b);
    bool up = 2 * d.rest > d.divisor || (2 * d.rest == d.divisor && (d.quotient & 1));
    double rest = __rootle_double_ldexp((double)(up ? d.divisor - d.rest : d.rest), d.exponent);
    int low = (int)((d.quotient + up) & 0x7f);
    *quotient = (as_long(x) ^ as_long(y)) < 0 ? -low : low;
    return as_double(as_ulong(up ? -rest : rest) ^ (as_ulong(x) & SIGN));
}

double OVERLOAD remainder(double x, double y)
{
    int quotient;
    return remainder_and_quotient(x, y, &quotient);
}

BINARY_VECTORS(remainder, double)

#define REMQUO(space)                                                                              \
    double OVERLOAD remquo(double x, double y, space int *q)                                       \
    {                                                                                              \
        int quotient;                                                                              \
        double rest = remainder_and_quotient(x, y, &quotient);                                     \
        *q = quotient;                                                                             \
        return rest;                                                                               \
    }                                                                                              \
    REMQUO_VECTOR(2, , space)                                                                      \
    double3 OVERLOAD remquo(double3 x, double3 y, space int3 *q)                                   \
    {                                                                                              \
        int2 low;                                                                                  \
        int high;                                                                                  \
        double3 rest = (double3)(remquo(x.xy, y.xy, &low), remquo(x.z, y.z, &high));               \
        *q = (int3)(low, high);                                                                    \
        return rest;                                                                               \
    }                                                                                              \
    REMQUO_VECTOR(4, 2, space)                                                                     \
    REMQUO_VECTOR(8, 4, space)                                                                     \
    REMQUO_VECTOR(16, 8, space)

#define REMQUO_VECTOR(width, half, space)                                                          \
    double##width OVERLOAD remquo(double##width x, double##width y, space int##width *q)           \
    {                                                                                              \
        int##half low, high;                                                                       \
        double##width rest = (double##width)(remquo(x.lo, y.lo, &low), remquo(x.hi, y.hi, &high)); \
        *q = (int##width)(low, high);                                                              \
        return rest;                                                                               \
    }

REMQUO(private)
REMQUO(local)
REMQUO(global)

/* ---- fractions ---- */

static double OVERLOAD fraction(double x)
{
    double part = fmin(x - floor(x), 0x1.fffffffffffffp-1);
    return isnan(x) || x == 0.0 ? x : isinf(x) ? copysign(0.0, x) : part;
}

UNARY_VECTORS(fraction)

#define FRACT(width, space)                                                                        \
    double##width OVERLOAD fract(double##width x, space double##width *whole)                      \
    {                                                                                              \
        *whole = floor(x);                                                                         \
        return fraction(x);                                                                        \
    }

#define FRACTS(space)                                                                              \
    FRACT(, space)                                                                                 \
    FRACT(2, space)                                                                                \
    FRACT(3, space)                                                                                \
    FRACT(4, space)                                                                                \
    FRACT(8, space)                                                                                \
    FRACT(16, space)

FRACTS(private)
FRACTS(local)
FRACTS(global)
