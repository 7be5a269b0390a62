/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void vignette(write_only image2d_t out, read_only image2d_t image, float2 scale, float2 offset)
{
    int2 here = HERE;
    float2 p = PLACE(scale, offset);
    float edge = 1.0f - smoothstep(0.5f, 1.4f, length(p));
    write_imagef(out, here, read_imagef(image, texels, here) * edge);
}
