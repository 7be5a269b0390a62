// SPDX-License-Identifier: MIT
/* layer_not_rounded.cl: reads of arrays whose layer is rounded down. */
#define ROUND_LAYER(layer) floor(layer)
#include "image/read.cl"
