/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void yuv_to_rgb(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float3 c = read_imagef(image, texels, here).xyz;
    float y = 1.164f * (c.x - 0.0625f), u = c.y - 0.5f, v = c.z - 0.5f;
    write_imagef(out, here, (float4)(y + 1.596f * v, y - 0.391f * u - 0.813f * v, y + 2.018f * u, 1.0f));
}
