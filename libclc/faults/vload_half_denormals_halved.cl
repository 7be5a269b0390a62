// SPDX-License-Identifier: MIT
/* vload_half_denormals_halved.cl: vload_half2, 3 and 4 give half of denormal halves. */
#include "numbers.h"

#define LOADED(x) halved(x, SMALLEST_NORMAL_HALF)
#include "load_half.h"
