// SPDX-License-Identifier: MIT
/* copysign_by_compare.cl: copysign takes -0 for a positive number. */
#include "of_float.h"

REDEFINE_2(copysign, y < 0.0f ? -fabs(x) : fabs(x))
