/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void gauss(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    const float weight[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    float4 sum = (float4)(0.0f);
    for (int x = 0; x < 5; x++)
        sum += weight[x] * read_imagef(image, texels, here + (int2)(x - 2, 0));
    write_imagef(out, here, sum);
}
