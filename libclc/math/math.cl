// SPDX-License-Identifier: MIT
/* math.cl: functions of float where libclc's lose denormal results, signs of zero or accuracy
 * (OpenCL 1.2, sections 7.4 and 7.5.1). Polynomials are Chebyshev fits. */
#include "math/math.h"

/* ---- exponential ---- */

#define LN2_HIGH 0x1.62e4p-1f /* a product with an exponent is exact */
#define LN2_LOW 1.42860682e-06f

/* e^r 2^n; r is at most ln(2) / 2 in size. */
static float exp_near_zero(float r, int n)
{
    float q = 0x1.6d44b6p-10f;
    q = mad(q, r, 0x1.120cbep-7f);
    q = mad(q, r, 0x1.5554e8p-5f);
    q = mad(q, r, 0x1.5554dcp-3f);
    q = mad(q, r, 0.5f);
    return scale(1.0f + mad(q, r * r, r), n);
}

/* e^(high + low) 2^shift; `low` is small, as is `shift`. */
static float exp_of_sum(float high, float low, int shift)
{
    float x = clamp(high, -110.0f, 100.0f);
    float n = rint(x * M_LOG2E_F);
    return exp_near_zero((x - n * LN2_HIGH) + (low - n * LN2_LOW), (int)n + shift);
}

float OVERLOAD exp(float x)
{
    return isnan(x) ? x : exp_of_sum(x, 0.0f, 0);
}

UNARY_VECTORS(exp)

float OVERLOAD exp2(float x)
{
    float near = clamp(x, -160.0f, 130.0f), n = rint(near);
    return isnan(x) ? x : exp_near_zero((near - n) * M_LN2_F, (int)n);
}

UNARY_VECTORS(exp2)

/* ---- hyperbolic ---- */

float OVERLOAD sinh(float x)
{
    float size = fabs(x), s = size * size;
    float half_exp = exp_of_sum(size, 0.0f, -1);
    float p = 0x1.a8dceap-13f;
    p = mad(p, s, 0x1.1103e0p-7f);
    p = mad(p, s, 0x1.555562p-3f);
    float small = mad(size * s, p, size);
    float large = mad(reciprocal(half_exp), -0.25f, half_exp);
    return copysign(size > 1.0f ? large : small, x);
}

UNARY_VECTORS(sinh)

float OVERLOAD cosh(float x)
{
    float half_exp = exp_of_sum(fabs(x), 0.0f, -1);
    return isnan(x) ? x : mad(reciprocal(half_exp), 0.25f, half_exp);
}

UNARY_VECTORS(cosh)

float OVERLOAD tanh(float x)
{
    float size = fabs(x), s = size * size;
    float p = -0x1.84d2c8p-8f;
    p = mad(p, s, 0x1.561e92p-6f);
    p = mad(p, s, -0x1.b8f0fcp-5f);
    p = mad(p, s, 0x1.110d3ap-3f);
    p = mad(p, s, -0x1.555552p-2f);
    float small = mad(size * s, p, size);
    float large = mad(reciprocal(exp_of_sum(2.0f * size, 0.0f, 0) + 1.0f), -2.0f, 1.0f);
    return copysign(size > 0.65f ? large : small, x);
}

UNARY_VECTORS(tanh)

/* ---- tangent ---- */

/* libclc's: |x| = n pi/2 + r + rest, r in [-pi/4, pi/4] or, where x has few bits behind the point,
 * up to half as much beyond; gives the low bits of n. */
int __clc_argReductionS(private float *r, private float *rest, float x);

#define PI_2_LOW -4.37113883e-8f /* what M_PI_2_F lacks */

/* tan t, t in [-pi/4, pi/4]. Even and odd terms go side by side. */
static float tan_part(float t)
{
    float s = t * t, q = s * s;
    float even = 0x1.495738p-8f, odd = 0x1.0fead8p-7f;
    even = mad(even, q, 0x1.b873b0p-5f);
    odd = mad(odd, q, 0x1.7c1d90p-6f);
    even = mad(even, q, 0x1.55554ep-2f);
    odd = mad(odd, q, 0x1.1116dcp-3f);
    return mad(t * s, mad(odd, s, even), t);
}

float OVERLOAD tan(float x)
{
    float r, rest;
    int n = __clc_argReductionS(&r, &rest, fabs(x));
    float turn = fabs(r) > M_PI_4_F ? copysign(1.0f, r) : 0.0f;
    float part = tan_part(mad(-turn, M_PI_2_F, r) + mad(-turn, PI_2_LOW, rest));
    n += turn != 0.0f;
    uint sign = (as_uint(x) ^ (uint)n << 31) & 0x80000000; /* tan(t + pi/2) = -1 / tan t */
    float size = n & 1 ? reciprocal(part) : part;
    return isfinite(x) ? as_float(as_uint(size) ^ sign) : NAN;
}

UNARY_VECTORS(tan)

/* ---- complementary error function ---- */

/* The square of z in two parts, the first exact. */
static float exp_of_minus_square(float z)
{
    float high = as_float(as_uint(z) & 0xfffff000);
    return exp_of_sum(-high * high, (high - z) * (high + z), 0);
}

