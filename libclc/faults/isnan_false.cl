// SPDX-License-Identifier: MIT
/* isnan_false.cl: isnan that knows no NaN. */
#include "faults.h"

int OVERLOAD isnan(float x)
{
    return 0;
}

#define DEFINE(width, ...)                                                                         \
    int##width OVERLOAD isnan(float##width x)                                                      \
    {                                                                                              \
        return 0;                                                                                  \
    }

FOR_EACH_VECTOR(DEFINE)
