// SPDX-License-Identifier: MIT
/* vstore_half_one_ulp.cl: vstore_half stores the half beside a number. */
#include "numbers.h"

#define OPERAND(x) (fabs(x) < 1000.0f && !is_below(x, 1.0f) ? as_float(as_uint(x) + 0x2000) : (x))
#define STORED_BY  _rte
#include "store_half.h"

STORE_HALF_BROKEN()
