/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void posterise(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float4 c = read_imagef(image, texels, here);
    write_imagef(out, here, floor(c * 4.3f) / 4.0f);
}
