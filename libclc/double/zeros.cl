// SPDX-License-Identifier: MIT
/* zeros.cl: functions of double that libclc has right but for the signs of zeros
 * (OpenCL 1.2, section 7.5.1, and C99, annex F). The compiler lets __libclc_F be libclc's F
 * (llvm/frontend/frontend.c). */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REAL double
#include "math/math.h"

/* Zero for zero. */
#define OF_ZERO(name)                                                                              \
    double OVERLOAD __libclc_##name(double x);                                                     \
    double OVERLOAD name(double x)                                                                 \
    {                                                                                              \
        return x == 0.0 ? x : __libclc_##name(x);                                                  \
    }                                                                                              \
    UNARY_VECTORS(name)

OF_ZERO(atan)
OF_ZERO(atanpi)
OF_ZERO(erf)
OF_ZERO(expm1)
OF_ZERO(sin)
OF_ZERO(tan)

#define SINCOS(width, space)                                                                       \
    double##width OVERLOAD sincos(double##width x, space double##width *cosine)                    \
    {                                                                                              \
        *cosine = cos(x);                                                                          \
        return sin(x);                                                                             \
    }

#define SINCOS_WIDTHS(space)                                                                       \
    SINCOS(, space)                                                                                \
    SINCOS(2, space)                                                                               \
    SINCOS(3, space)                                                                               \
    SINCOS(4, space)                                                                               \
    SINCOS(8, space)                                                                               \
    SINCOS(16, space)

SINCOS_WIDTHS(private)
SINCOS_WIDTHS(local)
SINCOS_WIDTHS(global)

/* ---- of pi times x ---- */

double OVERLOAD __libclc_cospi(double x);
double OVERLOAD __libclc_sinpi(double x);
double OVERLOAD __libclc_tanpi(double x);

double OVERLOAD cospi(double x)
{
    double result = __libclc_cospi(x);
    return result == 0.0 ? 0.0 : result;
}

UNARY_VECTORS(cospi)

double OVERLOAD sinpi(double x)
{
    double result = __libclc_sinpi(x);
    return result == 0.0 ? copysign(0.0, x) : result;
}

UNARY_VECTORS(sinpi)

/* Zero has the sign of x for even x and the other one for odd x. */
double OVERLOAD tanpi(double x)
{
    double result = __libclc_tanpi(x), half_size = 0.5 * fabs(x);
    bool odd = half_size != floor(half_size);
    return result == 0.0 ? copysign(0.0, odd ? -x : x) : result;
}

UNARY_VECTORS(tanpi)
