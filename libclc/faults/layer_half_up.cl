// SPDX-License-Identifier: MIT
/* layer_half_up.cl: reads of arrays whose layer is rounded up half way between two. */
#define ROUND_LAYER(layer) floor((layer) + 0.5f)
#include "image/read.cl"
