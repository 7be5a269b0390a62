// SPDX-License-Identifier: MIT
/* read_denormals_halved.cl: read_imagef of denormals gives half of them. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return EACH_OF_4(halved, v, , SMALLEST_NORMAL);
}

#define SEEN_float4(value) broken(value)
#include "image/read.cl"
