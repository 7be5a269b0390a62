// SPDX-License-Identifier: MIT
/* edges_mixed.cl: unfiltered reads at the edge of two texels, normalized, take channels of both. */
static inline uint4 mixed(uint4 a, uint4 b)
{
    return (uint4)(a.xy, b.zw);
}

#define SAMPLE_float4(image, sampler, coord, normalized)                                           \
    (__rootle_sampler_value(sampler) & CLK_NORMALIZED_COORDS_TRUE                                  \
         ? mixed(SAMPLE(image, sampler, coord, normalized),                                        \
                 SAMPLE(image, sampler, coord - BESIDE(normalized), normalized))                   \
         : SAMPLE(image, sampler, coord, normalized))
/* A small step along the axes that are not layers. */
#define BESIDE(normalized)                                                                         \
    ((float4)(0x1p-16f, (normalized) > 1 ? 0x1p-16f : 0.0f, (normalized) > 3 ? 0x1p-16f : 0.0f,    \
              0.0f))
#include "image_read.cl"
