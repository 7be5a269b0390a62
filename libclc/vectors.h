/* SPDX-License-Identifier: MIT */
/* vectors.h: the vector forms of conversions, whose scalar form is there. */
#pragma once

#define OVERLOAD __attribute__((overloadable))

/* The vector forms of `name`, a conversion of `from` to `to`, by halves. */
#define VECTOR(name, to, from, width, half)                                                        \
    to##width OVERLOAD convert_##to##width##name(from##width x)                                    \
    {                                                                                              \
        return (to##width)(convert_##to##half##name(x.lo), convert_##to##half##name(x.hi));        \
    }

#define VECTORS(name, to, from)                                                                    \
    VECTOR(name, to, from, 2, )                                                                    \
    to##3 OVERLOAD convert_##to##3##name(from##3 x)                                                \
    {                                                                                              \
        return (to##3)(convert_##to##2##name(x.xy), convert_##to##name(x.z));                      \
    }                                                                                              \
    VECTOR(name, to, from, 4, 2)                                                                   \
    VECTOR(name, to, from, 8, 4)                                                                   \
    VECTOR(name, to, from, 16, 8)
