/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void blend(write_only image2d_t out, read_only image2d_t image, read_only image2d_t other)
{
    int2 here = HERE;
    float4 a = read_imagef(image, texels, here), b = read_imagef(other, texels, here);
    write_imagef(out, here, a * a.w + b * (1.0f - a.w));
}
