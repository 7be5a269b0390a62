/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void atan_2(write_only image2d_t out, float4 y, float4 x)
{
    write_imagef(out, HERE, atan2(y, x) / (2.0f * M_PI_F) + 0.5f);
}
