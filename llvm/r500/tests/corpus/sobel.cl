/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void sobel(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float3 grey = (float3)(0.299f, 0.587f, 0.114f);
    float p[9];
    for (int i = 0; i < 9; i++)
        p[i] = dot(read_imagef(image, texels, here + (int2)(i % 3 - 1, i / 3 - 1)).xyz, grey);
    float x = p[2] + 2.0f * p[5] + p[8] - p[0] - 2.0f * p[3] - p[6];
    float y = p[6] + 2.0f * p[7] + p[8] - p[0] - 2.0f * p[1] - p[2];
    write_imagef(out, here, (float4)((float3)(sqrt(x * x + y * y)), 1.0f));
}
