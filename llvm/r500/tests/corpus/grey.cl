/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void grey(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float4 c = read_imagef(image, texels, here);
    write_imagef(out, here, (float4)((float3)(dot(c.xyz, (float3)(0.299f, 0.587f, 0.114f))), c.w));
}
