/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void bloom(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float4 sum = (float4)(0.0f);
    float2 at = (convert_float2(here) + 0.5f) / convert_float2(get_image_dim(image));
    for (int i = -3; i <= 3; i++) {
        float4 c = read_imagef(image, smooth, at + (float2)(i * 0.01f, 0.0f));
        sum += max(c - 0.6f, 0.0f) * (1.0f - fabs((float)i) / 4.0f);
    }
    write_imagef(out, here, read_imagef(image, texels, here) + sum * 0.5f);
}
