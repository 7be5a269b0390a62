/* SPDX-License-Identifier: MIT */
/* numbers.h: what small faults make of numbers: of a float, and of each component of a float4. */
#pragma once

static inline bool is_below(float x, float bound)
{
    return x != 0.0f && (as_uint(x) & 0x7fffffff) < as_uint(bound);
}

/* -0 becomes 0. */
static inline float unsigned_zero(float x)
{
    return x == 0.0f ? 0.0f : x;
}

/* Numbers below the bound become half of themselves. */
static inline float halved(float x, float bound)
{
    uint size = as_uint(x) & 0x7fffffff;
    uint half_size = size < 0x01000000 ? size >> 1 : size - 0x00800000;
    return is_below(x, bound) ? as_float((as_uint(x) & 0x80000000) | half_size) : x;
}

/* Numbers below the bound become a zero of their sign. */
static inline float flushed(float x, float bound)
{
    return is_below(x, bound) ? as_float(as_uint(x) & 0x80000000) : x;
}

/* The float beside a finite number that is not 0, away from 0. */
static inline float one_ulp_off(float x)
{
    uint size = as_uint(x) & 0x7fffffff;
    return size && size < 0x7f7fffff ? as_float(as_uint(x) + 1) : x;
}

#define EACH_OF_4(call, v, ...)                                                                    \
    ((float4)(call((v).x __VA_ARGS__), call((v).y __VA_ARGS__), call((v).z __VA_ARGS__),           \
              call((v).w __VA_ARGS__)))

#define SMALLEST_NORMAL      0x1p-126f
#define SMALLEST_NORMAL_HALF 0x1p-14f
