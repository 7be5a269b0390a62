/* SPDX-License-Identifier: MIT */
/* match.c: whether one value is another, or near enough. */
#include "program-tester/verdict/match.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* |a - b| of two integers of the type, which always fits into 64 unsigned bits. */
static uint64_t integer_distance(enum pt_scalar scalar, const void *a, const void *b)
{
    unsigned unused = 64 - pt_scalars[scalar].size * 8;
    uint64_t x = pt_bits_load(a, pt_scalars[scalar].size),
             y = pt_bits_load(b, pt_scalars[scalar].size);

    if (pt_scalars[scalar].class == PT_UNSIGNED)
        return x > y ? x - y : y - x;
    int64_t p = (int64_t)(x << unused) >> unused, q = (int64_t)(y << unused) >> unused;
    return p > q ? (uint64_t)p - (uint64_t)q : (uint64_t)q - (uint64_t)p;
}

static bool integer_matches(enum pt_scalar scalar, const void *expected, const void *actual,
                            const struct pt_tolerance *tolerance)
{
    uint64_t distance = integer_distance(scalar, expected, actual);

    if (tolerance->kind == PT_RELATIVE)
        return (double)distance <= tolerance->value * fabs(pt_scalar_to_double(scalar, expected));
    return distance <= (tolerance->kind == PT_EXACT ? 0 : tolerance->whole);
}

/* The largest allowed |actual - expected|. long double keeps differences of doubles exact enough.
 */
static long double float_bound(enum pt_scalar scalar, double expected,
                               const struct pt_tolerance *tolerance)
{
    switch (tolerance->kind) {
    case PT_ABSOLUTE:
        return tolerance->value;
    case PT_RELATIVE:
        return (long double)tolerance->value * fabsl(expected);
    case PT_ULP:
        return (long double)tolerance->whole * pt_ulp(scalar, expected);
    case PT_EXACT:
        break;
    }
    return 0;
}

static bool is_denormal(enum pt_scalar scalar, double value)
{
    static const double normal[] = {
        [PT_HALF] = 0x1p-14, [PT_FLOAT] = FLT_MIN, [PT_DOUBLE] = DBL_MIN};

    return value != 0 && fabs(value) < normal[scalar];
}

static bool float_matches(enum pt_scalar scalar, double expected, double actual,
                          const struct pt_tolerance *tolerance)
{
    if (isnan(expected) || isnan(actual))
        return isnan(expected) && isnan(actual);
    if (isinf(expected) || isinf(actual))
        return expected == actual;
    if (tolerance->flushed && actual == 0 && is_denormal(scalar, expected))
        return true;
    if (tolerance->signed_zero && expected == 0 && actual == 0)
        return !signbit(expected) == !signbit(actual);
    return fabsl((long double)actual - expected) <= float_bound(scalar, expected, tolerance);
}

bool pt_lane_matches(enum pt_scalar scalar, const void *expected, const void *actual,
                     const struct pt_tolerance *tolerance)
{
    if (pt_scalars[scalar].class != PT_FLOATING)
        return integer_matches(scalar, expected, actual, tolerance);
    return float_matches(scalar, pt_scalar_to_double(scalar, expected),
                         pt_scalar_to_double(scalar, actual), tolerance);
}

/* Whether a is not above b, where -0 is below 0. */
static bool zeros_ordered(enum pt_scalar scalar, const void *a, const void *b)
{
    double x = pt_scalar_to_double(scalar, a), y = pt_scalar_to_double(scalar, b);

    return x != 0 || y != 0 || signbit(x) || !signbit(y);
}

bool pt_lane_within(enum pt_scalar scalar, const void *low, const void *high, const void *actual,
                    const struct pt_tolerance *tolerance)
{
    if (!pt_scalar_ordered(scalar, low, actual) || !pt_scalar_ordered(scalar, actual, high))
        return false;
    return !tolerance->signed_zero || pt_scalars[scalar].class != PT_FLOATING ||
           (zeros_ordered(scalar, low, actual) && zeros_ordered(scalar, actual, high));
}

static uint64_t piglit_ulps(const struct pt_tolerance *tolerance)
{
    float value = (float)tolerance->value;
    uint32_t bits;

    if (tolerance->kind == PT_ULP)
        return tolerance->whole;
    if (tolerance->kind != PT_ABSOLUTE)
        return 0;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Halves are widened to float bit by bit there, subnormals included, and compared as floats. */
static double piglit_widen_half(const void *value)
{
    uint16_t half;
    float wide;

    memcpy(&half, value, sizeof(half));
    uint32_t exponent = half >> 10 & 31, mantissa = half & 1023;
    exponent = exponent == 31 ? 255 : exponent ? exponent + 112 : 0;
    uint32_t bits = (uint32_t)(half >> 15) << 31 | exponent << 23 | mantissa << 13;
    memcpy(&wide, &bits, sizeof(wide));
    return wide;
}

bool pt_lane_matches_piglit(enum pt_scalar scalar, const void *expected, const void *actual,
                            const struct pt_tolerance *tolerance)
{
    enum pt_scalar as = scalar == PT_HALF ? PT_FLOAT : scalar;
    uint64_t ulps = piglit_ulps(tolerance);

    if (pt_scalars[scalar].class != PT_FLOATING)
        return integer_matches(scalar, expected, actual, tolerance);
    double e =
        scalar == PT_HALF ? piglit_widen_half(expected) : pt_scalar_to_double(scalar, expected);
    double a = scalar == PT_HALF ? piglit_widen_half(actual) : pt_scalar_to_double(scalar, actual);
    if ((isnan(e) && isnan(a)) || (isinf(e) && isinf(a) && (e > 0) == (a > 0)))
        return true;
    if (scalar == PT_HALF)
        ulps *= 8192; /* a half's last place in a float's */
    if (scalar != PT_DOUBLE)
        ulps = (uint32_t)ulps;
    if (ulps >= UINT64_C(1) << (as == PT_FLOAT ? 24 : 53))
        return true;
    if (isnan(a))
        return false;
    /* One ulp of these is inf or NaN there, and so is the bound: nothing finite exceeds it. */
    bool largest = fabs(e) >= (as == PT_FLOAT ? FLT_MAX : DBL_MAX);
    if (isnan(e) || (largest && isfinite(a)))
        return true;
    return fabsl((long double)a - e) <= (long double)ulps * pt_ulp(as, e);
}
