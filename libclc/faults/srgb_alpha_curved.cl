// SPDX-License-Identifier: MIT
/* srgb_alpha_curved.cl: write_imagef puts alpha on the curve of sRGB, too. */
#define CURVED_VALUE curved_value
#define CURVED_ALPHA curved_value
#include "image/write.cl"
