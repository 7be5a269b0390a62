/* SPDX-License-Identifier: MIT */
/* load_half.h: vload_half2, 3 and 4, where LOADED(x) stands for each element x. */
#pragma once

#include "faults.h"

/* vload_half of one element is sound. */
#define ELEMENT(n) LOADED(vload_half(n, p + index * count))

#define LOADS(space)                                                                               \
    float2 OVERLOAD vload_half2(size_t index, const space half *p)                                 \
    {                                                                                              \
        enum { count = 2 };                                                                        \
        return (float2)(ELEMENT(0), ELEMENT(1));                                                   \
    }                                                                                              \
    float3 OVERLOAD vload_half3(size_t index, const space half *p)                                 \
    {                                                                                              \
        enum { count = 3 };                                                                        \
        return (float3)(ELEMENT(0), ELEMENT(1), ELEMENT(2));                                       \
    }                                                                                              \
    float4 OVERLOAD vload_half4(size_t index, const space half *p)                                 \
    {                                                                                              \
        enum { count = 4 };                                                                        \
        return (float4)(ELEMENT(0), ELEMENT(1), ELEMENT(2), ELEMENT(3));                           \
    }

LOADS(global)
LOADS(constant)
LOADS(local)
LOADS(private)
