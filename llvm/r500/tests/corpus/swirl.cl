/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void swirl(write_only image2d_t out, read_only image2d_t image, float2 scale, float2 offset, float amount)
{
    int2 here = HERE;
    float2 p = PLACE(scale, offset);
    float r = length(p), turn = amount * (1.0f - clamp(r, 0.0f, 1.0f));
    float s = sin(turn), c = cos(turn);
    float2 at = (float2)(c * p.x - s * p.y, s * p.x + c * p.y) * 0.5f + 0.5f;
    write_imagef(out, here, read_imagef(image, smooth, at));
}
