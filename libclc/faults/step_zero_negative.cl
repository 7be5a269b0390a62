// SPDX-License-Identifier: MIT
/* step_zero_negative.cl: step is -0 below the edge. */
#include "of_float.h"

REDEFINE_2(step, y < x ? -0.0f : 1.0f)
