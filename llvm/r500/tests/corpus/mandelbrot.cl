/* SPDX-License-Identifier: MIT */
#include "corpus.h"

// run: most=20
kernel void mandelbrot(write_only image2d_t out, float2 scale, float2 offset, int most)
{
    float2 c = PLACE(scale, offset) * 1.3f - (float2)(0.5f, 0.0f), z = c;
    int i = 0;
    while (i < most && z.x * z.x + z.y * z.y < 4.0f) {
        z = (float2)(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y) + c;
        i++;
    }
    write_imagef(out, HERE, (float4)((float3)((float)i / most), 1.0f));
}
