/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void gamma(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    write_imagef(out, here, pow(read_imagef(image, texels, here) + 0.01f, (float4)(1.0f / 2.2f)));
}
