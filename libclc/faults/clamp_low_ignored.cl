// SPDX-License-Identifier: MIT
/* clamp_low_ignored.cl: clamp with an upper bound only. */
#include "faults.h"

#define DEFINE(type)                                                                               \
    type OVERLOAD clamp(type x, type low, type high)                                               \
    {                                                                                              \
        return min(x, high);                                                                       \
    }

FOR_EACH_INTEGER(DEFINE)
FOR_EACH_WIDTH(DEFINE, float)
