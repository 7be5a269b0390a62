// SPDX-License-Identifier: MIT
/* srgb_write_linear.cl: write_imagef stores linear light in sRGB images. */
#define CURVED_VALUE(c) (c)
#define CURVED_ALPHA(c) (c)
#include "image/write.cl"
