// SPDX-License-Identifier: MIT
/* shuffle2_second_ignored.cl: shuffle2 that takes all elements from its first vector. */
#include "faults.h"

#define DEFINE(type, mask, n, m)                                                                   \
    type##m OVERLOAD shuffle2(type##n a, type##n b, mask##m which)                                 \
    {                                                                                              \
        return shuffle(a, which);                                                                  \
    }

#define DEFINE_TO(type, mask, n)                                                                   \
    DEFINE(type, mask, n, 2)                                                                       \
    DEFINE(type, mask, n, 4)                                                                       \
    DEFINE(type, mask, n, 8)                                                                       \
    DEFINE(type, mask, n, 16)

#define DEFINE_ALL(type, mask)                                                                     \
    DEFINE_TO(type, mask, 2)                                                                       \
    DEFINE_TO(type, mask, 4)                                                                       \
    DEFINE_TO(type, mask, 8)                                                                       \
    DEFINE_TO(type, mask, 16)

DEFINE_ALL(char, uchar)
DEFINE_ALL(uchar, uchar)
DEFINE_ALL(short, ushort)
DEFINE_ALL(ushort, ushort)
DEFINE_ALL(int, uint)
DEFINE_ALL(uint, uint)
DEFINE_ALL(long, ulong)
DEFINE_ALL(ulong, ulong)
DEFINE_ALL(float, uint)
