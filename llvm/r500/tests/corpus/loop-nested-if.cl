/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void loop_nested_if(write_only image2d_t out, float2 scale, float2 offset)
{
    float2 p = PLACE(scale, offset);
    float3 c = (float3)(0.0f);
    if (p.y < 0.0f && p.x < 57.0f) {
        if (p.x < 0.0f)
            for (int i = 0; i < 5; i++)
                c.x += 0.2f;
        else
            for (int i = 0; i < 5; i++)
                c.y += 0.2f;
    } else {
        if (p.x < 0.0f)
            for (int i = 0; i < 5; i++)
                c.z += 0.2f;
        else
            for (int i = 0; i < 5; i++)
                c += 0.2f;
    }
    write_imagef(out, HERE, (float4)(c, 1.0f));
}
