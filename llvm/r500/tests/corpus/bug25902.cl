/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void bug25902(write_only image2d_t out, read_only image2d_t image, float4 a)
{
    float4 second = read_imagef(image, texels, HERE);
    float3 colour = a.xyz;
    if (a.w != 0.0f)
        colour *= second.xyz;
    write_imagef(out, HERE, (float4)(colour, 1.0f));
}
