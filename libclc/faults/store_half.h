/* SPDX-License-Identifier: MIT */
/* store_half.h: vstore_half with a rounding mode, which instead has another, or another operand. */
#pragma once

#include "faults.h"

/* The operand that is stored for x: rounded towards zero, unless a file says otherwise. */
#ifndef OPERAND
#define OPERAND(x) (x)
#define STORED_BY  _rtz
#endif
#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c)  PASTE_(a, b, c)

#define STORE_HALF(width, mode, space)                                                             \
    void OVERLOAD vstore_half##width##mode(float##width x, size_t index, space half *p)            \
    {                                                                                              \
        union {                                                                                    \
            float##width all;                                                                      \
            float each[sizeof(float##width) / sizeof(float)];                                      \
        } lanes = {.all = x};                                                                      \
        for (uint i = 0; i < sizeof(lanes) / sizeof(float); i++)                                   \
            lanes.each[i] = OPERAND(lanes.each[i]);                                                \
        PASTE(vstore_half, width, STORED_BY)(lanes.all, index, p);                                 \
    }

#define STORE_HALF_OF(mode, space)                                                                 \
    STORE_HALF(, mode, space)                                                                      \
    FOR_EACH_VECTOR(STORE_HALF, mode, space)

#define STORE_HALF_BROKEN(mode)                                                                    \
    STORE_HALF_OF(mode, global)                                                                    \
    STORE_HALF_OF(mode, local)                                                                     \
    STORE_HALF_OF(mode, private)
