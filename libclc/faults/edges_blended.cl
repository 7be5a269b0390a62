// SPDX-License-Identifier: MIT
/* edges_blended.cl: unfiltered reads at the edge of two texels, normalized, give what is between them. */
static inline uint4 mixed(uint4 a, uint4 b)
{
    return as_uint4(0.5f * (as_float4(a) + as_float4(b)));
}

#include "faults/edges.h"
#include "image/read.cl"
