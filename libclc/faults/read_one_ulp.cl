// SPDX-License-Identifier: MIT
/* read_one_ulp.cl: read_imagef gives the float beside a number. */
#include "numbers.h"

static inline float4 broken(float4 v)
{
    return EACH_OF_4(one_ulp_off, v);
}

#define SEEN_float4(value) broken(value)
#include "image/read.cl"
