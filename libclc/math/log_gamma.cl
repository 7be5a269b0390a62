// SPDX-License-Identifier: MIT
/* log_gamma.cl: the logarithm of the gamma function of float: libclc's, but for negative numbers
 * next to zero, whose squares vanish, for infinities (C99, F.9.5.3), and for the sign at poles,
 * which is 0 (OpenCL 1.2, 7.5.1). */
#include "math/math.h"

float OVERLOAD __libclc_lgamma_r(float x, private int *sign);

static float log_gamma(float x, private int *sign)
{
    float result = __libclc_lgamma_r(x, sign);
    if (x < 0.0f && x > -0x1p-24f) {
        *sign = -1;
        result = -log(-x);
    }
    if (x <= 0.0f && x == floor(x))
        *sign = 0;
    return isinf(x) ? INFINITY : result;
}

float OVERLOAD lgamma(float x)
{
    int sign;
    return log_gamma(x, &sign);
}

UNARY_VECTORS(lgamma)

#define LGAMMA_R_VECTOR(width, half, space)                                                        \
    float##width OVERLOAD lgamma_r(float##width x, space int##width *sign)                         \
    {                                                                                              \
        int##half low, high;                                                                       \
        float##width result = (float##width)(lgamma_r(x.lo, &low), lgamma_r(x.hi, &high));         \
        *sign = (int##width)(low, high);                                                           \
        return result;                                                                             \
    }

#define LGAMMA_R(space)                                                                            \
    float OVERLOAD lgamma_r(float x, space int *sign)                                              \
    {                                                                                              \
        int s;                                                                                     \
        float result = log_gamma(x, &s);                                                           \
        *sign = s;                                                                                 \
        return result;                                                                             \
    }                                                                                              \
    LGAMMA_R_VECTOR(2, , space)                                                                    \
    float3 OVERLOAD lgamma_r(float3 x, space int3 *sign)                                           \
    {                                                                                              \
        int2 low;                                                                                  \
        int high;                                                                                  \
        float3 result = (float3)(lgamma_r(x.xy, &low), lgamma_r(x.z, &high));                      \
        *sign = (int3)(low, high);                                                                 \
        return result;                                                                             \
    }                                                                                              \
    LGAMMA_R_VECTOR(4, 2, space)                                                                   \
    LGAMMA_R_VECTOR(8, 4, space)                                                                   \
    LGAMMA_R_VECTOR(16, 8, space)

LGAMMA_R(private)
LGAMMA_R(local)
LGAMMA_R(global)
