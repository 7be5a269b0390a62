/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void checker(write_only image2d_t out, float4 a, float4 b)
{
    int2 cell = HERE >> 2;
    write_imagef(out, HERE, ((cell.x + cell.y) & 1) ? a : b);
}
