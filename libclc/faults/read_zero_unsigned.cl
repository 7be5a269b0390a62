// SPDX-License-Identifier: MIT
/* read_zero_unsigned.cl: read_imagef of -0 gives 0. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return EACH_OF_4(unsigned_zero, v);
}

#define SEEN_float4(value) broken(value)
#include "image/read.cl"
