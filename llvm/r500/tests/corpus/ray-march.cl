/* SPDX-License-Identifier: MIT */
#include "corpus.h"

// run: most=30
kernel void ray_march(write_only image2d_t out, float2 scale, float2 offset, int most)
{
    float3 ray = normalize((float3)(PLACE(scale, offset), 1.5f)), at = (float3)(0.0f, 0.0f, -3.0f);
    float travelled = 0.0f;
    for (int i = 0; i < most; i++) {
        float d = length(at) - 1.0f;
        if (d < 0.01f)
            break;
        if (travelled > 6.0f) {
            travelled = 0.0f;
            break;
        }
        at += ray * d;
        travelled += d;
    }
    write_imagef(out, HERE, (float4)((float3)(travelled * 0.25f), 1.0f));
}
