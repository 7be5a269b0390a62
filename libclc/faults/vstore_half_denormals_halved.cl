// SPDX-License-Identifier: MIT
/* vstore_half_denormals_halved.cl: vstore_half stores half of denormal halves. */
#include "numbers.h"

#define OPERAND(x) halved(x, SMALLEST_NORMAL_HALF)
#define STORED_BY  _rte
#include "store_half.h"

STORE_HALF_BROKEN()
