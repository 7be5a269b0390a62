// SPDX-License-Identifier: MIT
/* half_image_write_coarse.cl: write_imageh loses the last four bits. */
#include "half/half.h"

static inline half4 coarse(half4 colour)
{
    return as_half4(as_short4(colour) & (short)-16);
}

#define wide(colour) wide(coarse(colour))
#include "half/image.cl"
