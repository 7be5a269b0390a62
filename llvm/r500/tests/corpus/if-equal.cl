/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void if_equal(write_only image2d_t out)
{
    int2 here = HERE;
    float4 colour;
    if (here.x == 20)
        colour = (float4)(1.0f, 0.0f, 0.0f, 0.0f);
    else
        colour = (float4)(0.0f, 1.0f, 0.0f, 0.0f);
    write_imagef(out, here, colour);
}
