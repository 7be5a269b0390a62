/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void sepia(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float3 c = read_imagef(image, texels, here).xyz;
    write_imagef(out, here, (float4)(dot(c, (float3)(0.393f, 0.769f, 0.189f)), dot(c, (float3)(0.349f, 0.686f, 0.168f)),
                                     dot(c, (float3)(0.272f, 0.534f, 0.131f)), 1.0f));
}
