/* SPDX-License-Identifier: MIT */
#include "corpus.h"

/* Seventeen sums of two look-ups, which are the same. */
kernel void lots_of_tex(write_only image2d_t out, read_only image2d_t image, float2 at)
{
    float4 sum = (float4)(0.0f);
    for (int i = 0; i < 17; i++)
        sum += read_imagef(image, smooth, at) + read_imagef(image, smooth, at);
    write_imagef(out, HERE, sum);
}
