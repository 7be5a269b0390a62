// SPDX-License-Identifier: MIT
/* read_one_below.cl: read_imagef of 1 gives less. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return v - select((float4)(0.0f), (float4)(0x1p-24f), v == 1.0f);
}

#define SEEN_float4(value) broken(value)
#include "image/read.cl"
