// SPDX-License-Identifier: MIT
/* write_zero_unsigned.cl: write_imagef of -0 stores 0. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return EACH_OF_4(unsigned_zero, v);
}

#define STORED_float4(value) broken(value)
#include "image/write.cl"
