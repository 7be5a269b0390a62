/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void dependent_4(write_only image2d_t out, read_only image2d_t image)
{
    write_imagef(out, HERE, read_imagef(image, smooth, -convert_float2(HERE)));
}
