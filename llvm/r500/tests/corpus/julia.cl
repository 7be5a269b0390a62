/* SPDX-License-Identifier: MIT */
#include "corpus.h"

// run: c=-0.4,0.6
kernel void julia(write_only image2d_t out, float2 scale, float2 offset, float2 c)
{
    float2 z = PLACE(scale, offset) * 1.5f;
    int turns = 0;
    for (int i = 0; i < 40; i++) {
        if (dot(z, z) > 4.0f)
            break;
        z = (float2)(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y) + c;
        turns++;
    }
    write_imagef(out, HERE, (float4)((float3)(turns / 40.0f), 1.0f));
}
