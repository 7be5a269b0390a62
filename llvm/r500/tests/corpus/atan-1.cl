/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void atan_1(write_only image2d_t out, float2 scale, float2 offset)
{
    float2 p = PLACE(scale, offset);
    write_imagef(out, HERE, (float4)(atan2(p.y, p.x) / (2.0f * M_PI_F) + 0.5f));
}
