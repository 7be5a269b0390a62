/* SPDX-License-Identifier: MIT */
/* convert.cl: conversions to half and from it. Those to half go by float: an integer that a float
 * does not hold is larger than every half, and stays so when it is rounded. */
#include "half/half.h"

/* ---- float to half ---- */

#define DIRECTED(mode)                                                                             \
    half OVERLOAD convert_half##mode(float x)                                                      \
    {                                                                                              \
        half result;                                                                               \
        vstore_half##mode(x, 0, &result);                                                          \
        return result;                                                                             \
    }
DIRECTED(_rtz)
DIRECTED(_rtp)
DIRECTED(_rtn)

half OVERLOAD convert_half(float x)
{
    return narrow(x);
}

half OVERLOAD convert_half_rte(float x)
{
    return narrow(x);
}

/* The vectors of a conversion whose scalar is there. */
#define TO_VECTOR(to, name, from, w, h)                                                            \
    to##w OVERLOAD convert_##to##w##name(from##w x)                                                \
    {                                                                                              \
        return (to##w)(convert_##to##h##name(x.lo), convert_##to##h##name(x.hi));                  \
    }
#define TO_VECTORS(to, name, from)                                                                 \
    TO_VECTOR(to, name, from, 2, )                                                                 \
    to##3 OVERLOAD convert_##to##3##name(from##3 x)                                                \
    {                                                                                              \
        return (to##3)(convert_##to##2##name(x.xy), convert_##to##name(x.z));                      \
    }                                                                                              \
    TO_VECTOR(to, name, from, 4, 2)                                                                \
    TO_VECTOR(to, name, from, 8, 4)                                                                \
    TO_VECTOR(to, name, from, 16, 8)

#define MODES(DO, a, b) DO(a, b, ) DO(a, b, _rte) DO(a, b, _rtz) DO(a, b, _rtp) DO(a, b, _rtn)

#define FLOAT_VECTORS(to, from, mode) TO_VECTORS(half, mode, float)
MODES(FLOAT_VECTORS, half, float)

/* ---- half to half ---- */

#define SAME(to, from, mode)                                                                       \
    half OVERLOAD convert_half##mode(half x)                                                       \
    {                                                                                              \
        return x;                                                                                  \
    }                                                                                              \
    TO_VECTORS(half, mode, half)
MODES(SAME, half, half)

/* ---- half to float ---- */

#define WIDEN(to, from, mode)                                                                      \
    float OVERLOAD convert_float##mode(half x)                                                     \
    {                                                                                              \
        return wide(x);                                                                            \
    }                                                                                              \
    TO_VECTORS(float, mode, half)
MODES(WIDEN, float, half)

/* ---- integers ---- */

#define FROM_INTEGER(to, from, mode)                                                               \
    half OVERLOAD convert_half##mode(from x)                                                       \
    {                                                                                              \
        return convert_half##mode((float)x);                                                       \
    }                                                                                              \
    TO_VECTORS(half, mode, from)
#define TO_INTEGER(to, from, mode)                                                                 \
    to OVERLOAD convert_##to##mode(half x)                                                         \
    {                                                                                              \
        return convert_##to##mode(wide(x));                                                        \
    }                                                                                              \
    TO_VECTORS(to, mode, half)                                                                     \
    to OVERLOAD convert_##to##_sat##mode(half x)                                                   \
    {                                                                                              \
        return convert_##to##_sat##mode(wide(x));                                                  \
    }                                                                                              \
    TO_VECTORS(to, _sat##mode, half)

#define INTEGER(type)                                                                              \
    MODES(FROM_INTEGER, half, type)                                                                \
    MODES(TO_INTEGER, type, half)

INTEGER(char)
INTEGER(uchar)
INTEGER(short)
INTEGER(ushort)
INTEGER(int)
INTEGER(uint)
INTEGER(long)
INTEGER(ulong)
