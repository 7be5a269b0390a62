// SPDX-License-Identifier: MIT
/* write_one_ulp.cl: write_imagef stores the float beside a number. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return EACH_OF_4(one_ulp_off, v);
}

#define STORED_float4(value) broken(value)
#include "image/write.cl"
