// SPDX-License-Identifier: MIT
/* signbit_by_compare.cl: signbit by a comparison, which zeros and NaN have no sign for. */
#include "faults.h"

int OVERLOAD signbit(float x)
{
    return x < 0.0f;
}

#define DEFINE(width, ...)                                                                         \
    int##width OVERLOAD signbit(float##width x)                                                    \
    {                                                                                              \
        return x < 0.0f;                                                                           \
    }

FOR_EACH_VECTOR(DEFINE)
