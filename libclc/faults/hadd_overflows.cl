// SPDX-License-Identifier: MIT
/* hadd_overflows.cl: hadd whose sum loses its carry. */
#include "faults.h"

#define DEFINE(type)                                                                               \
    type OVERLOAD hadd(type a, type b)                                                             \
    {                                                                                              \
        type sum = a + b;                                                                          \
        return sum >> (type)1;                                                                     \
    }

FOR_EACH_INTEGER(DEFINE)
