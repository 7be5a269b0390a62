/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void plasma(write_only image2d_t out, float2 scale, float2 offset, float time)
{
    float2 p = PLACE(scale, offset) * 5.0f;
    float v = sin(p.x + time) + sin(p.y + time * 0.5f) + sin((p.x + p.y) * 0.7f + time) + sin(length(p) * 2.0f);
    write_imagef(out, HERE, (float4)(0.5f + 0.5f * cos(v), 0.5f + 0.5f * cos(v + 2.0f), 0.5f + 0.5f * cos(v + 4.0f), 1.0f));
}
