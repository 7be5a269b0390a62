// SPDX-License-Identifier: MIT
/* vstore_half_denormals_flushed.cl: vstore_half stores 0 for denormal halves. */
#include "numbers.h"

#define OPERAND(x) flushed(x, SMALLEST_NORMAL_HALF)
#define STORED_BY  _rte
#include "store_half.h"

STORE_HALF_BROKEN()
