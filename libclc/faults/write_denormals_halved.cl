// SPDX-License-Identifier: MIT
/* write_denormals_halved.cl: write_imagef of denormals stores half of them. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return EACH_OF_4(halved, v, , SMALLEST_NORMAL);
}

#define STORED_float4(value) broken(value)
#include "image/write.cl"
