// SPDX-License-Identifier: MIT
/* padding_written_as_alpha.cl: write_imagef stores alpha where images of RGBx and sRGBx have padding. */
#define PADDING(alpha) (alpha)
#include "image/write.cl"
