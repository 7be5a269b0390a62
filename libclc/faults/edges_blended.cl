// SPDX-License-Identifier: MIT
/* edges_blended.cl: unfiltered reads at the edge of two texels, normalized, give what is between them. */
static inline uint4 mixed(uint4 a, uint4 b)
{
    return as_uint4(0.5f * (as_float4(a) + as_float4(b)));
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
