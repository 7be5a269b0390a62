/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void tone_map(write_only image2d_t out, read_only image2d_t image, float exposure)
{
    int2 here = HERE;
    float4 c = read_imagef(image, texels, here) * exposure;
    write_imagef(out, here, (c * (2.51f * c + 0.03f)) / (c * (2.43f * c + 0.59f) + 0.14f));
}
