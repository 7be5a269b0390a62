// SPDX-License-Identifier: MIT
/* log_gamma.cl: the logarithm of the gamma function of double: libclc's, but for the sign at
 * poles, which is 0 (OpenCL 1.2, 7.5.1). Vectors are a loop, as the function is long. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REAL double
#include "math/math.h"

double OVERLOAD __libclc_lgamma_r(double x, private int *sign);

static double log_gamma(double x, private int *sign)
{
    double result = __libclc_lgamma_r(x, sign);
    if (x <= 0.0 && x == floor(x))
        *sign = 0;
    return result;
}

#define OF_VECTOR(width, space)                                                                    \
    double##width OVERLOAD lgamma_r(double##width x, space int##width *sign)                       \
    {                                                                                              \
        double values[width];                                                                      \
        int signs[width];                                                                          \
        vstore##width(x, 0, values);                                                               \
        _Pragma("nounroll") for (int i = 0; i < width; i++) values[i] =                            \
            log_gamma(values[i], signs + i);                                                       \
        *sign = vload##width(0, signs);                                                            \
        return vload##width(0, values);                                                            \
    }

#define LGAMMA_R(space)                                                                            \
    double OVERLOAD lgamma_r(double x, space int *sign)                                            \
    {                                                                                              \
        int s;                                                                                     \
        double result = log_gamma(x, &s);                                                          \
        *sign = s;                                                                                 \
        return result;                                                                             \
    }                                                                                              \
    OF_VECTOR(2, space)                                                                            \
    OF_VECTOR(4, space)                                                                            \
    double3 OVERLOAD lgamma_r(double3 x, space int3 *sign)                                         \
    {                                                                                              \
        int4 signs;                                                                                \
        double3 result = lgamma_r((double4)(x, 1.0), &signs).xyz;                                  \
        *sign = signs.xyz;                                                                         \
        return result;                                                                             \
    }                                                                                              \
    OF_VECTOR(8, space)                                                                            \
    OF_VECTOR(16, space)

LGAMMA_R(private)
LGAMMA_R(local)
LGAMMA_R(global)
