// SPDX-License-Identifier: MIT
/* gamma.cl: the gamma function of double: libclc's errors grow with the argument beyond what
 * OpenCL 1.2, table 7.2, allows. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define REAL double
#include "math/math.h"

/* The function for x in [1, 2]: a polynomial through Chebyshev nodes, in x - 1.5. */
__constant double coefficients[] = {
    -0x1.d6e234ed05066p-15, 0x1.61299793c6990p-14, -0x1.264ce0255f55bp-15,
    0x1.b972bb298fec6p-15, -0x1.2f0935fdbddc0p-13, 0x1.c68cdebefd42ap-13,
    -0x1.38238e4f9b707p-12, 0x1.d43262e9a34f3p-12, -0x1.6303f38555fcfp-11,
    0x1.0a3e5d7b5a3a1p-10, -0x1.8ef7865b7d7f9p-10, 0x1.2b2b5f19c211ap-9,
    -0x1.c0a2673e04123p-9, 0x1.504ed944524fep-8, -0x1.f7fc54c1e384dp-8,
    0x1.7991dc39b9179p-7, -0x1.1a2c297f2a6a8p-6, 0x1.a752c6b4833f3p-6,
    -0x1.374fd5cc87da4p-5, 0x1.e022b7433f843p-5, -0x1.3d88cfe50615fp-4,
    0x1.283bd374eb35ep-3, -0x1.b77ac1ca2eba4p-4, 0x1.a8c4dba620d56p-2,
    0x1.08ea88ee561b1p-5,
};

enum { COEFFICIENTS = sizeof(coefficients) / sizeof(coefficients[0]) };

#define MIDDLE     0x1.c5bf891b4ef6bp-1 /* the gamma function of 1.5, and the rest of it */
#define MIDDLE_LOW -0x1.6167d666007f2p-55

static double gamma_part(double x)
{
    double t = x - 1.5, p = coefficients[0];
    for (int i = 1; i < COEFFICIENTS; i++)
        p = fma(p, t, coefficients[i]);
    return fma(p, t, MIDDLE_LOW) + MIDDLE;
}

/* A product that is exact to twice a double's bits. */
struct product {
    double high, low;
};

static struct product times(struct product p, double x)
{
    double high = p.high * x;
    return (struct product){high, fma(p.low, x, fma(p.high, x, -high))};
}

/* The gamma function of positive x as a product of two numbers that do not overflow up to 190: by its
 * recurrence from [1, 2], upwards in steps that are exact. */
static double2 gamma_product(double x)
{
    struct product small = {1.0, 0.0}, large = small;
    if (x < 1.0)
        return (double2)(gamma_part(x + 1.0), 1.0 / x);
    while (x > 2.0) {
        x -= 1.0;
        if (x > 100.0)
            large = times(large, x);
        else
            small = times(small, x);
    }
    return (double2)((small.high + small.low) * gamma_part(x), large.high + large.low);
}

/* By reflection for negative x: pi / (|x| gamma(|x|) sin(pi |x|)), with the sign of -sin. */
static double gamma_reflected(double x)
{
    double y = fabs(x), sine = sinpi(y);
    double2 product = gamma_product(fmin(y, 190.0));
    double quotient = M_PI / (y * sine);
    return sine == 0.0 ? as_double(0x7ff8000000000000UL) : -(quotient / product.x) / product.y;
}

double OVERLOAD tgamma(double x)
{
    if (x == 0.0)
        return copysign((double)INFINITY, x);
    if (x < 0.0)
        return x == -INFINITY ? as_double(0x7ff8000000000000UL)
               : x > -0x1p-60 ? 1.0 / x
                              : gamma_reflected(x);
    double2 product = gamma_product(fmin(x, 190.0));
    return isnan(x) ? x : product.x * product.y;
}

UNARY_VECTORS(tgamma)
