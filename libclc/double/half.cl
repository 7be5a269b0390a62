/* SPDX-License-Identifier: MIT */
/* half.cl: conversions between double and half. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "vectors.h"

float __rootle_double_to_odd_float(double x);

#define BETWEEN(mode)                                                                              \
    double OVERLOAD convert_double##mode(half x)                                                   \
    {                                                                                              \
        return (double)(float)x;                                                                   \
    }                                                                                              \
    VECTORS(mode, double, half)                                                                    \
    half OVERLOAD convert_half##mode(double x)                                                     \
    {                                                                                              \
        half result;                                                                               \
        vstore_half##mode(__rootle_double_to_odd_float(x), 0, &result);                            \
        return result;                                                                             \
    }                                                                                              \
    VECTORS(mode, half, double)

BETWEEN()
BETWEEN(_rte)
BETWEEN(_rtz)
BETWEEN(_rtp)
BETWEEN(_rtn)
