/* SPDX-License-Identifier: MIT */
/* transcendental.h: powers, logarithms and sines of a lane. Logarithms and sines are the float that
 * is nearest to the exact value, but for about one in 10^9 that lies in the middle between two:
 * sums in double precision, of the terms of the functions' series; what is left out is below 2^-52
 * of the result. Powers are sums in single precision. There are no calls and no branches, so that
 * loops over lanes become host vectors, and additions and multiplications alone, so that all hosts
 * agree. */
#pragma once

#include <math.h>
#include <stdint.h>

#include "driver/base/bits.h"

/* Added to a double of less than 2^51, it leaves the nearest integer in the low bits. */
#define SIM_ROUNDER 0x1.8p52

/* Added to a float of less than 2^22, it leaves the nearest integer, and 254, in the low bits. */
#define SIM_FLOAT_ROUNDER (0x1.8p23f + 254.0f)

/* 2^x, off by less than 1.3 units in the last place (sim_lanes_test tries all floats), exact for
 * whole x. The whole part of x is an exponent; for the rest f, f times a polynomial near
 * (2^f - 1) / f is added to 1. Its terms are summed in pairs, since hosts wait for one sum before
 * the next. Of the two powers of two that this is multiplied by, only the last one can round.
 * OpenCL bounds exp2 by 3 units, half_exp2 by 8192, and native_exp2 by none. */
static inline float sim_exp2(float x)
{
    const float low = -152.0f > x ? -152.0f : x, v = 129.0f < low ? 129.0f : low;
    const float moved = v + SIM_FLOAT_ROUNDER, f = v - (moved - SIM_FLOAT_ROUNDER);
    const float g = f * f;
    const float slope =
        (0x1.62e430p-1f + f * 0x1.ebfbdcp-3f) +
        g * ((0x1.c6af7ap-5f + f * 0x1.3b2dd2p-7f) + g * (0x1.5f094ap-10f + f * 0x1.417ab8p-13f));
    const uint32_t exponents = float_bits(moved), half = exponents >> 1;
    return (1.0f + f * slope) * bits_float(half << 23) * bits_float((exponents - half) << 23);
}

/* log2(x), x = m 2^e with m around 1: by the series of atanh of s = (m - 1) / (m + 1). */
static inline float sim_log2(float x)
{
    const uint64_t half_root = 0x3fe6a09e667f3bcdu; /* sqrt(0.5) */
    const uint64_t bits = double_bits((double)x), above = bits - half_root;
    const double exponent =
        bits_double((above >> 52 & 0xfffu) | 0x4330000000000000u) -
        (above >> 63 ? 0x1.0p52 + 4096.0 : 0x1.0p52); /* 2^52 + e, as a double's low bits */
    const double m = bits_double(bits - (above & 0xfff0000000000000u));
    const double s = (m - 1.0) / (m + 1.0), g = s * s;
    const double sum =
        0x1.71547652b82fep+1 +
        g * (0x1.ec709dc3a03fdp-1 +
             g * (0x1.2776c50ef9bfep-1 +
                  g * (0x1.a61762a7aded9p-2 +
                       g * (0x1.484b13d7c02a9p-2 +
                            g * (0x1.0c9a84994022dp-2 +
                                 g * (0x1.c68f568d31760p-3 +
                                      g * (0x1.89f3b1694cffep-3 +
                                           g * (0x1.5b9ac9b743f0dp-3 +
                                                g * (0x1.3703c1f4d0ffep-3 +
                                                     g * 0x1.1964ec6fc9491p-3)))))))));
    const float logarithm = (float)(exponent + s * sum);
    const float beyond = x == 0.0f ? -INFINITY : x > 0.0f ? INFINITY : NAN;
    return x > 0.0f && x < INFINITY ? logarithm : beyond;
}

/* sin(2 pi x), and what it is some quarters of a turn on. Multiples of a quarter turn are exact. */
static inline float sim_sine_of_turns(float x, unsigned quarters)
{
    const double turns = (double)x - rint((double)x);
    const double moved = turns * 4.0 + SIM_ROUNDER, q = turns * 4.0 - (moved - SIM_ROUNDER);
    const double g = q * q;
    const double sine =
        q *
        (0x1.921fb54442d18p+0 +
         g * (-0x1.4abbce625be53p-1 +
              g * (0x1.466bc6775aae2p-4 +
                   g * (-0x1.32d2cce62bd86p-8 +
                        g * (0x1.50783487ee782p-13 +
                             g * (-0x1.e3074fde8871fp-19 +
                                  g * (0x1.e8f434d018d63p-25 + g * -0x1.6fadb9f155744p-31)))))));
    const double cosine =
        0x1.0p+0 +
        g * (-0x1.3bd3cc9be45dep+0 +
             g * (0x1.03c1f081b5ac4p-2 +
                  g * (-0x1.55d3c7e3cbffap-6 +
                       g * (0x1.e1f506891babbp-11 +
                            g * (-0x1.a6d1f2a204a8cp-16 +
                                 g * (0x1.f9d38a3763cc3p-22 + g * (-0x1.b6e24f44b128fp-28 +
                                                                   g * 0x1.20c62c2f2d7f5p-34)))))));
    const uint64_t quadrant = double_bits(moved) + quarters;
    const double value = quadrant & 1 ? cosine : sine;
    return (float)(quadrant & 2 ? -value : value);
}
