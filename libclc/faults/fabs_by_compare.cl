// SPDX-License-Identifier: MIT
/* fabs_by_compare.cl: fabs of -0 is -0. */
#include "of_float.h"

REDEFINE(fabs, x < 0.0f ? -x : x)
