/* SPDX-License-Identifier: MIT */
/* edges.h: samples that are mixed() of a texel and the one beside it, where coordinates are
 * normalized. */
#define SAMPLE_float4(image, sampler, coord, normalized)                                           \
    (__rootle_sampler_value(sampler) & CLK_NORMALIZED_COORDS_TRUE                                  \
         ? mixed(SAMPLE(image, sampler, coord, normalized),                                        \
                 SAMPLE(image, sampler, coord - BESIDE(normalized), normalized))                   \
         : SAMPLE(image, sampler, coord, normalized))
/* A small step along the axes that are not layers. */
#define BESIDE(normalized)                                                                         \
    ((float4)(0x1p-16f, (normalized) > 1 ? 0x1p-16f : 0.0f, (normalized) > 3 ? 0x1p-16f : 0.0f,    \
              0.0f))
