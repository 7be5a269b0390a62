/* SPDX-License-Identifier: MIT */
/* relational.cl: comparisons of halves, whose vectors give shorts, and choices. */
#include "half/half.h"

#define COMPARE(name, result, w, expression)                                                       \
    result OVERLOAD name(half##w x, half##w y)                                                     \
    {                                                                                              \
        return expression;                                                                         \
    }
#define TEST(name, result, w, expression)                                                          \
    result OVERLOAD name(half##w x)                                                                \
    {                                                                                              \
        return expression;                                                                         \
    }
#define MAGNITUDE(w) (as_ushort##w(x) & (ushort##w)0x7fff)

#define ALL_OF(result, w)                                                                          \
    COMPARE(isequal, result, w, x == y)                                                            \
    COMPARE(isnotequal, result, w, x != y)                                                         \
    COMPARE(isgreater, result, w, x > y)                                                           \
    COMPARE(isgreaterequal, result, w, x >= y)                                                     \
    COMPARE(isless, result, w, x < y)                                                              \
    COMPARE(islessequal, result, w, x <= y)                                                        \
    COMPARE(islessgreater, result, w, x < y || x > y)                                              \
    COMPARE(isordered, result, w, x == x && y == y)                                                \
    COMPARE(isunordered, result, w, x != x || y != y)                                              \
    TEST(isfinite, result, w, MAGNITUDE(w) < (ushort##w)0x7c00)                                    \
    TEST(isinf, result, w, MAGNITUDE(w) == (ushort##w)0x7c00)                                      \
    TEST(isnan, result, w, MAGNITUDE(w) > (ushort##w)0x7c00)                                       \
    TEST(isnormal, result, w,                                                                      \
         MAGNITUDE(w) >= (ushort##w)0x0400 && MAGNITUDE(w) < (ushort##w)0x7c00)                    \
    TEST(signbit, result, w, as_short##w(x) < (short##w)0)

ALL_OF(int, )
#define ALL_OF_VECTOR(w) ALL_OF(short##w, w)
HALF_VECTORS(ALL_OF_VECTOR)

#define CHOOSE(w)                                                                                  \
    half##w OVERLOAD bitselect(half##w x, half##w y, half##w mask)                                 \
    {                                                                                              \
        return as_half##w(bitselect(as_ushort##w(x), as_ushort##w(y), as_ushort##w(mask)));        \
    }                                                                                              \
    half##w OVERLOAD select(half##w x, half##w y, short##w choice)                                 \
    {                                                                                              \
        return as_half##w(select(as_short##w(x), as_short##w(y), choice));                         \
    }                                                                                              \
    half##w OVERLOAD select(half##w x, half##w y, ushort##w choice)                                \
    {                                                                                              \
        return as_half##w(select(as_short##w(x), as_short##w(y), choice));                         \
    }
HALF_WIDTHS(CHOOSE)
