/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void bump(write_only image2d_t out, read_only image2d_t image, float3 light)
{
    int2 here = HERE;
    float left = read_imagef(image, texels, here - (int2)(1, 0)).x, right = read_imagef(image, texels, here + (int2)(1, 0)).x;
    float up = read_imagef(image, texels, here - (int2)(0, 1)).x, down = read_imagef(image, texels, here + (int2)(0, 1)).x;
    float3 normal = normalize((float3)(left - right, up - down, 0.5f));
    write_imagef(out, here, (float4)((float3)(max(dot(normal, light), 0.0f)), 1.0f));
}
