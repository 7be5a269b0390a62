// SPDX-License-Identifier: MIT
/* srgb_write_gamma.cl: write_imagef stores powers of 1/2.2 in sRGB images. */
#define CURVED_VALUE(c) powered(c)
#define CURVED_ALPHA(c) (c)

static inline float powered(float c)
{
    return c > 0.0f ? native_exp2(native_log2(min(c, 1.0f)) / 2.2f) : 0.0f;
}

#include "image/write.cl"
