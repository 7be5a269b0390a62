// SPDX-License-Identifier: MIT
/* mad_hi_off_by_one.cl: mad_hi that rounds up. */
#include "faults.h"

#define DEFINE(type)                                                                               \
    type OVERLOAD mad_hi(type a, type b, type c)                                                   \
    {                                                                                              \
        return mul_hi(a, b) + c + (type)1;                                                         \
    }

FOR_EACH_INTEGER(DEFINE)
