// SPDX-License-Identifier: MIT
/* ceil_zero_unsigned.cl: ceil of -0 is 0. */
#include "of_float.h"

REDEFINE(ceil, unsigned_zero(-floor(-x)))
