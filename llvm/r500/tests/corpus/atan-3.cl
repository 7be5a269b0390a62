/* SPDX-License-Identifier: MIT */
#include "corpus.h"

/* Four bands: x, the arc tangent of a tangent, that of a quotient, a tangent. */
kernel void atan_3(write_only image2d_t out, float2 scale, float2 offset)
{
    float2 p = PLACE(scale, offset);
    float angle = M_PI_F * p.x, t = tan(angle), value;
    if (p.y < -0.667f) {
        value = p.x / 2.0f;
    } else if (p.y < -0.333f) {
        value = atan(t) / (2.0f * M_PI_F);
    } else if (p.y < 0.0f) {
        float side = fabs(angle) > M_PI_F / 2.0f ? -1.0f : 1.0f;
        value = atan2(side * t, side) / (2.0f * M_PI_F);
    } else {
        value = t / 10.0f;
    }
    write_imagef(out, HERE, (float4)((float3)(value + 0.5f), 1.0f));
}
