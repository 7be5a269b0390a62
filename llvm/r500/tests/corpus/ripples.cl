/* SPDX-License-Identifier: MIT */
#include "corpus.h"

// run: count=5 first=0.5,0.3
kernel void ripples(write_only image2d_t out, read_only image2d_t image, float2 scale, float2 offset, int count, float2 first)
{
    float2 p = PLACE(scale, offset), at = first;
    float height = 0.0f;
    for (int i = 0; i < count; i++) {
        float d = distance(p, at);
        if (d < 0.7f)
            height += cos(d * 20.0f) * (0.7f - d);
        at = -at.yx * 1.1f;
    }
    float4 c = read_imagef(image, smooth, p * 0.5f + 0.5f + height * 0.02f);
    write_imagef(out, HERE, c + height * 0.1f);
}
