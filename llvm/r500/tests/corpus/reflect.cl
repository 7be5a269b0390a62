/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void reflect(write_only image2d_t out, float3 ray, float3 normal)
{
    write_imagef(out, HERE, (float4)(ray - 2.0f * dot(normal, ray) * normal, 0.0f));
}
