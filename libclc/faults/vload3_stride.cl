// SPDX-License-Identifier: MIT
/* vload3_stride.cl: vload3 that steps as vectors in memory do. */
#include "faults.h"

#define DEFINE(type, space)                                                                        \
    type##3 OVERLOAD vload3(size_t index, const space type *p)                                     \
    {                                                                                              \
        p += 4 * index;                                                                            \
        return (type##3)(p[0], p[1], p[2]);                                                        \
    }

#define DEFINE_SPACES(type)                                                                        \
    DEFINE(type, global)                                                                           \
    DEFINE(type, constant)                                                                         \
    DEFINE(type, local)                                                                            \
    DEFINE(type, private)

DEFINE_SPACES(char)
DEFINE_SPACES(uchar)
DEFINE_SPACES(short)
DEFINE_SPACES(ushort)
DEFINE_SPACES(int)
DEFINE_SPACES(uint)
DEFINE_SPACES(long)
DEFINE_SPACES(ulong)
DEFINE_SPACES(float)
