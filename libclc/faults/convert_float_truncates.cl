// SPDX-License-Identifier: MIT
/* convert_float_truncates.cl: convert_float of integers that rounds towards zero. */
#include "vectors.h"

#define TRUNCATE(from)                                                                             \
    float OVERLOAD convert_float(from x)                                                           \
    {                                                                                              \
        return convert_float_rtz(x);                                                               \
    }                                                                                              \
    VECTORS(, float, from)

TRUNCATE(int)
TRUNCATE(uint)
TRUNCATE(long)
TRUNCATE(ulong)
