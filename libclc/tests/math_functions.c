/* SPDX-License-Identifier: MIT */
/* math_functions.c: references by the host's long double, and special values as C99's annex F and
 * OpenCL 1.2, section 7.5.1, have them. */
#include "libclc/tests/math_functions.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "driver/base/count.h"

enum math_type math_type;

static const real pi = 3.14159265358979323846264338327950288L;

/* sin(pi x) and cos(pi x), with the turns taken off while that is exact. */
static real sinpi_ref(real x)
{
    if (!isfinite(x))
        return NAN;
    real r = fmodl(fabsl(x), 2), sign = signbit(x) ? -1 : 1;
    if (r >= 1)
        sign = -sign, r -= 1;
    if (r == 0)
        return copysignl(0, x);
    return sign * sinl(pi * (r > 0.5L ? 1 - r : r));
}

static real cospi_ref(real x)
{
    if (!isfinite(x))
        return NAN;
    real r = fmodl(fabsl(x), 2);
    if (r > 1)
        r = 2 - r;
    return r == 0.5L ? 0 : r < 0.25L ? cosl(pi * r) : sinl(pi * (0.5L - r));
}

/* Section 7.5.1: zero of the sign of x at even n, of the other sign at odd ones; infinite half way.
 */
static real tanpi_ref(real x)
{
    if (!isfinite(x))
        return NAN;
    real r = fmodl(fabsl(x), 2);
    if (r == 0)
        return copysignl(0, x);
    if (r == 1)
        return copysignl(0, -x);
    if (r == 0.5L || r == 1.5L)
        return copysignl(INFINITY, r == 0.5L ? x : -x);
    return sinpi_ref(x) / cospi_ref(x);
}

static real acospi_ref(real x)
{
    return acosl(x) / pi;
}
static real asinpi_ref(real x)
{
    return asinl(x) / pi;
}
static real atanpi_ref(real x)
{
    return atanl(x) / pi;
}
static real atan2pi_ref(real y, real x)
{
    return atan2l(y, x) / pi;
}
static real degrees_ref(real x)
{
    return x * (180 / pi);
}
static real rsqrt_ref(real x)
{
    return 1 / sqrtl(x);
}
static real divide_ref(real x, real y)
{
    return math_type == MATH_DOUBLE ? (double)x / (double)y : x / y;
}

static real recip_ref(real x)
{
    return divide_ref(1, x);
}
static real minus_recip_ref(real x)
{
    return divide_ref(-1, x);
}

static real one_ref(real x)
{
    return divide_ref(x, x);
}

static real seven_over_ref(real x)
{
    return divide_ref(7, x);
}

static real part_over_ref(real x)
{
    return divide_ref(0x1.3p-9L, x);
}

static real root_ref(real x)
{
    return math_type == MATH_DOUBLE ? sqrt((double)x) : sqrtl(x);
}

real math_rounded(real x)
{
    return math_type == MATH_DOUBLE  ? (double)x
           : math_type == MATH_FLOAT ? (float)x
                                     : (real)(_Float16)x;
}

/* Differences of the type, rounded once: those of floats and halves are exact here. */
static real fract_ref(real x)
{
    static const int digits[] = {[MATH_FLOAT] = 24, [MATH_DOUBLE] = 53, [MATH_HALF] = 11};
    const real below_one = 1 - ldexpl(1, -digits[math_type]);
    if (isinf(x) || x == 0)
        return isinf(x) ? copysignl(0, x) : x;
    const real part = math_type == MATH_DOUBLE  ? (double)x - floor((double)x)
                      : math_type == MATH_FLOAT ? (float)x - floorf((float)x)
                                                : math_rounded(x - floorl(x));
    return part > below_one ? below_one : part;
}

static real fdim_ref(real x, real y)
{
    return math_type == MATH_DOUBLE ? fdim((double)x, (double)y) : fdiml(x, y);
}

static real magnitude(real x, real y, bool largest)
{
    if (fabsl(x) > fabsl(y))
        return largest ? x : y;
    if (fabsl(y) > fabsl(x))
        return largest ? y : x;
    return largest ? fmaxl(x, y) : fminl(x, y);
}

