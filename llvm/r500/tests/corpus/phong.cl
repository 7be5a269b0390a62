/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void phong(write_only image2d_t out, float2 scale, float2 offset, float3 light, float3 colour)
{
    float2 p = PLACE(scale, offset);
    float inside = 1.0f - dot(p, p);
    float3 normal = (float3)(p, sqrt(max(inside, 0.0f)));
    float3 to_light = normalize(light);
    float diffuse = max(dot(normal, to_light), 0.0f);
    float3 mirror = 2.0f * diffuse * normal - to_light;
    float shine = pow(max(mirror.z, 0.001f), 16.0f);
    float3 c = colour * (0.1f + 0.7f * diffuse) + shine * 0.5f;
    write_imagef(out, HERE, inside > 0.0f ? (float4)(c, 1.0f) : (float4)(0.0f, 0.0f, 0.2f, 1.0f));
}
