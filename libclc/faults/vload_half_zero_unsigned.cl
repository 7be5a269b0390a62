// SPDX-License-Identifier: MIT
/* vload_half_zero_unsigned.cl: vload_half2, 3 and 4 of -0 gives 0. */
#include "numbers.h"

#define LOADED(x) unsigned_zero(x)
#include "load_half.h"
