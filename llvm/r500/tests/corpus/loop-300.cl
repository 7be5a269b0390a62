/* SPDX-License-Identifier: MIT */
#include "corpus.h"

// run: turns=300 step=0.5 expected=150
kernel void loop_300(write_only image2d_t out, int turns, float step, float expected)
{
    float sum = 0.0f;
    for (int i = 0; i < turns; i++)
        sum += step;
    write_imagef(out, HERE, sum == expected ? (float4)(0.0f, 1.0f, 0.0f, 1.0f) : (float4)(1.0f, 0.0f, 0.0f, 1.0f));
}
