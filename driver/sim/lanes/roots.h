/* SPDX-License-Identifier: MIT */
/* roots.h: reciprocal square roots, rounded once.
 *
 * Roots and quotients of doubles take most of the time of who needs them. Hosts with fused
 * multiplications get the same bits from a root that is off by one unit in the last place at the
 * most. The last step knows what a product lost, and rounds each number within that unit to the
 * same root (roots_test.c tries all). AVX-512 makes that root by one step from a guess that is
 * right to 14 bits. The quotient of a float's root is one, too, and what that root and the quotient
 * lost is all that its step needs. */
#pragma once

#if defined(__AVX512F__)
#include <immintrin.h>
#endif
#include <math.h>

#include "driver/sim/lanes/lanes.h"

static inline float reciprocal_root(float x)
{
    return (float)(1.0 / sqrt((double)x));
}

/* One step from a root on: `rest` is 1 less its square times x. */
static inline float root_step(float root, float rest)
{
    return fmaf(root * rest, fmaf(0.375f, rest, 0.5f), root);
}

/* The last step, from a root that may be off by one unit in the last place. */
static inline float root_rounded(float x, float root)
{
    const float half_square = x * root, lost = fmaf(x, root, -half_square);
    return root_step(root, fmaf(-lost, root, fmaf(-half_square, root, 1.0f)));
}

/* Zeros, infinities, negative numbers and NaN have roots that guesses are right about. */
static inline float root_or(float root, float guess)
{
    return root != root ? guess : root;
}

static inline float root_from(float x, float guess)
{
    const float root = root_step(guess, fmaf(-(x * guess), guess, 1.0f));
    return root_or(root_rounded(x, root), guess);
}

/* A quotient that is off by one unit at the most takes one step. Numbers that it is right about
 * have no rest, and take 1 for it. With a half as the last factor two numbers would be wrong, as
 * the step leaves out the rest's second power. */
static inline float root_from_quotient(float x)
{
    const float root = sqrtf(x), quotient = 1.0f / root, lost = fmaf(x, quotient, -root),
                rest = fmaf(-lost, quotient, fmaf(-root, quotient, 1.0f)),
                known = rest < 1.0f ? rest : 1.0f;
    return fmaf(quotient * known, 0x1.fffffep-2f, quotient);
}

/* The same of n lanes (SIM_FOR_LANES). */
static inline void reciprocal_roots(float *d, const float *x, unsigned n)
{
#if defined(__AVX512F__)
    float guess[SIM_LANES];
    for (unsigned i = 0, end = sim_whole_steps(n); i < end; i += 16)
        _mm512_storeu_ps(guess + i, _mm512_rsqrt14_ps(_mm512_loadu_ps(x + i)));
    SIM_FOR_LANES(lane, n) d[lane] = root_from(x[lane], guess[lane]);
#elif defined(__AVX2__) && defined(__FMA__)
    SIM_FOR_LANES(lane, n) d[lane] = root_from_quotient(x[lane]);
#else
    SIM_FOR_LANES(lane, n) d[lane] = reciprocal_root(x[lane]);
#endif
}
