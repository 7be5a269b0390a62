/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void if_nested_loop(write_only image2d_t out, float2 scale, float2 offset)
{
    float2 p = PLACE(scale, offset);
    float4 colour = (float4)(0.0f, 1.0f, 0.0f, 0.0f);
    if (p.x < 0.0f) {
        for (float f = -2.0f; f < p.x; f++) {
            if (f != p.y + 5.0f)
                break;
            colour += (float4)(1.0f, 0.0f, 0.0f, 0.0f);
        }
    }
    write_imagef(out, HERE, colour);
}