static real maxmag_ref(real x, real y)
{
    return magnitude(x, y, true);
}
static real minmag_ref(real x, real y)
{
    return magnitude(x, y, false);
}
/* The neighbour is one step in the order of the bits. */
static real next_half(real x, real y)
{
    _Float16 half = (_Float16)x;
    uint16_t bits;

    if (isnan(x) || isnan(y) || x == y || x == 0)
        return isnan(x) || isnan(y) ? NAN : x == y ? y : copysignl(0x1p-24L, y);
    memcpy(&bits, &half, sizeof bits);
    bits = (uint16_t)(bits + ((x < y) == (x > 0) ? 1 : -1));
    memcpy(&half, &bits, sizeof bits);
    return (real)half;
}
static real nextafter_ref(real x, real y)
{
    return math_type == MATH_DOUBLE  ? nextafter((double)x, (double)y)
           : math_type == MATH_FLOAT ? nextafterf((float)x, (float)y)
                                     : next_half(x, y);
}
static real ldexp_ref(real x, real n)
{
    return ldexpl(x, (int)n);
}
static real ldexp3_ref(real x, real n)
{
    return ldexpl(x, 3 * (int)n);
}
static real pown_ref(real x, real n)
{
    return powl(x, n);
}

static real powr_ref(real x, real y)
{
    bool undefined = isnan(x) || isnan(y) || x < 0 || (x == 0 && y == 0) || (isinf(x) && y == 0) ||
                     (x == 1 && isinf(y));
    return undefined ? NAN : powl(fabsl(x), y);
}

static real rootn_ref(real x, real n)
{
    bool odd = fmodl(n, 2) != 0;
    if (n == 0 || isnan(x) || (x < 0 && !odd))
        return NAN;
    if (x == 0)
        return n < 0 ? (odd ? copysignl(INFINITY, x) : INFINITY) : odd ? x : 0;
    return copysignl(powl(fabsl(x), 1 / n), x);
}

static real logb_ref(real x)
{
    return logbl(x);
}
static real ilogb_ref(real x)
{
    return x == 0 ? INT32_MIN : !isfinite(x) ? INT32_MAX : ilogbl(x);
}
static real frexp_ref(real x)
{
    int exponent;
    return frexpl(x, &exponent);
}
static real frexp_exponent_ref(real x)
{
    int exponent = 0;
    return isfinite(x) ? (frexpl(x, &exponent), exponent) : 0;
}
static real modf_ref(real x)
{
    real whole;
    return modfl(x, &whole);
}
/* IEEE 754, 5.3.1: a remainder of zero has the sign of x. */
static real remainder_ref(real x, real y)
{
    real rest = remainderl(x, y);
    return rest == 0 ? copysignl(0, x) : rest;
}
/* The seven lowest bits of the quotient, with its sign (OpenCL 1.2, table 6.8); here none where
 * there is no remainder. Multiples of 128 y are taken off first, which leaves those bits. */
static real quotient_ref(real x, real y)
{
    if (isnan(remainderl(x, y)) || isinf(y))
        return 0;
    const real part = fmodl(fabsl(x), 128 * fabsl(y));
    const int quotient = (int)((part - remainderl(part, fabsl(y))) / fabsl(y)) & 0x7f;
    return signbit(x) == signbit(y) || quotient == 0 ? quotient : -quotient;
}
/* The gamma function's sign where it has one. */
static real gamma_sign_ref(real x)
{
    bool has_sign = isfinite(x) && (x > 0 || x != floorl(x));
    return !has_sign ? 0 : x > 0 || fmodl(floorl(x), 2) == 0 ? 1 : -1;
}
static real is_nan_ref(real x)
{
    (void)x;
    return 1;
}
static real mad_ref(real x, real y)
{
    return x * y + y;
}
/* x * y + z, rounded once: 113 bits hold what halves give. */
static real fused(real x, real y, real z)
{
    return math_type == MATH_DOUBLE  ? fma((double)x, (double)y, (double)z)
           : math_type == MATH_FLOAT ? fmaf((float)x, (float)y, (float)z)
                                     : (real)(_Float16)((__float128)x * y + z);
}
static real fma_ref(real x, real y)
{
    return fused(x, y, y);
}
/* Returns the part of the product that rounding loses. */
static real product_rest_ref(real x, real y)
{
    const real product = math_type == MATH_DOUBLE ? (double)x * (double)y : math_rounded(x * y);
    return fused(x, y, -product);
}

/* ---- the table ---- */

