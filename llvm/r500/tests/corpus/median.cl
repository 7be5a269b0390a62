/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void median(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float4 a = read_imagef(image, texels, here - (int2)(1, 0)), b = read_imagef(image, texels, here);
    float4 c = read_imagef(image, texels, here + (int2)(1, 0));
    write_imagef(out, here, max(min(a, b), min(max(a, b), c)));
}
