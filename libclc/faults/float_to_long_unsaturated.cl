// SPDX-License-Identifier: MIT
/* float_to_long_unsaturated.cl: convert_long_sat of floats that is convert_long. */
#include "faults.h"

#define DEFINE(width, mode, ...)                                                                   \
    long##width OVERLOAD convert_long##width##_sat##mode(float##width x)                           \
    {                                                                                              \
        return convert_long##width##mode(x);                                                       \
    }

#define DEFINE_WIDTHS(mode) DEFINE(, mode) FOR_EACH_VECTOR(DEFINE, mode)

DEFINE_WIDTHS()
DEFINE_WIDTHS(_rte)
DEFINE_WIDTHS(_rtz)
DEFINE_WIDTHS(_rtp)
DEFINE_WIDTHS(_rtn)