/* clang-format off */
/* Bounds of float and double, and of half. */
#define ULP(ulp, half) {ulp, ulp, half}
#define EXACT      {0, 0, 0}
#define UNBOUNDED  ULP(MATH_UNBOUNDED, MATH_UNBOUNDED)
#define HALF_ULP   {8192, MATH_MISSING, MATH_MISSING}
#define NATIVE_ULP {MATH_NATIVE, MATH_MISSING, MATH_MISSING}
#define DIVIDE_ULP {2.5, 0, 0}
#define FLOAT_DIVIDE_ULP {2.5, 0, MATH_MISSING}
#define DEGREES_ULP {MATH_MISSING, MATH_MISSING, 2}
#define ROOT_ULP   {3, 0, 0}

#define ONE(text, bounds, function, range)                                                         \
    {.call = text, .ulp = bounds, .one = function, .x = range, .y = ANY}
#define TWO(text, bounds, function, x_range, y_range)                                              \
    {.call = text, .ulp = bounds, .two = function, .x = x_range, .y = y_range}
/* A function that may return a zero of either sign. */
#define EITHER(text, bounds, function, x_range, y_range)                                           \
    {.call = text, .ulp = bounds, .two = function, .x = x_range, .y = y_range, .any_zero = true}

const struct math_function math_functions[] = {
    ONE("acos(x)", ULP(4, 2), acosl, UNIT),
    ONE("acosh(x)", ULP(4, 2), acoshl, POSITIVE),
    ONE("acospi(x)", ULP(5, 2), acospi_ref, UNIT),
    ONE("asin(x)", ULP(4, 2), asinl, UNIT),
    ONE("asinh(x)", ULP(4, 2), asinhl, ANY),
    ONE("asinpi(x)", ULP(5, 2), asinpi_ref, UNIT),
    ONE("atan(x)", ULP(5, 2), atanl, ANY),
    ONE("atanh(x)", ULP(5, 2), atanhl, UNIT),
    ONE("atanpi(x)", ULP(5, 2), atanpi_ref, ANY),
    ONE("cbrt(x)", ULP(2, 2), cbrtl, ANY),
    ONE("ceil(x)", EXACT, ceill, SMALL),
    ONE("cos(x)", ULP(4, 2), cosl, ANY),
    ONE("cos(x)", ULP(4, 2), cosl, SMALL),
    ONE("cosh(x)", ULP(4, 2), coshl, SMALL),
    ONE("cospi(x)", ULP(4, 2), cospi_ref, SMALL),
    ONE("erf(x)", ULP(16, 4), erfl, SMALL),
    ONE("erfc(x)", ULP(16, 4), erfcl, SMALL),
    ONE("exp(x)", ULP(3, 2), expl, SMALL),
    ONE("exp2(x)", ULP(3, 2), exp2l, SMALL),
    ONE("exp10(x)", ULP(3, 2), exp10l, SMALL),
    ONE("expm1(x)", ULP(3, 2), expm1l, SMALL),
    ONE("fabs(x)", EXACT, fabsl, ANY),
    ONE("floor(x)", EXACT, floorl, SMALL),
    ONE("log(x)", ULP(3, 2), logl, POSITIVE),
    ONE("log10(x)", ULP(3, 2), log10l, POSITIVE),
    ONE("log1p(x)", ULP(2, 2), log1pl, ANY),
    ONE("log1p(x)", ULP(2, 2), log1pl, UNIT),
    ONE("log2(x)", ULP(3, 2), log2l, POSITIVE),
    ONE("logb(x)", EXACT, logb_ref, ANY),
    ONE("rint(x)", EXACT, rintl, SMALL),
    ONE("round(x)", EXACT, roundl, SMALL),
    ONE("rsqrt(x)", ULP(2, 1), rsqrt_ref, POSITIVE),
    ONE("sin(x)", ULP(4, 2), sinl, ANY),
    ONE("sin(x)", ULP(4, 2), sinl, SMALL),
    ONE("sinh(x)", ULP(4, 2), sinhl, SMALL),
    ONE("sinpi(x)", ULP(4, 2), sinpi_ref, SMALL),
    ONE("ceil(x)", EXACT, ceill, TIES),
    ONE("floor(x)", EXACT, floorl, TIES),
    ONE("rint(x)", EXACT, rintl, TIES),
    ONE("round(x)", EXACT, roundl, TIES),
    ONE("trunc(x)", EXACT, truncl, TIES),
    ONE("fract(x, &f)", EXACT, fract_ref, TIES),
    ONE("(modf(x, &f), f)", EXACT, truncl, TIES),
    TWO("fmod(x, y)", EXACT, fmodl, QUOTIENT, ANY),
    TWO("remainder(x, y)", EXACT, remainder_ref, QUOTIENT, ANY),
    TWO("remquo(x, y, &i)", EXACT, remainder_ref, QUOTIENT, ANY),
    TWO("(remquo(x, y, &i), i)", EXACT, quotient_ref, QUOTIENT, ANY),
    TWO("fmod((T2)(y, x), (T2)(x, y)).y", EXACT, fmodl, QUOTIENT, ANY),
    TWO("remainder((T3)(1, y, x), (T3)(3, x, y)).z", EXACT, remainder_ref, QUOTIENT, ANY),
    TWO("(remquo((T4)(1, x, y, 5), (T4)(3, y, x, 2), &i4), i4.y)", EXACT, quotient_ref, QUOTIENT, ANY),
    ONE("degrees(x)", DEGREES_ULP, degrees_ref, ANY),
    ONE("sqrt(x)", ROOT_ULP, root_ref, POSITIVE),
    ONE("tan(x)", ULP(5, 2), tanl, ANY),
    ONE("tan(x)", ULP(5, 2), tanl, SMALL),
    ONE("tanh(x)", ULP(5, 2), tanhl, SMALL),
    ONE("tanpi(x)", ULP(6, 2), tanpi_ref, SMALL),
    ONE("tgamma(x)", ULP(16, 4), tgammal, SMALL),
    ONE("trunc(x)", EXACT, truncl, SMALL),
    ONE("1.0f / x", FLOAT_DIVIDE_ULP, recip_ref, ANY),
    ONE("ilogb(x)", EXACT, ilogb_ref, ANY),
    ONE("fract(x, &f)", EXACT, fract_ref, SMALL),
    ONE("modf(x, &f)", EXACT, modf_ref, SMALL),
    ONE("frexp(x, &i)", EXACT, frexp_ref, ANY),
    ONE("sincos(x, &f)", ULP(4, 2), sinl, SMALL),
    ONE("(sincos(x, &f), f)", ULP(4, 2), cosl, SMALL),
    TWO("atan2(x, y)", ULP(6, 2), atan2l, ANY, ANY),
    TWO("atan2pi(x, y)", ULP(6, 2), atan2pi_ref, ANY, ANY),
    TWO("copysign(x, y)", EXACT, copysignl, ANY, ANY),
    TWO("fdim(x, y)", EXACT, fdim_ref, ANY, ANY),
    TWO("fma(x, y, y)", EXACT, fma_ref, ANY, ANY),
    TWO("fma(x, y, y)", EXACT, fma_ref, SMALL, SMALL),
    EITHER("fma(x, y, -(x * y))", EXACT, product_rest_ref, ANY, ANY),
    EITHER("fma(x, y, -(x * y))", EXACT, product_rest_ref, SMALL, SMALL),
    EITHER("fmax(x, y)", EXACT, fmaxl, ANY, ANY),
    EITHER("fmin(x, y)", EXACT, fminl, ANY, ANY),
    TWO("fmod(x, y)", EXACT, fmodl, ANY, ANY),
    TWO("fmod(x, y)", EXACT, fmodl, SMALL, SMALL),
    TWO("hypot(x, y)", ULP(4, 2), hypotl, ANY, ANY),
    TWO("hypot(x, y)", ULP(4, 2), hypotl, SMALL, SMALL),
    TWO("ldexp(x, (int)y)", EXACT, ldexp_ref, ANY, INTEGER),
    EITHER("maxmag(x, y)", EXACT, maxmag_ref, ANY, ANY),
    EITHER("minmag(x, y)", EXACT, minmag_ref, ANY, ANY),
    TWO("nextafter(x, y)", EXACT, nextafter_ref, ANY, ANY),
    TWO("pow(x, y)", ULP(16, 4), powl, POSITIVE, SMALL),
    TWO("pow(x, y)", ULP(16, 4), powl, ANY, INTEGER),
    TWO("pow(x, y)", ULP(16, 4), powl, UNIT, SMALL),
    TWO("pown(x, (int)y)", ULP(16, 4), pown_ref, SMALL, INTEGER),
    TWO("powr(x, y)", ULP(16, 4), powr_ref, POSITIVE, SMALL),
    TWO("remainder(x, y)", EXACT, remainder_ref, ANY, ANY),
    TWO("remainder(x, y)", EXACT, remainder_ref, SMALL, SMALL),
    TWO("remquo(x, y, &i)", EXACT, remainder_ref, SMALL, SMALL),
    TWO("rootn(x, (int)y)", ULP(16, 4), rootn_ref, ANY, INTEGER),
    TWO("x / y", DIVIDE_ULP, divide_ref, ANY, ANY),
    ONE("half_cos(x)", HALF_ULP, cosl, UNIT),
    ONE("half_exp(x)", HALF_ULP, expl, UNIT),
    ONE("half_exp2(x)", HALF_ULP, exp2l, UNIT),
    ONE("half_exp10(x)", HALF_ULP, exp10l, UNIT),
    ONE("half_log(x)", HALF_ULP, logl, POSITIVE),
    ONE("half_log10(x)", HALF_ULP, log10l, POSITIVE),
    ONE("half_log2(x)", HALF_ULP, log2l, POSITIVE),
    ONE("half_recip(x)", HALF_ULP, recip_ref, SMALL),
    ONE("half_rsqrt(x)", HALF_ULP, rsqrt_ref, POSITIVE),
    ONE("half_sin(x)", HALF_ULP, sinl, UNIT),
    ONE("half_sqrt(x)", HALF_ULP, sqrtl, POSITIVE),
    ONE("half_tan(x)", HALF_ULP, tanl, UNIT),
    TWO("half_divide(x, y)", HALF_ULP, divide_ref, SMALL, SMALL),
    ONE("-1.0f / x", FLOAT_DIVIDE_ULP, minus_recip_ref, ANY),
    ONE("x / x", DIVIDE_ULP, one_ref, ANY),
    ONE("7.0f / x", FLOAT_DIVIDE_ULP, seven_over_ref, ANY),
    ONE("0x1.3p-9f / x", FLOAT_DIVIDE_ULP, part_over_ref, ANY),
    TWO("half_powr(x, y)", HALF_ULP, powr_ref, POSITIVE, UNIT),
    ONE("sin(x)", ULP(4, 2), sinl, TURNS),
    ONE("cos(x)", ULP(4, 2), cosl, TURNS),
    ONE("tan(x)", ULP(5, 2), tanl, TURNS),
    ONE("half_sin(x)", HALF_ULP, sinl, SMALL),
    ONE("half_cos(x)", HALF_ULP, cosl, SMALL),
    ONE("half_tan(x)", HALF_ULP, tanl, SMALL),
    ONE("(fract(x, &f), f)", EXACT, floorl, SMALL),
    ONE("(modf(x, &f), f)", EXACT, truncl, SMALL),
    ONE("isfinite(x) ? (frexp(x, &i), i) : 0", EXACT, frexp_exponent_ref, ANY),
    TWO("ldexp(x, 3 * (int)y)", EXACT, ldexp3_ref, ANY, INTEGER),
    ONE("isnan(nan((U)i)) ? 1 : 0", EXACT, is_nan_ref, ANY),
    ONE("lgamma(x)", UNBOUNDED, lgammal, SMALL),
    ONE("lgamma_r(x, &i)", UNBOUNDED, lgammal, SMALL),
    ONE("isfinite(x) && (x > 0 || x != floor(x)) ? (lgamma_r(x, &i), i) : 0", EXACT, gamma_sign_ref, SMALL),
    TWO("mad(x, y, y)", UNBOUNDED, mad_ref, SMALL, SMALL),
    ONE("native_cos(x)", NATIVE_ULP, cosl, UNIT),
    ONE("native_exp(x)", NATIVE_ULP, expl, UNIT),
    ONE("native_exp2(x)", NATIVE_ULP, exp2l, UNIT),
    ONE("native_exp10(x)", NATIVE_ULP, exp10l, UNIT),
    ONE("native_log(x)", NATIVE_ULP, logl, POSITIVE),
    ONE("native_log10(x)", NATIVE_ULP, log10l, POSITIVE),
    ONE("native_log2(x)", NATIVE_ULP, log2l, POSITIVE),
    ONE("native_recip(x)", NATIVE_ULP, recip_ref, SMALL),
    ONE("native_rsqrt(x)", NATIVE_ULP, rsqrt_ref, POSITIVE),
    ONE("native_sin(x)", NATIVE_ULP, sinl, UNIT),
    ONE("native_sqrt(x)", NATIVE_ULP, sqrtl, POSITIVE),
    ONE("native_tan(x)", NATIVE_ULP, tanl, UNIT),
    TWO("native_divide(x, y)", NATIVE_ULP, divide_ref, SMALL, SMALL),
    TWO("native_powr(x, y)", NATIVE_ULP, powr_ref, POSITIVE, UNIT),
};
/* clang-format on */

const size_t math_function_count = COUNT(math_functions);
