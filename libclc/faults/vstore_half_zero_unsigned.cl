// SPDX-License-Identifier: MIT
/* vstore_half_zero_unsigned.cl: vstore_half of -0 stores 0. */
#include "numbers.h"

#define OPERAND(x) unsigned_zero(x)
#define STORED_BY  _rte
#include "store_half.h"

STORE_HALF_BROKEN()
