/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void box(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float4 sum = (float4)(0.0f);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            sum += read_imagef(image, texels, here + (int2)(x, y));
    write_imagef(out, here, sum / 9.0f);
}
