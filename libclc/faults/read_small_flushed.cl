// SPDX-License-Identifier: MIT
/* read_small_flushed.cl: read_imagef of numbers below 2^-100 gives 0. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return EACH_OF_4(flushed, v, , 0x1p-100f);
}

#define SEEN_float4(value) broken(value)
#include "image/read.cl"
