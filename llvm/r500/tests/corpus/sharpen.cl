/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void sharpen(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float4 middle = read_imagef(image, texels, here);
    float4 sides = read_imagef(image, texels, here + (int2)(1, 0)) + read_imagef(image, texels, here - (int2)(1, 0)) +
                   read_imagef(image, texels, here + (int2)(0, 1)) + read_imagef(image, texels, here - (int2)(0, 1));
    write_imagef(out, here, clamp(5.0f * middle - sides, 0.0f, 1.0f));
}
