// SPDX-License-Identifier: MIT
/* trunc_zero_unsigned.cl: trunc of -0 is 0. */
#include "of_float.h"

REDEFINE(trunc, unsigned_zero(x < 0.0f ? ceil(x) : floor(x)))
