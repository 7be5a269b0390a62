// SPDX-License-Identifier: MIT
/* depth_read_inverted.cl: read_imagef of depth images gives 1 - depth. */
#define SEEN_float(value) (1.0f - (value))
#include "image/read.cl"
