/* SPDX-License-Identifier: MIT */
/* roots.h: reciprocal square roots, rounded once.
 *
 * Roots and quotients of doubles take most of the time of who needs them. Hosts with fused
 * multiplications get the same bits from a guess that is right to 11 bits or more. A first step
 * leaves one unit in the last place at the most. The second one knows what a product lost, and
 * rounds each number within that unit to the same root (roots_test.c tries all). */
#pragma once

#if defined(__AVX2__)
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
static inline float root_from(float x, float guess)
{
    const float root = root_rounded(x, root_step(guess, fmaf(-(x * guess), guess, 1.0f)));
    return root != root ? guess : root;
}

#if defined(__AVX512F__)
enum { ROOT_GUESSES = 16 };
static inline void root_guess(float *guess, const float *x)
{
    _mm512_storeu_ps(guess, _mm512_rsqrt14_ps(_mm512_loadu_ps(x)));
}
#elif defined(__AVX2__) && defined(__FMA__)
enum { ROOT_GUESSES = 8 };
/* The host takes denormals for zeros. */
static inline void root_guess(float *guess, const float *x)
{
    const __m256 own = _mm256_loadu_ps(x),
                 small = _mm256_cmp_ps(own, _mm256_set1_ps(0x1p-126f), _CMP_LT_OQ),
                 larger = _mm256_mul_ps(own, _mm256_set1_ps(0x1p24f)),
                 root = _mm256_rsqrt_ps(_mm256_blendv_ps(own, larger, small)),
                 back = _mm256_mul_ps(root, _mm256_set1_ps(0x1p12f));
    _mm256_storeu_ps(guess, _mm256_blendv_ps(root, back, small));
}
#endif

/* The same of n lanes (SIM_FOR_LANES). */
static inline void reciprocal_roots(float *d, const float *x, unsigned n)
{
#if defined(__AVX2__) && defined(__FMA__)
    float guess[SIM_LANES];
    for (unsigned i = 0, end = sim_whole_steps(n); i < end; i += ROOT_GUESSES)
        root_guess(guess + i, x + i);
    SIM_FOR_LANES(lane, n) d[lane] = root_from(x[lane], guess[lane]);
#else
    SIM_FOR_LANES(lane, n) d[lane] = reciprocal_root(x[lane]);
#endif
}
