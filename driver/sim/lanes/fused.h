/* SPDX-License-Identifier: MIT */
/* fused.h: a product fused with a sum, rounded once.
 *
 * x86-64 has no such operation below level v3, and the C library's takes one lane at a time.
 * Doubles hold the product exactly. Their sum is made odd where it is not exact: a double has so
 * many digits more than a float that this is rounded as the exact sum is. Loops over lanes become
 * vectors. */
#pragma once

#include <math.h>
#include <stdint.h>

#include "driver/base/bits.h"

static inline float fused_by_doubles(float x, float y, float z)
{
    const double product = (double)x * y, sum = product + z, part = sum - product,
                 rest = (product - (sum - part)) + (z - part);
    const uint64_t bits = double_bits(sum), differs = double_bits(rest) ^ bits,
                   odd = (bits - (differs >> 63)) | 1;
    return (float)bits_double(fabs(rest) > 0 ? odd : bits);
}

static inline float fused(float x, float y, float z)
{
#if defined(__x86_64__) && !defined(__FMA__)
    return fused_by_doubles(x, y, z);
#else
    return fmaf(x, y, z);
#endif
}
