/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void emboss(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float4 d = read_imagef(image, texels, here + 1) - read_imagef(image, texels, here - 1);
    write_imagef(out, here, (float4)((float3)(0.5f + dot(d.xyz, (float3)(0.333f))), 1.0f));
}
