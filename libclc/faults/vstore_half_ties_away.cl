// SPDX-License-Identifier: MIT
/* vstore_half_ties_away.cl: vstore_half rounds ties away from zero. */
#include "numbers.h"

#define OPERAND(x) (isfinite(x) ? as_float(as_uint(x) + 0x1000) : (x))
#define STORED_BY  _rtz
#include "store_half.h"

STORE_HALF_BROKEN()
