/* SPDX-License-Identifier: MIT */
/* alu_ops.h: the functions of one lane that expressions in alu_ops.def and double_ops.def call, and
 * what becomes of sources and results. They are inlined into loops over lanes, and so have no
 * tables. */
#pragma once

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/float16.h"
#include "driver/sim/lanes/fused.h"
#include "driver/sim/lanes/lanes.h"
#include "driver/sim/lanes/roots.h"
#include "driver/sim/lanes/transcendental.h"

typedef float __attribute__((may_alias)) lane_float;
typedef int32_t __attribute__((may_alias)) lane_int;
typedef uint32_t lane_uint;

/* DX9's rule: zero times anything is zero. */
static inline float mul_zero(float x, float y)
{
    return ((x == 0.0f) | (y == 0.0f)) ? 0.0f : x * y;
}

static inline uint32_t reverse_bits(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

static inline uint32_t count_bits(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

static inline uint32_t first_high(uint32_t x)
{
    return x ? (uint32_t)__builtin_clz(x) : ~0u;
}

/* The low word of x and y, y the lower one, shifted to the right by less than 32. */
static inline uint32_t align_bits(uint32_t x, uint32_t y, uint32_t shift)
{
    return x << 1 << (31u - shift) | y >> shift;
}

static inline uint32_t extract_uint(uint32_t x, uint32_t offset, uint32_t width)
{
    const uint32_t shifted = x >> offset;
    return offset + width >= 32 ? (width ? shifted : 0u) : shifted & ((1u << width) - 1u);
}

static inline uint32_t extract_int(uint32_t x, uint32_t offset, uint32_t width)
{
    const uint32_t spare = offset + width >= 32 ? 0u : 32u - offset - width;
    const uint32_t drop = (offset + spare) & 31u;
    return width ? (uint32_t)((int32_t)(x << spare) >> drop) : 0u;
}

static inline uint32_t byte_difference(uint32_t x, uint32_t y, unsigned shift)
{
    const int32_t difference = (int32_t)(x >> shift & 0xffu) - (int32_t)(y >> shift & 0xffu);
    return (uint32_t)(difference < 0 ? -difference : difference);
}

static inline uint32_t sum_of_differences(uint32_t x, uint32_t y)
{
    return byte_difference(x, y, 0) + byte_difference(x, y, 8) + byte_difference(x, y, 16) +
           byte_difference(x, y, 24);
}

static inline uint32_t select_bits(bool condition, uint32_t yes, uint32_t no)
{
    return condition ? yes : no;
}

/* Conversions: toward zero, saturating, NaN to 0. The cast sees values in range only. */
static inline int32_t to_int(float x)
{
    const float inside =
        x > -2147483648.0f ? (x < 2147483520.0f ? x : 2147483520.0f) : -2147483648.0f;
    const int32_t value = x >= 2147483648.0f ? INT_MAX : (int32_t)inside;
    return x != x ? 0 : value;
}

/* Host vector units convert to signed integers only: from values of 2^31 and more, 2^31 is
 * subtracted before the conversion and added behind it.
 */
static inline uint32_t to_uint(float x)
{
    const bool high = x >= 2147483648.0f;
    const float low = high ? x - 2147483648.0f : x;
    const float inside = low > 0.0f ? (low < 2147483520.0f ? low : 2147483520.0f) : 0.0f;
    const uint32_t value = (uint32_t)(int32_t)inside + (high ? 0x80000000u : 0u);
    return x >= 4294967296.0f ? UINT_MAX : value;
}

/* The lowest 24 bits with their sign. */
static inline int32_t signed24(int32_t x)
{
    return (int32_t)((uint32_t)x << 8) >> 8;
}

static inline float limit_infinity(float x, float limit)
{
    return isinf(x) ? copysignf(limit, x) : x;
}

/* A source after its modifiers, absolute value (and_mask) and negation (xor_mask). */
static inline uint32_t modified(uint32_t bits, uint32_t and_mask, uint32_t xor_mask)
{
    return (bits & and_mask) ^ xor_mask;
}

/* Denormals become zero. */
static inline uint32_t flushed(uint32_t bits)
{
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

/* Returns the factor of an output modifier (SIM_OUT_*). */
static inline float output_factor(unsigned how)
{
    const unsigned omod = how >> SIM_OUT_OMOD_SHIFT & 3u;
    return omod == 0 ? 1.0f : omod == 1 ? 2.0f : omod == 2 ? 4.0f : 0.5f;
}

/* To [0, 1]; NaN becomes 0. */
static inline float clamped_dx10(float x)
{
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

/* To [0, 1]; NaN stays. */
static inline float clamped(float x)
{
    return x <= 0.0f ? 0.0f : (x >= 1.0f ? 1.0f : x);
}
