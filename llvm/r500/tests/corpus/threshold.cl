/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void threshold(write_only image2d_t out, read_only image2d_t image, float limit)
{
    int2 here = HERE;
    float4 c = read_imagef(image, texels, here);
    float grey = dot(c.xyz, (float3)(0.333f));
    write_imagef(out, here, grey > limit ? (float4)(1.0f) : (float4)(0.0f, 0.0f, 0.0f, 1.0f));
}
