/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void rgb_to_hsv(write_only image2d_t out, read_only image2d_t image)
{
    int2 here = HERE;
    float4 c = read_imagef(image, texels, here);
    float most = max(c.x, max(c.y, c.z)), least = min(c.x, min(c.y, c.z)), range = most - least;
    float hue = range == 0.0f   ? 0.0f
                : most == c.x ? (c.y - c.z) / range
                : most == c.y ? (c.z - c.x) / range + 2.0f
                              : (c.x - c.y) / range + 4.0f;
    hue = hue / 6.0f;
    hue = hue < 0.0f ? hue + 1.0f : hue;
    write_imagef(out, here, (float4)(hue, most > 0.0f ? range / most : 0.0f, most, c.w));
}
