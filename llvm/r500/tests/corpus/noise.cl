/* SPDX-License-Identifier: MIT */
#include "corpus.h"

/* Value noise: four texels of a table, blended. */
kernel void noise(write_only image2d_t out, read_only image2d_t table, float2 scale, float2 offset)
{
    float2 p = PLACE(scale, offset) * 4.0f + 5.0f, cell = floor(p), f = p - cell;
    float2 w = f * f * (3.0f - 2.0f * f);
    int2 at = convert_int2(cell);
    float a = read_imagef(table, texels, at).x, b = read_imagef(table, texels, at + (int2)(1, 0)).x;
    float c = read_imagef(table, texels, at + (int2)(0, 1)).x, d = read_imagef(table, texels, at + 1).x;
    write_imagef(out, HERE, (float4)((float3)(mix(mix(a, b, w.x), mix(c, d, w.x), w.y)), 1.0f));
}
