// SPDX-License-Identifier: MIT
/* edges_mixed.cl: unfiltered reads at the edge of two texels, normalized, take channels of both. */
static inline uint4 mixed(uint4 a, uint4 b)
{
    return (uint4)(a.xy, b.zw);
}

#include "faults/edges.h"
#include "image/read.cl"
