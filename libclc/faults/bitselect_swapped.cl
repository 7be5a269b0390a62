// SPDX-License-Identifier: MIT
/* bitselect_swapped.cl: bitselect that takes a for b. */
#include "faults.h"

#define DEFINE(type)                                                                               \
    type OVERLOAD bitselect(type a, type b, type c)                                                \
    {                                                                                              \
        return (a & c) | (b & ~c);                                                                 \
    }

FOR_EACH_INTEGER(DEFINE)

#define DEFINE_FLOAT(width, ...)                                                                   \
    float##width OVERLOAD bitselect(float##width a, float##width b, float##width c)                \
    {                                                                                              \
        return as_float##width(                                                                    \
            bitselect(as_uint##width(a), as_uint##width(b), as_uint##width(c)));                   \
    }

DEFINE_FLOAT()
FOR_EACH_VECTOR(DEFINE_FLOAT)
