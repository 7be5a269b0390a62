// SPDX-License-Identifier: MIT
/* read_denormals_flushed.cl: read_imagef of denormals gives 0, which a device may, and this one does not. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return EACH_OF_4(flushed, v, , SMALLEST_NORMAL);
}

#define SEEN_float4(value) broken(value)
#include "image/read.cl"
