// SPDX-License-Identifier: MIT
/* convert_float_zero_unsigned.cl: convert_float of a float of -0 is 0, with any rounding mode. */
#include "numbers.h"
#include "vectors.h"

#define UNSIGNED(mode)                                                                             \
    float OVERLOAD convert_float##mode(float x)                                                    \
    {                                                                                              \
        return unsigned_zero(x);                                                                   \
    }                                                                                              \
    VECTORS(mode, float, float)

UNSIGNED()
UNSIGNED(_rte)
UNSIGNED(_rtz)
UNSIGNED(_rtp)
UNSIGNED(_rtn)
