/* SPDX-License-Identifier: MIT */
/* corpus.h: what the image programs here begin with. A program's pixel is at `here`; `place` of it
 * runs from -1 to 1, as a varying that spans the rectangle. */
constant sampler_t texels =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t smooth =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

#define HERE                 ((int2)(get_global_id(0), get_global_id(1)))
#define PLACE(scale, offset) (convert_float2(HERE) * (scale) + (offset))
