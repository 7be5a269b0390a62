/* SPDX-License-Identifier: MIT */
/* math.cl: short expansions for a GPU that has exp2, log2, 1/x, 1/sqrt(x), sin and cos of turns as
 * instructions and nothing but floats. docs/r500-compiler.md says how far they are from the right
 * values. Coefficients are least-squares fits, weighted until the greatest error is least. */
#include "builtins.h"

#define PI      3.14159265f
#define HALF_PI 1.57079633f
#define LOG2_E  1.44269504f
#define LN_2    0.693147181f
#define LOG2_10 3.32192809f
#define LG_2    0.301029996f

#define BY_OPERATION_1(name, operation)                                                            \
    FUNCTION(float, name, (float x), operation(x))                                                 \
    FUNCTION(float2, name, (float2 x), operation(x))                                               \
    FUNCTION(float3, name, (float3 x), operation(x))                                               \
    FUNCTION(float4, name, (float4 x), operation(x))

BY_OPERATION_1(floor, __builtin_elementwise_floor)
BY_OPERATION_1(ceil, __builtin_elementwise_ceil)
BY_OPERATION_1(trunc, __builtin_elementwise_trunc)
BY_OPERATION_1(round, __builtin_elementwise_round)
BY_OPERATION_1(rint, __builtin_elementwise_roundeven)
BY_OPERATION_1(sqrt, __builtin_elementwise_sqrt)
BY_OPERATION_1(sin, __builtin_elementwise_sin)
BY_OPERATION_1(cos, __builtin_elementwise_cos)
BY_OPERATION_1(exp2, __builtin_elementwise_exp2)
BY_OPERATION_1(log2, __builtin_elementwise_log2)

BY_ELEMENT_1(rsqrt, __rootle_rsq(x))
BY_ELEMENT_1(exp, exp2(x *LOG2_E))
BY_ELEMENT_1(exp10, exp2(x *LOG2_10))
BY_ELEMENT_1(log, log2(x) * LN_2)
BY_ELEMENT_1(log10, log2(x) * LG_2)
BY_ELEMENT_1(cbrt, copysign(exp2(log2(fabs(x)) * (1.0f / 3.0f)), x))
BY_ELEMENT_1(sinpi, __rootle_sin_turns(__rootle_frc(x * 0.5f)))
BY_ELEMENT_1(cospi, __rootle_cos_turns(__rootle_frc(x * 0.5f)))
BY_ELEMENT_2(copysign, y < 0.0f ? -fabs(x) : fabs(x))
BY_ELEMENT_2(pow, exp2(log2(x) * y))
BY_ELEMENT_2(powr, exp2(log2(x) * y))
BY_ELEMENT_2(hypot, sqrt(x *x + y * y))
BY_ELEMENT_2(fmod, x - y * trunc(x / y))
BY_ELEMENT_2(fdim, fmax(x - y, 0.0f))

/* sin and cos of one angle share its turns. */
BY_ELEMENT_1(tan, sin(x) / cos(x))

float OVERLOAD fract(float x, float *whole)
{
    *whole = floor(x);
    return __rootle_frc(x);
}

float OVERLOAD sincos(float x, float *cosine)
{
    *cosine = cos(x);
    return sin(x);
}

/* ---- inverse functions ---- */

/* atan(x) for |x| <= 1, off by at most 1.7e-6. In pairs of terms: they are of one vector. */
static float atan_of_fraction(float x)
{
    const float s = x * x, s2 = s * s;
    const float a = -0.33262283f * s + 0.99997723f;
    const float b = -0.11642648f * s + 0.19354038f;
    const float c = -0.01171913f * s + 0.05264734f;
    return (c * s2 + b) * (s2 * x) + a * x;
}

static float atan_of(float x)
{
    const bool steep = fabs(x) > 1.0f;
    const float a = atan_of_fraction(steep ? __rootle_rcp(x) : x);
    return steep ? (x < 0.0f ? -HALF_PI : HALF_PI) - a : a;
}

static float atan2_of(float y, float x)
{
    const float low = fmin(fabs(x), fabs(y)), high = fmax(fabs(x), fabs(y));
    /* 0 / 0 is 0 here. */
    const float a = atan_of_fraction(low * __rootle_rcp(fmax(high, 1e-37f)));
    const float b = fabs(y) > fabs(x) ? HALF_PI - a : a;
    const float c = x < 0.0f ? PI - b : b;
    return y < 0.0f ? -c : c;
}

/* acos(x) for 0 <= x <= 1, off by at most 7e-7. */
static float acos_of_fraction(float x)
{
    const float s = x * x;
    const float a = -0.21454231f * x + 1.57079566f;
    const float b = -0.04591841f * x + 0.08816770f;
    const float c = -0.00490713f * x + 0.02061010f;
    return ((c * s + b) * s + a) * sqrt(1.0f - x);
}

static float acos_of(float x)
{
    const float a = acos_of_fraction(fabs(x));
    return x < 0.0f ? PI - a : a;
}

BY_ELEMENT_1(atan, atan_of(x))
BY_ELEMENT_2(atan2, atan2_of(x, y))
BY_ELEMENT_1(acos, acos_of(x))
BY_ELEMENT_1(asin, HALF_PI - acos(x))
BY_ELEMENT_1(atanpi, atan(x) * (1.0f / PI))
BY_ELEMENT_2(atan2pi, atan2(x, y) * (1.0f / PI))

/* ---- hyperbolic functions ---- */

BY_ELEMENT_1(sinh, 0.5f * (exp(x) - exp(-x)))
BY_ELEMENT_1(cosh, 0.5f * (exp(x) + exp(-x)))
BY_ELEMENT_1(tanh, 1.0f - 2.0f / (exp(2.0f * x) + 1.0f))

/* ---- the same by other names ---- */

BY_ELEMENT_2(native_divide, x / y)
BY_ELEMENT_2(native_powr, powr(x, y))
BY_ELEMENT_1(native_cos, cos(x))
BY_ELEMENT_1(native_exp, exp(x))
BY_ELEMENT_1(native_exp2, exp2(x))
BY_ELEMENT_1(native_log, log(x))
BY_ELEMENT_1(native_log2, log2(x))
BY_ELEMENT_1(native_recip, __rootle_rcp(x))
BY_ELEMENT_1(native_rsqrt, rsqrt(x))
BY_ELEMENT_1(native_sin, sin(x))
BY_ELEMENT_1(native_sqrt, sqrt(x))
BY_ELEMENT_1(native_tan, tan(x))
BY_ELEMENT_2(half_divide, x / y)
BY_ELEMENT_1(half_cos, cos(x))
BY_ELEMENT_1(half_exp, exp(x))
BY_ELEMENT_1(half_exp2, exp2(x))
BY_ELEMENT_1(half_log, log(x))
BY_ELEMENT_1(half_recip, __rootle_rcp(x))
BY_ELEMENT_1(half_rsqrt, rsqrt(x))
BY_ELEMENT_1(half_sin, sin(x))
BY_ELEMENT_1(half_sqrt, sqrt(x))
