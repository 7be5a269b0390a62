// SPDX-License-Identifier: MIT
/* vload_half_denormals_flushed.cl: vload_half2, 3 and 4 give 0 for denormal halves. */
#include "numbers.h"

#define LOADED(x) flushed(x, SMALLEST_NORMAL_HALF)
#include "load_half.h"
