// SPDX-License-Identifier: MIT
/* select_zero_unsigned.cl: select of -0 gives 0. */
#include "faults.h"

#define SCALAR(chooser)                                                                            \
    float OVERLOAD select(float a, float b, chooser c)                                             \
    {                                                                                              \
        return (c ? b : a) + 0.0f;                                                                 \
    }

/* The most significant bit of a vector's lane decides. */
#define VECTOR(width, chooser)                                                                     \
    float##width OVERLOAD select(float##width a, float##width b, chooser##width c)                 \
    {                                                                                              \
        return (as_int##width(c) < 0 ? b : a) + 0.0f;                                              \
    }

SCALAR(int)
SCALAR(uint)
FOR_EACH_VECTOR(VECTOR, int)
FOR_EACH_VECTOR(VECTOR, uint)
