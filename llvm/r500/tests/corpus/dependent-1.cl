/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void dependent_1(write_only image2d_t out, read_only image2d_t image)
{
    float4 at = read_imagef(image, texels, HERE);
    write_imagef(out, HERE, read_imagef(image, smooth, at.xy));
}
