// SPDX-License-Identifier: MIT
/* sub_sat_wraps.cl: sub_sat that is a plain subtraction. */
#include "faults.h"

#define DEFINE(type)                                                                               \
    type OVERLOAD sub_sat(type a, type b)                                                          \
    {                                                                                              \
        return a - b;                                                                              \
    }

FOR_EACH_INTEGER(DEFINE)
