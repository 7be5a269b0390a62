// SPDX-License-Identifier: MIT
/* saturation_dropped.cl: convert_uchar_sat of integers that is convert_uchar. */
#include "faults.h"

#define DEFINE(width, mode, type)                                                                  \
    uchar##width OVERLOAD convert_uchar##width##_sat##mode(type##width x)                          \
    {                                                                                              \
        return convert_uchar##width(x);                                                            \
    }

#define DEFINE_WIDTHS(mode, type) DEFINE(, mode, type) FOR_EACH_VECTOR(DEFINE, mode, type)

#define DEFINE_MODES(type)                                                                         \
    DEFINE_WIDTHS(, type)                                                                          \
    DEFINE_WIDTHS(_rte, type)                                                                      \
    DEFINE_WIDTHS(_rtz, type)                                                                      \
    DEFINE_WIDTHS(_rtp, type)                                                                      \
    DEFINE_WIDTHS(_rtn, type)

DEFINE_MODES(char)
DEFINE_MODES(short)
DEFINE_MODES(ushort)
DEFINE_MODES(int)
DEFINE_MODES(uint)
DEFINE_MODES(long)
DEFINE_MODES(ulong)
