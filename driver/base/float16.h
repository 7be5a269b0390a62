/* SPDX-License-Identifier: MIT */
/* float16.h: half precision from and to single, without branches, so that loops over lanes become
 * vector code. */
#pragma once

#include <stdint.h>
#include <string.h>

#include "driver/base/bits.h"

/* float16_to_bits: the bits of a half as those of the same single.
 * float16_from_bits: the nearest half, ties to even; beyond the range infinity.
 *
 * A NaN becomes quiet, and keeps its sign and the payload's first bits (IEEE 754-2008, 6.2). */
#if defined(__F16C__) && defined(__clang__) /* hosts convert whole vectors; GCC asks for each */
static inline uint32_t float16_to_bits(uint32_t half)
{
    const uint16_t bits = (uint16_t)half;
    _Float16 value;
    memcpy(&value, &bits, sizeof(value));
    return float_bits((float)value);
}

static inline uint32_t float16_from_bits(uint32_t bits)
{
    const _Float16 nearest = (_Float16)bits_float(bits);
    uint16_t half;
    memcpy(&half, &nearest, sizeof(half));
    return half;
}
#else
static inline uint32_t float16_to_bits(uint32_t half)
{
    /* The exponent is rebased by a multiplication, which normalises denormals as it goes. */
    const uint32_t shifted = (half & 0x7fffu) << 13;
    uint32_t bits = float_bits(bits_float(shifted) * 0x1p112f);
    bits |= shifted >= 0x0f800000u ? 0x7f800000u : 0u; /* infinity and NaN */
    bits |= shifted > 0x0f800000u ? 0x00400000u : 0u;
    return bits | (half & 0x8000u) << 16;
}

static inline uint32_t float16_from_bits(uint32_t bits)
{
    const uint32_t magnitude = bits & 0x7fffffffu;
    const uint32_t rounded = magnitude + 0xfffu + (magnitude >> 13 & 1u);
    const uint32_t normal = (rounded - 0x38000000u) >> 13;
    /* Adding one half puts the unit of the smallest half at the sum's last bit: the host rounds. */
    const uint32_t denormal = float_bits(bits_float(magnitude) + 0.5f) - 0x3f000000u;
    uint32_t half = magnitude < 0x38800000u ? denormal : normal;
    half = magnitude >= 0x477ff000u ? 0x7c00u : half;
    half = magnitude > 0x7f800000u ? 0x7e00u | (magnitude >> 13 & 0x1ffu) : half;
    return half | (bits >> 16 & 0x8000u);
}
#endif

/* The nearest float without a sign, of five bits of exponent and so many of mantissa: negative ones
 * are 0, and what is finite stays so (OpenGL 4.6, 2.3.4.3). */
static inline uint32_t float16_narrow(uint32_t bits, unsigned mantissa)
{
    const uint32_t infinity = 0x1fu << mantissa, lost = 23 - mantissa;
    if (bits >= 0x7f800000u) /* or negative */
        return bits << 1 > 0xff000000u ? infinity | 1u : bits >> 31 ? 0 : infinity;
    if (bits < 0x38800000u) /* below the smallest with a leading one */
        return (uint32_t)__builtin_rintf(bits_float(bits) * (float)(0x4000u << mantissa));
    const uint32_t rounded =
        (bits - 0x38000000u + (1u << (lost - 1)) - 1 + (bits >> lost & 1u)) >> lost;
    return rounded < infinity ? rounded : infinity - 1;
}
