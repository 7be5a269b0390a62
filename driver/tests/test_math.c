/* SPDX-License-Identifier: MIT */
/* test_math.c: every mathematical function over many values, against the host's long double: errors
 * within OpenCL 1.2, table 7.1, special values as C99's annex F and section 7.5.1 have them. */
#include "driver/tests/device_fixture.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;

enum { COUNT = 1 << 14, SPECIAL_COUNT = 40, RANDOM_SEED = 12345 };

/* ---- references that the host does not have ---- */

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
static real recip_ref(real x)
{
    return 1 / x;
}
static real minus_recip_ref(real x)
{
    return -1 / x;
}

static real one_ref(real x)
{
    return x / x;
}

static real seven_over_ref(real x)
{
    return 7 / x;
}

static real part_over_ref(real x)
{
    return 0x1.3p-9L / x;
}

static real divide_ref(real x, real y)
{
    return x / y;
}
static real round_ref(real x)
{
    return roundl(x);
}

static real fract_ref(real x)
{
    if (isinf(x))
        return copysignl(0, x);
    real part = x - floorl(x);
    return x == 0 ? x : part > 0x1.fffffep-1L ? 0x1.fffffep-1L : part;
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
    return nextafterf((float)x, (float)y);
}
static real ldexp_ref(real x, real n)
{
    return ldexpl(x, (int)n);
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
static real modf_ref(real x)
{
    real whole;
    return modfl(x, &whole);
}
static real fma_ref(real x, real y)
{
    return fmaf((float)x, (float)y, (float)y);
}
/* What the product loses when it is rounded. */
static real product_rest_ref(real x, real y)
{
    float product = (float)x * (float)y;
    return fmaf((float)x, (float)y, -product);
}

/* ---- what is tested ---- */

typedef real reference1(real x);
typedef real reference2(real x, real y);

/* Ranges of the values besides the special ones. */
enum range { ANY, SMALL, POSITIVE, UNIT, INTEGER };

struct function {
    const char *call; /* of x and y */
    double ulp;
    reference1 *one;
    reference2 *two; /* if the function has two arguments */
    enum range x, y;
    bool any_zero;
};

/* clang-format off */
#define ONE(text, bound, function, range)                                                          \
    {.call = text, .ulp = bound, .one = function, .x = range, .y = ANY}
#define TWO(text, bound, function, x_range, y_range)                                               \
    {.call = text, .ulp = bound, .two = function, .x = x_range, .y = y_range}
/* Of zeros of both signs either may come out. */
#define EITHER(text, bound, function, x_range, y_range)                                            \
    {.call = text, .ulp = bound, .two = function, .x = x_range, .y = y_range, .any_zero = true}

static const struct function functions[] = {
    ONE("acos(x)", 4, acosl, UNIT), ONE("acosh(x)", 4, acoshl, POSITIVE),
    ONE("acospi(x)", 5, acospi_ref, UNIT), ONE("asin(x)", 4, asinl, UNIT),
    ONE("asinh(x)", 4, asinhl, ANY), ONE("asinpi(x)", 5, asinpi_ref, UNIT),
    ONE("atan(x)", 5, atanl, ANY), ONE("atanh(x)", 5, atanhl, UNIT),
    ONE("atanpi(x)", 5, atanpi_ref, ANY), ONE("cbrt(x)", 2, cbrtl, ANY),
    ONE("ceil(x)", 0, ceill, SMALL), ONE("cos(x)", 4, cosl, ANY), ONE("cos(x)", 4, cosl, SMALL),
    ONE("cosh(x)", 4, coshl, SMALL), ONE("cospi(x)", 4, cospi_ref, SMALL),
    ONE("erf(x)", 16, erfl, SMALL), ONE("erfc(x)", 16, erfcl, SMALL),
    ONE("exp(x)", 3, expl, SMALL), ONE("exp2(x)", 3, exp2l, SMALL),
    ONE("exp10(x)", 3, exp10l, SMALL), ONE("expm1(x)", 3, expm1l, SMALL),
    ONE("fabs(x)", 0, fabsl, ANY), ONE("floor(x)", 0, floorl, SMALL),
    ONE("log(x)", 3, logl, POSITIVE), ONE("log10(x)", 3, log10l, POSITIVE),
    ONE("log1p(x)", 2, log1pl, ANY), ONE("log1p(x)", 2, log1pl, UNIT),
    ONE("log2(x)", 3, log2l, POSITIVE), ONE("logb(x)", 0, logb_ref, ANY),
    ONE("rint(x)", 0, rintl, SMALL), ONE("round(x)", 0, round_ref, SMALL),
    ONE("rsqrt(x)", 2, rsqrt_ref, POSITIVE), ONE("sin(x)", 4, sinl, ANY),
    ONE("sin(x)", 4, sinl, SMALL), ONE("sinh(x)", 4, sinhl, SMALL),
    ONE("sinpi(x)", 4, sinpi_ref, SMALL), ONE("sqrt(x)", 3, sqrtl, POSITIVE),
    ONE("tan(x)", 5, tanl, ANY), ONE("tan(x)", 5, tanl, SMALL), ONE("tanh(x)", 5, tanhl, SMALL),
    ONE("tanpi(x)", 6, tanpi_ref, SMALL), ONE("tgamma(x)", 16, tgammal, SMALL),
    ONE("trunc(x)", 0, truncl, SMALL), ONE("1.0f / x", 2.5, recip_ref, ANY),
    ONE("ilogb(x)", 0, ilogb_ref, ANY), ONE("fract(x, &f)", 0, fract_ref, SMALL),
    ONE("modf(x, &f)", 0, modf_ref, SMALL), ONE("frexp(x, &i)", 0, frexp_ref, ANY),
    ONE("sincos(x, &f)", 4, sinl, SMALL), ONE("(sincos(x, &f), f)", 4, cosl, SMALL),
    TWO("atan2(x, y)", 6, atan2l, ANY, ANY), TWO("atan2pi(x, y)", 6, atan2pi_ref, ANY, ANY),
    TWO("copysign(x, y)", 0, copysignl, ANY, ANY), TWO("fdim(x, y)", 0, fdiml, ANY, ANY),
    TWO("fma(x, y, y)", 0, fma_ref, ANY, ANY), TWO("fma(x, y, y)", 0, fma_ref, SMALL, SMALL),
    EITHER("fma(x, y, -(x * y))", 0, product_rest_ref, ANY, ANY),
    EITHER("fma(x, y, -(x * y))", 0, product_rest_ref, SMALL, SMALL),
    EITHER("fmax(x, y)", 0, fmaxl, ANY, ANY), EITHER("fmin(x, y)", 0, fminl, ANY, ANY),
    TWO("fmod(x, y)", 0, fmodl, ANY, ANY), TWO("fmod(x, y)", 0, fmodl, SMALL, SMALL),
    TWO("hypot(x, y)", 4, hypotl, ANY, ANY), TWO("hypot(x, y)", 4, hypotl, SMALL, SMALL),
    TWO("ldexp(x, (int)y)", 0, ldexp_ref, ANY, INTEGER),
    EITHER("maxmag(x, y)", 0, maxmag_ref, ANY, ANY),
    EITHER("minmag(x, y)", 0, minmag_ref, ANY, ANY),
    TWO("nextafter(x, y)", 0, nextafter_ref, ANY, ANY),
    TWO("pow(x, y)", 16, powl, POSITIVE, SMALL), TWO("pow(x, y)", 16, powl, ANY, INTEGER),
    TWO("pow(x, y)", 16, powl, UNIT, SMALL), TWO("pown(x, (int)y)", 16, pown_ref, SMALL, INTEGER),
    TWO("powr(x, y)", 16, powr_ref, POSITIVE, SMALL),
    TWO("remainder(x, y)", 0, remainderl, ANY, ANY),
    TWO("remainder(x, y)", 0, remainderl, SMALL, SMALL),
    TWO("remquo(x, y, &i)", 0, remainderl, SMALL, SMALL),
    TWO("rootn(x, (int)y)", 16, rootn_ref, ANY, INTEGER), TWO("x / y", 2.5, divide_ref, ANY, ANY),
    ONE("half_cos(x)", 8192, cosl, UNIT), ONE("half_exp(x)", 8192, expl, UNIT),
    ONE("half_exp2(x)", 8192, exp2l, UNIT), ONE("half_exp10(x)", 8192, exp10l, UNIT),
    ONE("half_log(x)", 8192, logl, POSITIVE), ONE("half_log10(x)", 8192, log10l, POSITIVE),
    ONE("half_log2(x)", 8192, log2l, POSITIVE), ONE("half_recip(x)", 8192, recip_ref, SMALL),
    ONE("half_rsqrt(x)", 8192, rsqrt_ref, POSITIVE), ONE("half_sin(x)", 8192, sinl, UNIT),
    ONE("half_sqrt(x)", 8192, sqrtl, POSITIVE), ONE("half_tan(x)", 8192, tanl, UNIT),
    TWO("half_divide(x, y)", 8192, divide_ref, SMALL, SMALL),
    ONE("-1.0f / x", 2.5, minus_recip_ref, ANY), ONE("x / x", 2.5, one_ref, ANY),
    ONE("7.0f / x", 2.5, seven_over_ref, ANY), ONE("0x1.3p-9f / x", 2.5, part_over_ref, ANY),
    TWO("half_powr(x, y)", 8192, powr_ref, POSITIVE, UNIT),
};
/* clang-format on */

/* ---- values ---- */

static const float specials[SPECIAL_COUNT] = {
    0.0f,
    -0.0f,
    1.0f,
    -1.0f,
    0.5f,
    -0.5f,
    1.5f,
    -1.5f,
    2.0f,
    -2.0f,
    2.5f,
    -2.5f,
    3.0f,
    -3.0f,
    INFINITY,
    -INFINITY,
    NAN,
    FLT_MAX,
    -FLT_MAX,
    FLT_MIN,
    -FLT_MIN,
    0x1p-149f,
    -0x1p-149f,
    0x1.fffffcp-127f,
    -0x1.fffffcp-127f,
    0x1.fffffep-1f,
    0x1.000002p0f,
    -0x1.fffffep-1f,
    0x1p23f,
    0x1.000002p23f,
    -0x1p24f,
    0x1p31f,
    -0x1p31f,
    0x1.921fb6p0f,
    0x1.921fb6p1f,
    88.75f,
    -103.9f,
    128.0f,
    -149.0f,
    35.05f,
};

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static float random_value(uint64_t *state, enum range range)
{
    uint32_t bits = next_random(state);
    float fraction = (float)(int32_t)next_random(state) * 0x1p-31f, value;

    switch (range) {
    case SMALL:
        return fraction * (bits & 1 ? 160.0f : bits & 2 ? 8.0f : 1.0f);
    case UNIT:
        return bits & 1 ? fraction : ldexpf(fraction, -(int)(bits >> 1 & 31));
    case INTEGER:
        return (float)((int)(bits % 301) - 150);
    case POSITIVE:
        bits &= INT32_MAX;
        break;
    case ANY:
        break;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* All pairs of special values come first. */
static void fill(float *x, float *y, const struct function *f)
{
    uint64_t state = RANDOM_SEED;

    for (int i = 0; i < COUNT; i++) {
        bool special = i < SPECIAL_COUNT * SPECIAL_COUNT;
        x[i] = special ? specials[i / SPECIAL_COUNT] : random_value(&state, f->x);
        y[i] =
            special && f->y != INTEGER ? specials[i % SPECIAL_COUNT] : random_value(&state, f->y);
    }
}

/* ---- errors ---- */

/* Infinity counts as the number after the largest, so that overflow may round either way. */
static real clamp_to_range(real value)
{
    return fabsl(value) >= 0x1p128L ? copysignl(0x1p128L, value) : value;
}

/* The error in units in the last place of a float; infinite when one of the two is NaN, or where a
 * zero has the wrong sign. */
static double error_of(const struct function *f, float actual, real expected)
{
    if (isnan(expected) || isnan(actual))
        return isnan(expected) && isnan(actual) ? 0 : INFINITY;
    if (expected == 0 && actual == 0)
        return f->any_zero || !signbit(actual) == !signbit(expected) ? 0 : INFINITY;
    if (isinf(expected))
        return actual == expected ? 0 : INFINITY;
    real want = clamp_to_range(expected);
    int exponent = want == 0 || ilogbl(want) < -126 ? -126
                   : ilogbl(want) > 127             ? 127
                                                    : ilogbl(want);
    return (double)(fabsl(clamp_to_range(actual) - want) / ldexpl(1, exponent - 23));
}

static real expected_of(const struct function *f, float x, float y)
{
    real value = f->one ? f->one(x) : f->two(x, y);
    return f->ulp == 0 ? (float)value : value; /* correctly rounded, to nearest */
}

static double worst_error(const struct function *f, const float *x, const float *y,
                          const float *actual)
{
    double worst = 0;
    int shown = 0;

    for (int i = 0; i < COUNT; i++) {
        real expected = expected_of(f, x[i], y[i]);
        double error = error_of(f, actual[i], expected);
        if (error > f->ulp && shown++ < 3)
            print_message("%s: x = %a, y = %a: expected %a, got %a (%g ulp)\n", f->call,
                          (double)x[i], (double)y[i], (double)expected, (double)actual[i], error);
        worst = error > worst ? error : worst;
    }
    return worst;
}

static void run(const struct function *f, float *x, float *y, float *actual)
{
    const size_t global = COUNT, local = 64, bytes = COUNT * sizeof(float);
    char source[256];

    snprintf(source, sizeof source,
             "kernel void k(global float *o, global const float *xs, global const float *ys)"
             "{ int i, id = get_global_id(0); float f, x = xs[id], y = ys[id]; o[id] = %s; }",
             f->call);
    fill(x, y, f);
    cl_kernel kernel = build(source);
    cl_mem buffers[] = {buffer_of(bytes, NULL), buffer_of(bytes, x), buffer_of(bytes, y)};
    for (cl_uint i = 0; i < 3; i++)
        set(kernel, i, sizeof buffers[i], &buffers[i]);
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    read_back(buffers[0], actual, bytes);
    for (int i = 0; i < 3; i++)
        ok(clReleaseMemObject(buffers[i]));
    ok(clReleaseKernel(kernel));
}

static void errors_are_bounded(void **state)
{
    static float x[COUNT], y[COUNT], actual[COUNT];
    int failed = 0;

    (void)state;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        run(&functions[i], x, y, actual);
        double worst = worst_error(&functions[i], x, y, actual);
        print_message("%-20s %8.3f of %g ulp\n", functions[i].call, worst, functions[i].ulp);
        failed += worst > functions[i].ulp;
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_are_bounded)};

    return cmocka_run_group_tests(tests, open_device, close_device);
}
