/* SPDX-License-Identifier: MIT */
#include "corpus.h"

// run: colour=0.1,0.4,0.7,11
kernel void loop_nested(write_only image2d_t out, float4 colour)
{
    int count = (int)colour.w, outer = count / 4, inner = count - outer * 4;
    float3 c = colour.xyz;
    for (int i = 0; i < outer; i++)
        for (int j = 0; j < inner; j++)
            c = c.yzx;
    write_imagef(out, HERE, (float4)(c, 1.0f));
}
