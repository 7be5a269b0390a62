/* SPDX-License-Identifier: MIT */
/* vector_memory.h: vectors in memory of a type whose libclc functions are of another device, and
 * copies of them by a work-group. */
#pragma once

#include "async.h"

#define DEFINE_LOAD(type, word, space, width)                                                      \
    type##width OVERLOAD vload##width(size_t index, const space type *p)                           \
    {                                                                                              \
        return as_##type##width(vload##width(index, (const space word *)p));                       \
    }

#define DEFINE_STORE(type, word, space, width)                                                     \
    void OVERLOAD vstore##width(type##width x, size_t index, space type *p)                        \
    {                                                                                              \
        vstore##width(as_##word##width(x), index, (space word *)p);                                \
    }

/* libclc accesses the third of three as a word, and not as part of a vector, from which the
 * optimiser would take that it is no number of `type`. */
#define DEFINE_LOAD_3(type, word, space)                                                           \
    type##3 OVERLOAD vload3(size_t index, const space type *p)                                     \
    {                                                                                              \
        const space type *from = p + 3 * index;                                                    \
        return (type##3)(as_##type##2(vload2(0, (const space word *)from)), from[2]);              \
    }

#define DEFINE_STORE_3(type, word, space)                                                          \
    void OVERLOAD vstore3(type##3 x, size_t index, space type *p)                                  \
    {                                                                                              \
        space type *to = p + 3 * index;                                                            \
        vstore2(as_##word##2(x.xy), 0, (space word *)to);                                          \
        to[2] = x.z;                                                                               \
    }

#define DEFINE_ALL_WIDTHS(macro, type, word, space)                                                \
    macro(type, word, space, 2) macro##_3(type, word, space) macro(type, word, space, 4)           \
        macro(type, word, space, 8) macro(type, word, space, 16)

/* vloadN and vstoreN of `type`, through `word`, which has the same layout. */
#define DEFINE_VECTOR_MEMORY(type, word)                                                           \
    DEFINE_ALL_WIDTHS(DEFINE_LOAD, type, word, global)                                             \
    DEFINE_ALL_WIDTHS(DEFINE_LOAD, type, word, local)                                              \
    DEFINE_ALL_WIDTHS(DEFINE_LOAD, type, word, private)                                            \
    DEFINE_ALL_WIDTHS(DEFINE_LOAD, type, word, constant)                                           \
    DEFINE_ALL_WIDTHS(DEFINE_STORE, type, word, global)                                            \
    DEFINE_ALL_WIDTHS(DEFINE_STORE, type, word, local)                                             \
    DEFINE_ALL_WIDTHS(DEFINE_STORE, type, word, private)

/* Copies by a work-group of `type` and its vectors. */
#define DEFINE_ASYNC_OF_ALL(type)                                                                  \
    DEFINE_ASYNC(type)                                                                             \
    DEFINE_ASYNC(type##2)                                                                          \
    DEFINE_ASYNC(type##3)                                                                          \
    DEFINE_ASYNC(type##4)                                                                          \
    DEFINE_ASYNC(type##8)                                                                          \
    DEFINE_ASYNC(type##16)
