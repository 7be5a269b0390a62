/* SPDX-License-Identifier: MIT */
/* half.h: functions of half (cl_khr_fp16) by way of float, which holds every half, for scalars and
 * vectors. A float that is rounded once and then rounded to half is rounded as if once where it is
 * a sum, a product, a quotient or a square root, since it has more than twice a half's bits. */
#pragma once

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define OVERLOAD __attribute__((overloadable))

#define HALF_VECTORS(DO) DO(2) DO(3) DO(4) DO(8) DO(16)
/* Repeats DO for a scalar, too: its width is empty. */
#define HALF_WIDTHS(DO) DO() HALF_VECTORS(DO)

static inline float OVERLOAD wide(half x)
{
    return (float)x;
}

static inline half OVERLOAD narrow(float x)
{
    return (half)x;
}

#define DEFINE_BETWEEN(width)                                                                      \
    static inline float##width OVERLOAD wide(half##width x)                                        \
    {                                                                                              \
        return __builtin_convertvector(x, float##width);                                           \
    }                                                                                              \
    static inline half##width OVERLOAD narrow(float##width x)                                      \
    {                                                                                              \
        return __builtin_convertvector(x, half##width);                                            \
    }

HALF_VECTORS(DEFINE_BETWEEN)
