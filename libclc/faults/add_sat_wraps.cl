// SPDX-License-Identifier: MIT
/* add_sat_wraps.cl: add_sat that is a plain addition. */
#include "faults.h"

#define DEFINE(type)                                                                               \
    type OVERLOAD add_sat(type a, type b)                                                          \
    {                                                                                              \
        return a + b;                                                                              \
    }

FOR_EACH_INTEGER(DEFINE)
