/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void fxaa(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float3 grey = (float3)(0.299f, 0.587f, 0.114f);
    float4 m = read_imagef(image, texels, here);
    float lm = dot(m.xyz, grey);
    float nw = dot(read_imagef(image, texels, here + (int2)(-1, -1)).xyz, grey);
    float ne = dot(read_imagef(image, texels, here + (int2)(1, -1)).xyz, grey);
    float sw = dot(read_imagef(image, texels, here + (int2)(-1, 1)).xyz, grey);
    float se = dot(read_imagef(image, texels, here + (int2)(1, 1)).xyz, grey);
    float least = min(lm, min(min(nw, ne), min(sw, se))), most = max(lm, max(max(nw, ne), max(sw, se)));
    float2 way = (float2)(sw + se - nw - ne, nw + sw - ne - se);
    float damp = max((nw + ne + sw + se) * 0.03125f, 0.0078125f);
    way = clamp(way / (min(fabs(way.x), fabs(way.y)) + damp), -8.0f, 8.0f) / convert_float2(get_image_dim(image));
    float2 at = (convert_float2(here) + 0.5f) / convert_float2(get_image_dim(image));
    float4 a = 0.5f * (read_imagef(image, smooth, at - way / 6.0f) + read_imagef(image, smooth, at + way / 6.0f));
    float4 b = a * 0.5f + 0.25f * (read_imagef(image, smooth, at - way / 2.0f) + read_imagef(image, smooth, at + way / 2.0f));
    float lb = dot(b.xyz, grey);
    write_imagef(out, here, lb < least || lb > most ? a : b);
}
