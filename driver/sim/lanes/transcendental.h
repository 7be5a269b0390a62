/* SPDX-License-Identifier: MIT */
/* transcendental.h: powers, logarithms and sines of a lane, as the float that is nearest to the
 * exact value, but for about one in 10^9 that lies in the middle between two. They are sums in
 * double precision, without calls and without branches, so that loops over lanes become host
 * vectors, and of additions and multiplications alone, so that all hosts agree.
 *
 * The terms are those of the functions' series; what is left out is below 2^-52 of the result. */
#ifndef ROOTLE_SIM_LANES_TRANSCENDENTAL_H
#define ROOTLE_SIM_LANES_TRANSCENDENTAL_H

#include <math.h>
#include <stdint.h>

#include "driver/base/bits.h"

/* Added to a double of less than 2^51, it leaves the nearest integer in the low bits. */
#define SIM_ROUNDER 0x1.8p52

/* 2^x: the whole part of x is an exponent, for the rest the series of 2^f = e^(f ln 2), its even
 * and its odd terms apart. */
static inline float sim_exp2(float x)
{
    const double low = x > -160.0f ? (double)x : -160.0, v = low < 130.0 ? low : 130.0;
    const double moved = v + SIM_ROUNDER, f = v - (moved - SIM_ROUNDER), g = f * f;
    const double even =
        0x1.0p+0 + g * (0x1.ebfbdff82c58fp-3 +
                        g * (0x1.3b2ab6fba4e77p-7 +
                             g * (0x1.430912f86c787p-13 +
                                  g * (0x1.62c0223a5c824p-20 +
                                       g * (0x1.e4cf5158b8ecap-28 + g * 0x1.c3bd650fc2986p-36)))));
    const double odd = 0x1.62e42fefa39efp-1 +
                       g * (0x1.c6b08d704a0c0p-5 +
                            g * (0x1.5d87fe78a6731p-10 +
                                 g * (0x1.ffcbfc588b0c7p-17 +
                                      g * (0x1.b5253d395e7c4p-24 + g * 0x1.e8cac7351bb25p-32))));
    const double scale = bits_double((double_bits(moved) + 1023) << 52);
    const float power = (float)((even + f * odd) * scale);
    return x == x ? power : x;
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

#endif
