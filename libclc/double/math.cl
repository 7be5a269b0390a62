// SPDX-License-Identifier: MIT
/* math.cl: functions of double whose results are exact, or rounded once, where libclc's are
 * not. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REAL double

#define WORD      ulong
#define BELOW_ONE 0x1.fffffffffffffp-1
#define TINY      0x1p-512
#define UP        0x1p512
#define DOWN      0x1p-256

enum { FRACTION_BITS = 52, STRIDE = 32 };

struct divisor {
    double whole;
};

static struct divisor divisor_of(double x)
{
    return (struct divisor){x};
}

/* By a step of Newton's from the reciprocal of the mantissa, which is a float's. */
static double inverse_of(double x)
{
    ulong exponent = as_ulong(x) & 0x7ff0000000000000UL;
    double mantissa = as_double(as_ulong(x) - exponent + as_ulong(1.0));
    double near = (double)(1.0f / (float)mantissa);
    double inverse = fma(fma(-mantissa, near, 1.0), near, near);
    return x == 0.0 ? (double)NAN : as_double(as_ulong(inverse) - exponent + as_ulong(1.0));
}

static double rest_of(double dividend, double quotient, struct divisor d)
{
    return fma(-quotient, d.whole, dividend);
}

#include "math/exact.h"

double __rootle_double_sqrt(double x);

double OVERLOAD sqrt(double x)
{
    return __rootle_double_sqrt(x);
}

UNARY_VECTORS(sqrt)


/* ---- not a number ---- */

/* Quiet for every code, of which zero is one. */
#define QUIET(width)                                                                               \
    double##width OVERLOAD nan(ulong##width code)                                                  \
    {                                                                                              \
        return as_double##width(code | 0x7ff8000000000000UL);                                      \
    }

QUIET()
QUIET(2)
QUIET(3)
QUIET(4)
QUIET(8)
QUIET(16)
