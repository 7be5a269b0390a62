/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void sqrt_branch(write_only image2d_t out, float4 a, float4 b)
{
    write_imagef(out, HERE, b.x != 0.0f ? sqrt(a) : b);
}
