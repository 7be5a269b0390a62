/* SPDX-License-Identifier: MIT */
/* half_memory.cl: vectors of half in memory, and copies of them by a work-group. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "async.h"

/* Through short, which has the same layout. */
#define LOAD(space, width)                                                                         \
    half##width OVERLOAD vload##width(size_t index, const space half *p)                           \
    {                                                                                              \
        return as_half##width(vload##width(index, (const space short *)p));                        \
    }
#define STORE(space, width)                                                                        \
    void OVERLOAD vstore##width(half##width x, size_t index, space half *p)                        \
    {                                                                                              \
        vstore##width(as_short##width(x), index, (space short *)p);                                \
    }
#define ALL_WIDTHS(macro, space)                                                                   \
    macro(space, 2) macro(space, 3) macro(space, 4) macro(space, 8) macro(space, 16)

ALL_WIDTHS(LOAD, global)
ALL_WIDTHS(LOAD, local)
ALL_WIDTHS(LOAD, private)
ALL_WIDTHS(LOAD, constant)
ALL_WIDTHS(STORE, global)
ALL_WIDTHS(STORE, local)
ALL_WIDTHS(STORE, private)

DEFINE_ASYNC(half)
DEFINE_ASYNC(half2)
DEFINE_ASYNC(half3)
DEFINE_ASYNC(half4)
DEFINE_ASYNC(half8)
DEFINE_ASYNC(half16)
