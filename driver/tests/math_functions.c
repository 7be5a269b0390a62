/* SPDX-License-Identifier: MIT */
/* math_functions.c: references by the host's long double, and special values as C99's annex F and
 * OpenCL 1.2, section 7.5.1, have them. */
#include "driver/tests/math_functions.h"

#include <math.h>
#include <stdint.h>

#include "driver/base/count.h"

bool math_is_double;

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
static real rsqrt_ref(real x)
{
    return 1 / sqrtl(x);
}
static real divide_ref(real x, real y)
{
    return math_is_double ? (double)x / (double)y : x / y;
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
    return math_is_double ? sqrt((double)x) : sqrtl(x);
}

real math_rounded(real x)
{
    return math_is_double ? (double)x : (float)x;
}

/* Differences and products of the type, rounded once. */
static real fract_ref(real x)
{
    real below_one = 1 - ldexpl(1, math_is_double ? -53 : -24);
    if (isinf(x))
        return copysignl(0, x);
    real part = math_is_double ? (double)x - floor((double)x) : (float)x - floorf((float)x);
    return x == 0 ? x : part > below_one ? below_one : part;
}

static real fdim_ref(real x, real y)
{
    return math_is_double ? fdim((double)x, (double)y) : fdimf((float)x, (float)y);
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
static real nextafter_ref(real x, real y)
{
    return math_is_double ? nextafter((double)x, (double)y) : nextafterf((float)x, (float)y);
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
static real fma_ref(real x, real y)
{
    return math_is_double ? fma((double)x, (double)y, (double)y)
                          : fmaf((float)x, (float)y, (float)y);
}
/* Returns the part of the product that rounding loses. */
static real product_rest_ref(real x, real y)
{
    double product = (double)x * (double)y;
    float narrow = (float)x * (float)y;
    return math_is_double ? fma((double)x, (double)y, -product) : fmaf((float)x, (float)y, -narrow);
}

/* ---- the table ---- */

/* clang-format off */
#define BOTH(ulp)  {ulp, ulp}
#define HALF_ULP   {8192, MATH_MISSING}
#define NATIVE_ULP {MATH_NATIVE, MATH_MISSING}
#define DIVIDE_ULP {2.5, 0}
#define ROOT_ULP   {3, 0}

#define ONE(text, bounds, function, range)                                                         \
    {.call = text, .ulp = bounds, .one = function, .x = range, .y = ANY}
#define TWO(text, bounds, function, x_range, y_range)                                              \
    {.call = text, .ulp = bounds, .two = function, .x = x_range, .y = y_range}
/* A function that may return a zero of either sign. */
#define EITHER(text, bounds, function, x_range, y_range)                                           \
    {.call = text, .ulp = bounds, .two = function, .x = x_range, .y = y_range, .any_zero = true}

const struct math_function math_functions[] = {
    ONE("acos(x)", BOTH(4), acosl, UNIT),
    ONE("acosh(x)", BOTH(4), acoshl, POSITIVE),
    ONE("acospi(x)", BOTH(5), acospi_ref, UNIT),
    ONE("asin(x)", BOTH(4), asinl, UNIT),
    ONE("asinh(x)", BOTH(4), asinhl, ANY),
    ONE("asinpi(x)", BOTH(5), asinpi_ref, UNIT),
    ONE("atan(x)", BOTH(5), atanl, ANY),
    ONE("atanh(x)", BOTH(5), atanhl, UNIT),
    ONE("atanpi(x)", BOTH(5), atanpi_ref, ANY),
    ONE("cbrt(x)", BOTH(2), cbrtl, ANY),
    ONE("ceil(x)", BOTH(0), ceill, SMALL),
    ONE("cos(x)", BOTH(4), cosl, ANY),
    ONE("cos(x)", BOTH(4), cosl, SMALL),
    ONE("cosh(x)", BOTH(4), coshl, SMALL),
    ONE("cospi(x)", BOTH(4), cospi_ref, SMALL),
    ONE("erf(x)", BOTH(16), erfl, SMALL),
    ONE("erfc(x)", BOTH(16), erfcl, SMALL),
    ONE("exp(x)", BOTH(3), expl, SMALL),
    ONE("exp2(x)", BOTH(3), exp2l, SMALL),
    ONE("exp10(x)", BOTH(3), exp10l, SMALL),
    ONE("expm1(x)", BOTH(3), expm1l, SMALL),
    ONE("fabs(x)", BOTH(0), fabsl, ANY),
    ONE("floor(x)", BOTH(0), floorl, SMALL),
    ONE("log(x)", BOTH(3), logl, POSITIVE),
    ONE("log10(x)", BOTH(3), log10l, POSITIVE),
    ONE("log1p(x)", BOTH(2), log1pl, ANY),
    ONE("log1p(x)", BOTH(2), log1pl, UNIT),
    ONE("log2(x)", BOTH(3), log2l, POSITIVE),
    ONE("logb(x)", BOTH(0), logb_ref, ANY),
    ONE("rint(x)", BOTH(0), rintl, SMALL),
    ONE("round(x)", BOTH(0), roundl, SMALL),
    ONE("rsqrt(x)", BOTH(2), rsqrt_ref, POSITIVE),
    ONE("sin(x)", BOTH(4), sinl, ANY),
    ONE("sin(x)", BOTH(4), sinl, SMALL),
    ONE("sinh(x)", BOTH(4), sinhl, SMALL),
    ONE("sinpi(x)", BOTH(4), sinpi_ref, SMALL),
    ONE("sqrt(x)", ROOT_ULP, root_ref, POSITIVE),
    ONE("tan(x)", BOTH(5), tanl, ANY),
    ONE("tan(x)", BOTH(5), tanl, SMALL),
    ONE("tanh(x)", BOTH(5), tanhl, SMALL),
    ONE("tanpi(x)", BOTH(6), tanpi_ref, SMALL),
    ONE("tgamma(x)", BOTH(16), tgammal, SMALL),
    ONE("trunc(x)", BOTH(0), truncl, SMALL),
    ONE("1.0f / x", DIVIDE_ULP, recip_ref, ANY),
    ONE("ilogb(x)", BOTH(0), ilogb_ref, ANY),
    ONE("fract(x, &f)", BOTH(0), fract_ref, SMALL),
    ONE("modf(x, &f)", BOTH(0), modf_ref, SMALL),
    ONE("frexp(x, &i)", BOTH(0), frexp_ref, ANY),
    ONE("sincos(x, &f)", BOTH(4), sinl, SMALL),
    ONE("(sincos(x, &f), f)", BOTH(4), cosl, SMALL),
    TWO("atan2(x, y)", BOTH(6), atan2l, ANY, ANY),
    TWO("atan2pi(x, y)", BOTH(6), atan2pi_ref, ANY, ANY),
    TWO("copysign(x, y)", BOTH(0), copysignl, ANY, ANY),
    TWO("fdim(x, y)", BOTH(0), fdim_ref, ANY, ANY),
    TWO("fma(x, y, y)", BOTH(0), fma_ref, ANY, ANY),
    TWO("fma(x, y, y)", BOTH(0), fma_ref, SMALL, SMALL),
    EITHER("fma(x, y, -(x * y))", BOTH(0), product_rest_ref, ANY, ANY),
    EITHER("fma(x, y, -(x * y))", BOTH(0), product_rest_ref, SMALL, SMALL),
    EITHER("fmax(x, y)", BOTH(0), fmaxl, ANY, ANY),
    EITHER("fmin(x, y)", BOTH(0), fminl, ANY, ANY),
    TWO("fmod(x, y)", BOTH(0), fmodl, ANY, ANY),
    TWO("fmod(x, y)", BOTH(0), fmodl, SMALL, SMALL),
    TWO("hypot(x, y)", BOTH(4), hypotl, ANY, ANY),
    TWO("hypot(x, y)", BOTH(4), hypotl, SMALL, SMALL),
    TWO("ldexp(x, (int)y)", BOTH(0), ldexp_ref, ANY, INTEGER),
    EITHER("maxmag(x, y)", BOTH(0), maxmag_ref, ANY, ANY),
    EITHER("minmag(x, y)", BOTH(0), minmag_ref, ANY, ANY),
    TWO("nextafter(x, y)", BOTH(0), nextafter_ref, ANY, ANY),
    TWO("pow(x, y)", BOTH(16), powl, POSITIVE, SMALL),
    TWO("pow(x, y)", BOTH(16), powl, ANY, INTEGER),
    TWO("pow(x, y)", BOTH(16), powl, UNIT, SMALL),
    TWO("pown(x, (int)y)", BOTH(16), pown_ref, SMALL, INTEGER),
    TWO("powr(x, y)", BOTH(16), powr_ref, POSITIVE, SMALL),
    TWO("remainder(x, y)", BOTH(0), remainder_ref, ANY, ANY),
    TWO("remainder(x, y)", BOTH(0), remainder_ref, SMALL, SMALL),
    TWO("remquo(x, y, &i)", BOTH(0), remainder_ref, SMALL, SMALL),
    TWO("rootn(x, (int)y)", BOTH(16), rootn_ref, ANY, INTEGER),
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
    ONE("-1.0f / x", DIVIDE_ULP, minus_recip_ref, ANY),
    ONE("x / x", DIVIDE_ULP, one_ref, ANY),
    ONE("7.0f / x", DIVIDE_ULP, seven_over_ref, ANY),
    ONE("0x1.3p-9f / x", DIVIDE_ULP, part_over_ref, ANY),
    TWO("half_powr(x, y)", HALF_ULP, powr_ref, POSITIVE, UNIT),
    ONE("sin(x)", BOTH(4), sinl, TURNS),
    ONE("cos(x)", BOTH(4), cosl, TURNS),
    ONE("tan(x)", BOTH(5), tanl, TURNS),
    ONE("half_sin(x)", HALF_ULP, sinl, SMALL),
    ONE("half_cos(x)", HALF_ULP, cosl, SMALL),
    ONE("half_tan(x)", HALF_ULP, tanl, SMALL),
    ONE("(fract(x, &f), f)", BOTH(0), floorl, SMALL),
    ONE("(modf(x, &f), f)", BOTH(0), truncl, SMALL),
    ONE("isfinite(x) ? (frexp(x, &i), i) : 0", BOTH(0), frexp_exponent_ref, ANY),
    TWO("ldexp(x, 3 * (int)y)", BOTH(0), ldexp3_ref, ANY, INTEGER),
    ONE("isnan(nan((U)i)) ? 1 : 0", BOTH(0), is_nan_ref, ANY),
    ONE("lgamma(x)", BOTH(MATH_UNBOUNDED), lgammal, SMALL),
    ONE("lgamma_r(x, &i)", BOTH(MATH_UNBOUNDED), lgammal, SMALL),
    ONE("isfinite(x) && (x > 0 || x != floor(x)) ? (lgamma_r(x, &i), i) : 0", BOTH(0), gamma_sign_ref, SMALL),
    TWO("mad(x, y, y)", BOTH(MATH_UNBOUNDED), mad_ref, SMALL, SMALL),
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
