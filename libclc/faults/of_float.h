/* SPDX-License-Identifier: MIT */
/* of_float.h: REDEFINE(name, RESULT): a function of one float x, and of its vectors. REDEFINE_2: of
 * two, x and y. */
#pragma once

#include "faults.h"
#include "numbers.h"

#define LANES(width)                                                                               \
    union {                                                                                        \
        float##width all;                                                                          \
        float each[sizeof(float##width) / sizeof(float)];                                          \
    }

#define VECTOR_OF_FLOAT(width, name)                                                               \
    float##width OVERLOAD name(float##width x)                                                     \
    {                                                                                              \
        LANES(width) lanes = {.all = x};                                                           \
        for (uint i = 0; i < sizeof(lanes) / sizeof(float); i++)                                   \
            lanes.each[i] = name(lanes.each[i]);                                                   \
        return lanes.all;                                                                          \
    }

#define VECTOR_OF_2_FLOATS(width, name)                                                            \
    float##width OVERLOAD name(float##width x, float##width y)                                     \
    {                                                                                              \
        LANES(width) lanes = {.all = x}, others = {.all = y};                                      \
        for (uint i = 0; i < sizeof(lanes) / sizeof(float); i++)                                   \
            lanes.each[i] = name(lanes.each[i], others.each[i]);                                   \
        return lanes.all;                                                                          \
    }

#define REDEFINE(name, result)                                                                     \
    float OVERLOAD name(float x)                                                                   \
    {                                                                                              \
        return result;                                                                             \
    }                                                                                              \
    FOR_EACH_VECTOR(VECTOR_OF_FLOAT, name)

#define REDEFINE_2(name, result)                                                                   \
    float OVERLOAD name(float x, float y)                                                          \
    {                                                                                              \
        return result;                                                                             \
    }                                                                                              \
    FOR_EACH_VECTOR(VECTOR_OF_2_FLOATS, name)
