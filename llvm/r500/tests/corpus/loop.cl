/* SPDX-License-Identifier: MIT */
#include "corpus.h"

// run: colour=0.1,0.4,0.7,8
kernel void loop(write_only image2d_t out, float4 colour)
{
    int count = (int)colour.w;
    float3 c = colour.xyz;
    for (int i = 0; i < count; i++)
        c = c.yzx;
    write_imagef(out, HERE, (float4)(c, 1.0f));
}
