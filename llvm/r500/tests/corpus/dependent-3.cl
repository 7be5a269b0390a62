/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void dependent_3(write_only image2d_t out, read_only image2d_t image, float2 scale, float2 offset)
{
    int2 at = convert_int2(PLACE(scale, offset) + 0.5f);
    write_imagef(out, HERE, read_imagef(image, smooth, convert_float2(at)));
}
