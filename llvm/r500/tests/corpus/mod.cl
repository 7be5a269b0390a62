/* SPDX-License-Identifier: MIT */
#include "corpus.h"

/* GLSL's mod, of a divisor of 2. */
kernel void mod_2(write_only image2d_t out, float4 x)
{
    write_imagef(out, HERE, x - 2.0f * floor(x / 2.0f) + (float4)(0.0f, 0.0f, -1.0f, 0.0f));
}
