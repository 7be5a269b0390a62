/* SPDX-License-Identifier: MIT */
/* shuffle.h: shuffle and shuffle2 (OpenCL C 1.2, 6.12.12) as elements of vectors by variable
 * numbers, of which the code generator makes conditional moves. libclc's are switches: one call of
 * shuffle2 of char16 has 561 blocks. */
#pragma once

#include "vectors.h"

/* Only the lowest bits of a mask's element count. */
#define SHUFFLE(type, mask, n, m)                                                                  \
    type##m OVERLOAD shuffle(type##n x, mask##m which)                                             \
    {                                                                                              \
        type##m result;                                                                            \
        for (int i = 0; i < m; i++)                                                                \
            result[i] = x[(uint)which[i] & (n - 1)];                                               \
        return result;                                                                             \
    }                                                                                              \
    type##m OVERLOAD shuffle2(type##n x, type##n y, mask##m which)                                 \
    {                                                                                              \
        type##m result;                                                                            \
        for (int i = 0; i < m; i++) {                                                              \
            uint element = (uint)which[i] & (n - 1);                                               \
            result[i] = (uint)which[i] & n ? y[element] : x[element];                              \
        }                                                                                          \
        return result;                                                                             \
    }

#define SHUFFLES_OF(type, mask, n)                                                                 \
    SHUFFLE(type, mask, n, 2)                                                                      \
    SHUFFLE(type, mask, n, 4)                                                                      \
    SHUFFLE(type, mask, n, 8)                                                                      \
    SHUFFLE(type, mask, n, 16)

#define SHUFFLES(type, mask)                                                                       \
    SHUFFLES_OF(type, mask, 2)                                                                     \
    SHUFFLES_OF(type, mask, 4)                                                                     \
    SHUFFLES_OF(type, mask, 8)                                                                     \
    SHUFFLES_OF(type, mask, 16)
