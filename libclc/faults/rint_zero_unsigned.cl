// SPDX-License-Identifier: MIT
/* rint_zero_unsigned.cl: rint of -0 is 0. */
#include "of_float.h"

REDEFINE(rint, unsigned_zero(fabs(x) < 0x1p22f ? (x + 0x1.8p23f) - 0x1.8p23f : x))
