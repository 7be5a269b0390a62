// SPDX-License-Identifier: MIT
/* write_denormals_flushed.cl: write_imagef of denormals stores 0, which a device may, and this one does not. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return EACH_OF_4(flushed, v, , SMALLEST_NORMAL);
}

#define STORED_float4(value) broken(value)
#include "image/write.cl"