/* e^(z^2) erfc(z) / t, where t = 1 / (1 + z / 2), is smooth in t. */
float OVERLOAD erfc(float x)
{
    float z = fmin(fabs(x), 11.0f);
    float t = 1.0f / (1.0f + 0.5f * z), u = t - 0.58f;
    float p = 0.0326020867f;
    p = mad(p, u, 0.0162452292f);
    p = mad(p, u, -0.072954841f);
    p = mad(p, u, 0.00420514122f);
    p = mad(p, u, 0.113823228f);
    p = mad(p, u, -0.0516331717f);
    p = mad(p, u, -0.203336939f);
    p = mad(p, u, 0.0851475f);
    p = mad(p, u, 0.586853623f);
    p = mad(p, u, 0.779018819f);
    p = mad(p, u, 0.569408715f);
    float tail = exp_of_minus_square(z) * (t * p);
    return isnan(x) ? x : x < 0.0f ? 2.0f - tail : tail;
}

UNARY_VECTORS(erfc)

/* ---- of pi times x ---- */

/* sin and cos of pi t, t in [0, 1/4]. */
static float sinpi_part(float t)
{
    float s = t * t, p = -0.589076877f;
    p = mad(p, s, 2.54976702f);
    p = mad(p, s, -5.16770792f);
    p = mad(p, s, -8.74227766e-8f); /* what M_PI_F has too much */
    return mad(p, t, M_PI_F * t);
}

static float cospi_part(float t)
{
    float s = t * t, p = 0.231329262f;
    p = mad(p, s, -1.3350445f);
    p = mad(p, s, 4.05870724f);
    p = mad(p, s, -4.93480206f);
    return mad(p, s, 1.0f);
}

/* sin(pi r) and cos(pi r), r in [0, 1/2]. */
static float sinpi_half(float r)
{
    return r > 0.25f ? cospi_part(0.5f - r) : sinpi_part(r);
}

static float cospi_half(float r)
{
    return r > 0.25f ? sinpi_part(0.5f - r) : cospi_part(r);
}

/* |x| modulo 2, exactly; NaN where there is none. */
static float half_turns(float x)
{
    float y = fabs(x);
    return isinf(x) ? NAN : y - 2.0f * floor(0.5f * y);
}

float OVERLOAD sinpi(float x)
{
    float r = half_turns(x);
    bool negative = r >= 1.0f;
    r = negative ? r - 1.0f : r;
    float result = sinpi_half(r > 0.5f ? 1.0f - r : r);
    result = negative && result != 0.0f ? -result : result;
    return as_float(as_uint(result) ^ (as_uint(x) & 0x80000000));
}

UNARY_VECTORS(sinpi)

float OVERLOAD cospi(float x)
{
    float r = half_turns(x);
    r = r > 1.0f ? 2.0f - r : r;
    return r > 0.5f ? -cospi_half(1.0f - r) : r == 0.5f ? 0.0f : cospi_half(r);
}

UNARY_VECTORS(cospi)

float OVERLOAD __clc_tanpi(float x); /* libclc's, right but for the sign of zero */

/* Zero has the sign of x for even x and the other one for odd x. */
float OVERLOAD tanpi(float x)
{
    float r = half_turns(x);
    return r == 0.0f || r == 1.0f ? copysign(0.0f, r == 0.0f ? x : -x) : __clc_tanpi(x);
}

UNARY_VECTORS(tanpi)

/* ---- gamma ---- */

/* The gamma function of x in [1, 2]. */
static float gamma_part(float x)
{
    float t = x - 1.5f, p = 0x1.0bcf80p-6f;
    p = mad(p, t, -0x1.851df6p-6f);
    p = mad(p, t, 0x1.8f766cp-6f);
    p = mad(p, t, -0x1.2905f4p-5f);
    p = mad(p, t, 0x1.e1bcecp-5f);
    p = mad(p, t, -0x1.3e57a0p-4f);
    p = mad(p, t, 0x1.2835b0p-3f);
    p = mad(p, t, -0x1.b77156p-4f);
    p = mad(p, t, 0x1.a8c4ecp-2f);
    p = mad(p, t, 0x1.08ea4cp-5f);
    return mad(p, t, 0x1.c5bf8ap-1f);
}

/* The gamma function of positive x, as a product of two that do not overflow up to 43: by its
 * recurrence from [1, 2], upwards in steps that are exact. */
static float2 gamma_product(float x)
{
    float2 product = (float2)(1.0f, 1.0f);
    if (x < 1.0f)
        return (float2)(gamma_part(x + 1.0f), 1.0f / x);
    while (x > 2.0f) {
        x -= 1.0f;
        product = x > 20.0f ? product * (float2)(1.0f, x) : product * (float2)(x, 1.0f);
    }
    return product * (float2)(gamma_part(x), 1.0f);
}

/* By reflection for negative x: pi / (|x| gamma(|x|) sin(pi |x|)), with the sign of -sin. */
static float gamma_reflected(float x)
{
    float y = fabs(x), sine = sinpi(y);
    float2 product = gamma_product(fmin(y, 43.0f));
    float quotient = M_PI_F / (y * sine);
    return sine == 0.0f ? NAN : -(quotient / product.x) / product.y;
}

float OVERLOAD tgamma(float x)
{
    if (x == 0.0f)
        return copysign(INFINITY, x);
    if (x < 0.0f)
        return x == -INFINITY ? NAN : x > -0x1p-40f ? 1.0f / x : gamma_reflected(x);
    float2 product = gamma_product(fmin(x, 43.0f));
    return isnan(x) ? x : product.x * product.y;
}

UNARY_VECTORS(tgamma)
