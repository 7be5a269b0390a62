// SPDX-License-Identifier: MIT
/* sign_zero_unsigned.cl: sign of -0 is 0. */
#include "of_float.h"

REDEFINE(sign, x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : 0.0f)
