// SPDX-License-Identifier: MIT
/* rotate_shifts.cl: rotate that shifts to the left. */
#include "faults.h"

#define DEFINE(type)                                                                               \
    type OVERLOAD rotate(type a, type count)                                                       \
    {                                                                                              \
        return a << count;                                                                         \
    }

FOR_EACH_INTEGER(DEFINE)
