/* SPDX-License-Identifier: MIT */
/* lanes.c: tables of lane functions with a fault each in addressing, filtering and conversion.
 * They stand in for the sound ones only when ROOTLE_FAULT is set, so that the sound ones know
 * nothing of faults. */
#include "driver/sim/faults/lanes.h"

#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/base/float16.h"
#include "driver/sim/lanes/lanes_texture.h"

typedef float __attribute__((may_alias)) lane_float;

static const struct sim_lanes *sound;

/* ---- addressing ---- */

/* The wrong coordinate, in texels, that the right function is then called with. It is the middle of
 * a texel where that can be chosen, so that rounding cannot move it to another texel when it is
 * normalized again. */
static float wrong_texel(unsigned mode, float u)
{
    if (fault_active(FAULT_coordinate_truncated) && u < 0.0f)
        return truncf(u) + 0.5f;
    if (fault_active(FAULT_coordinate_rounded))
        return rintf(u) + 0.5f;
    return fault_active(FAULT_repeat_of_magnitude) && mode == HW_CLAMP_WRAP ? fabsf(u) : u;
}

static void sample_nearest(unsigned mode, struct sim_axis *axis, const uint32_t *coordinate,
                           uint32_t size, bool normalized, unsigned n)
{
    sim_vector moved = {0};
    const lane_float *s = (const lane_float *)coordinate;
    const float scale = normalized ? (float)size : 1.0f;
    lane_float *to = (lane_float *)moved;
    for (unsigned i = 0; i < n; i++) {
        const float u = s[i] * scale, wrong = wrong_texel(mode, u);
        to[i] = wrong == u ? s[i] : wrong / scale;
    }
    sound->texture->nearest[mode](axis, moved, size, normalized, n);
    if (fault_active(FAULT_mirror_off_by_one) && mode == HW_CLAMP_MIRROR)
        for (unsigned i = 0; i < n; i++)
            axis->index[0][i] += axis->index[0][i] < size - 1;
}

/* ---- filtering ---- */

static void shift_half(uint32_t *d, const uint32_t *s, uint32_t size, bool normalized, unsigned n)
{
    const float half = 0.5f / (normalized ? (float)size : 1.0f);
    for (unsigned i = 0; i < n; i++)
        ((lane_float *)d)[i] = ((const lane_float *)s)[i] + half;
}

static void break_weights(struct sim_axis *axis, unsigned n)
{
    lane_float *low = (lane_float *)axis->weight[0], *high = (lane_float *)axis->weight[1];
    for (unsigned i = 0; i < n; i++) {
        float weight = high[i];
        if (fault_active(FAULT_weights_swapped))
            weight = 1.0f - weight;
        if (fault_active(FAULT_filter_first_tap))
            weight = 0.0f;
        if (fault_active(FAULT_weights_coarse))
            weight = floorf(weight * 8.0f) / 8.0f;
        if (fault_active(FAULT_weights_nine_bits))
            weight = floorf(weight * 512.0f) / 512.0f;
        if (fault_active(FAULT_weights_one_ulp))
            weight += 0x1p-20f;
        high[i] = weight;
        low[i] = 1.0f - weight;
    }
}

/* The second tap where a repeating mode begins again or turns. */
static void break_taps(unsigned mode, struct sim_axis *axis, uint32_t size, unsigned n)
{
    uint32_t *first = axis->index[0], *second = axis->index[1];
    for (unsigned i = 0; i < n; i++) {
        if (fault_active(FAULT_repeat_tap_unwrapped) && mode == HW_CLAMP_WRAP && second[i] == 0)
            second[i] = size - 1;
        if (fault_active(FAULT_mirror_tap_wrapped) && mode == HW_CLAMP_MIRROR &&
            second[i] == first[i])
            second[i] = size - 1 - first[i];
    }
}

static void sample_linear(unsigned mode, struct sim_axis *axis, const uint32_t *coordinate,
                          uint32_t size, bool normalized, unsigned n)
{
    sim_vector moved = {0};
    if (fault_active(FAULT_filter_half_texel)) {
        shift_half(moved, coordinate, size, normalized, n);
        coordinate = moved;
    }
    sound->texture->linear[mode](axis, coordinate, size, normalized, n);
    break_weights(axis, n);
    break_taps(mode, axis, size, n);
}

/* Two functions for each mode, as a function in the tables is not told for which mode it is called.
 */
#define MODE(name, mode)                                                                           \
    static void nearest_##name(struct sim_axis *axis, const uint32_t *coordinate, uint32_t size,   \
                               bool normalized, unsigned n)                                        \
    {                                                                                              \
        sample_nearest(mode, axis, coordinate, size, normalized, n);                               \
    }                                                                                              \
    static void linear_##name(struct sim_axis *axis, const uint32_t *coordinate, uint32_t size,    \
                              bool normalized, unsigned n)                                         \
    {                                                                                              \
        sample_linear(mode, axis, coordinate, size, normalized, n);                                \
    }

MODE(wrap, HW_CLAMP_WRAP)
MODE(mirror, HW_CLAMP_MIRROR)
MODE(edge, HW_CLAMP_EDGE)
MODE(border, HW_CLAMP_BORDER)

static void repeat_layer(struct sim_axis *axis, const uint32_t *coordinate, uint32_t size,
                         bool normalized, unsigned n)
{
    const float layers = (float)size;
    (void)normalized;
    for (unsigned i = 0; i < n; i++) {
        const float layer = rintf(((const lane_float *)coordinate)[i]);
        const float inside = layer - floorf(layer / layers) * layers;
        axis->index[0][i] = inside >= 0.0f && inside < layers ? (uint32_t)inside : 0;
    }
}

static void break_texture(struct sim_texture_lanes *lanes)
{
    lanes->nearest[HW_CLAMP_WRAP] = nearest_wrap;
    lanes->nearest[HW_CLAMP_MIRROR] = nearest_mirror;
    lanes->nearest[HW_CLAMP_EDGE] = nearest_edge;
    lanes->nearest[HW_CLAMP_BORDER] = nearest_border;
    lanes->linear[HW_CLAMP_WRAP] = linear_wrap;
    lanes->linear[HW_CLAMP_MIRROR] = linear_mirror;
    lanes->linear[HW_CLAMP_EDGE] = linear_edge;
    lanes->linear[HW_CLAMP_BORDER] = linear_border;
    if (fault_active(FAULT_layer_repeats))
        lanes->layer = repeat_layer;
}

/* ---- stored numbers to colours ---- */

#define DECODE(name, type, expression)                                                             \
    static void name(uint32_t *dst, const uint32_t *raw, unsigned shift, unsigned bits,            \
                     unsigned n)                                                                   \
    {                                                                                              \
        const double most = (double)HW_MASK(bits);                                                 \
        (void)most;                                                                                \
        for (unsigned i = 0; i < n; i++) {                                                         \
            const uint32_t u = raw[i] >> shift & HW_MASK(bits);                                    \
            const int32_t s = (int32_t)(u << (32 - bits)) >> (32 - bits);                          \
            (void)s;                                                                               \
            ((type *)dst)[i] = (expression);                                                       \
        }                                                                                          \
    }

static uint32_t denormal_as_normal(uint32_t half)
{
    const uint32_t low = half & 0x7fffu;
    const bool denormal = low && low < 0x400u;
    return denormal ? (half & 0x8000u) << 16 | ((low << 13) + 0x38000000u) : float16_to_bits(half);
}

static uint32_t infinity_as_finite(uint32_t half)
{
    return (half & 0x7fffu) == 0x7c00u ? (half & 0x8000u) << 16 | 0x47800000u
                                       : float16_to_bits(half);
}

static uint32_t half_without_sign_of_zero(uint32_t half)
{
    return half == 0x8000u ? 0 : float16_to_bits(half);
}

static uint32_t half_and_one(uint32_t half)
{
    const uint32_t low = half & 0x7fffu;
    return float16_to_bits(half) + (low && low < 0x7c00u);
}

static uint32_t denormal_half_by(uint32_t half, float scale)
{
    const uint32_t bits = float16_to_bits(half);
    return (half & 0x7fffu) >= 0x400u ? bits : float_bits(bits_float(bits) * scale);
}

/* The float that is `ulps` steps farther from 0; 0, 1 and -1 stay as they are. */
static float ulps_off(double exact, unsigned ulps)
{
    float value = (float)exact;
    for (unsigned i = 0; i < ulps && value != 0 && fabsf(value) < 1; i++)
        value = nextafterf(value, copysignf(2, value));
    return value;
}

static float by_reciprocal(int32_t stored, double most)
{
    return fmaxf((float)stored * (1.0f / (float)most), -1.0f);
}

DECODE(half_zero_unsigned, uint32_t, half_without_sign_of_zero(u))
DECODE(half_one_ulp, uint32_t, half_and_one(u))
DECODE(half_denormal_halved, uint32_t, denormal_half_by(u, 0.5f))
DECODE(half_denormal_flushed, uint32_t, denormal_half_by(u, 0.0f))
DECODE(unorm_reciprocal, lane_float, by_reciprocal((int32_t)u, most))
DECODE(snorm_reciprocal, lane_float, by_reciprocal(s, floor(most / 2)))
DECODE(unorm_one_ulp, lane_float, ulps_off(u / most, 1))
DECODE(unorm_two_ulp, lane_float, ulps_off(u / most, 2))
DECODE(snorm_one_ulp, lane_float, ulps_off(fmax(s / floor(most / 2), -1.0), 1))
DECODE(snorm_unclamped, lane_float, (float)(s / floor(most / 2)))
DECODE(snorm_by_power, lane_float, (float)fmax(s / ceil(most / 2), -1.0))
DECODE(unorm_by_power, lane_float, (float)(u / (most + 1.0)))
DECODE(unorm_of_byte, lane_float, (float)(bits == 16 ? (u >> 8) / 255.0 : u / most))
DECODE(half_denormal, uint32_t, denormal_as_normal(u))
DECODE(half_infinity, uint32_t, infinity_as_finite(u))

typedef void (*decode_fn)(uint32_t *dst, const uint32_t *raw, unsigned shift, unsigned bits,
                          unsigned n);

static const struct {
    enum fault fault;
    enum sim_channel_kind kind;
    decode_fn decode;
} decode_faults[] = {
    {FAULT_snorm_unclamped, SIM_CHANNEL_SNORM, snorm_unclamped},
    {FAULT_snorm_power_of_two, SIM_CHANNEL_SNORM, snorm_by_power},
    {FAULT_snorm_by_reciprocal, SIM_CHANNEL_SNORM, snorm_reciprocal},
    {FAULT_snorm_read_one_ulp, SIM_CHANNEL_SNORM, snorm_one_ulp},
    {FAULT_unorm_power_of_two, SIM_CHANNEL_UNORM, unorm_by_power},
    {FAULT_unorm_low_byte_lost, SIM_CHANNEL_UNORM, unorm_of_byte},
    {FAULT_unorm_by_reciprocal, SIM_CHANNEL_UNORM, unorm_reciprocal},
    {FAULT_unorm_read_one_ulp, SIM_CHANNEL_UNORM, unorm_one_ulp},
    {FAULT_unorm_read_two_ulp, SIM_CHANNEL_UNORM, unorm_two_ulp},
    {FAULT_half_denormal_normal, SIM_CHANNEL_HALF, half_denormal},
    {FAULT_half_infinity_finite, SIM_CHANNEL_HALF, half_infinity},
    {FAULT_half_read_zero_unsigned, SIM_CHANNEL_HALF, half_zero_unsigned},
    {FAULT_half_read_one_ulp, SIM_CHANNEL_HALF, half_one_ulp},
    {FAULT_half_read_denormals_halved, SIM_CHANNEL_HALF, half_denormal_halved},
    {FAULT_half_read_denormals_flushed, SIM_CHANNEL_HALF, half_denormal_flushed},
};

static void break_decoding(struct sim_memory_lanes *lanes)
{
    for (size_t i = 0; i < COUNT(decode_faults); i++)
        if (fault_active(decode_faults[i].fault))
            lanes->decode[decode_faults[i].kind] = decode_faults[i].decode;
    if (fault_active(FAULT_sint_zero_extended))
        lanes->decode[SIM_CHANNEL_SINT] = sound->memory->decode[SIM_CHANNEL_UINT];
}

/* ---- colours to stored numbers ---- */

#define ENCODE(name, type, expression)                                                             \
    static void name(uint32_t *raw, const uint32_t *value, unsigned shift, unsigned bits,          \
                     unsigned n)                                                                   \
    {                                                                                              \
        const double most = (double)HW_MASK(bits);                                                 \
        (void)most;                                                                                \
        for (unsigned i = 0; i < n; i++) {                                                         \
            const type x = ((const type *)value)[i];                                               \
            raw[i] |= ((uint32_t)(expression) & HW_MASK(bits)) << shift;                           \
        }                                                                                          \
    }

/* NaN gives the lower limit. */
static double clamped(double x, double low, double high)
{
    return x > low ? (x < high ? x : high) : low;
}

static uint32_t half_away(uint32_t bits)
{
    const uint32_t half = float16_from_bits(bits), back = float16_to_bits(half);
    const bool short_of = (back & 0x7fffffffu) < (bits & 0x7fffffffu);
    return half + (short_of && (half & 0x7fffu) < 0x7c00u);
}

static uint32_t half_without_nan(uint32_t bits)
{
    const uint32_t half = float16_from_bits(bits);
    return (half & 0x7fffu) > 0x7c00u ? 0x7c00u : half;
}

static bool is_denormal_half(uint32_t half)
{
    return (half & 0x7fffu) && (half & 0x7fffu) < 0x400u;
}

static uint32_t half_without_sign_of_zero_written(uint32_t bits)
{
    return bits == 0x80000000u ? 0 : float16_from_bits(bits);
}

static uint32_t denormal_half_shifted(uint32_t bits, unsigned shift)
{
    const uint32_t half = float16_from_bits(bits);
    return is_denormal_half(half) ? (half & 0x8000u) | (half & 0x7fffu) >> shift : half;
}

static uint32_t half_toward_zero(uint32_t bits)
{
    const uint32_t half = float16_from_bits(bits), back = float16_to_bits(half);
    return half -
           ((back & 0x7fffffffu) > (bits & 0x7fffffffu) && (bits & 0x7f800000u) < 0x7f800000u);
}

static uint32_t half_early_infinite(uint32_t bits)
{
    const uint32_t most = 0x477fe000u; /* 65504 */
    const bool beyond = (bits & 0x7fffffffu) > most && (bits & 0x7fffffffu) <= 0x7f800000u;
    return beyond ? (bits >> 16 & 0x8000u) | 0x7c00u : float16_from_bits(bits);
}

ENCODE(half_zero_unsigned_written, uint32_t, half_without_sign_of_zero_written(x))
ENCODE(half_denormals_halved, uint32_t, denormal_half_shifted(x, 1))
ENCODE(half_denormals_flushed, uint32_t, denormal_half_shifted(x, 15))
ENCODE(half_truncated, uint32_t, half_toward_zero(x))
ENCODE(half_infinite_early, uint32_t, half_early_infinite(x))
ENCODE(unorm_high, lane_float, (int64_t)rint(clamped(x, 0.0, 1.0) * most + 0.1 * (x < 1)))
ENCODE(snorm_high, lane_float,
       (int64_t)rint(clamped(x, -1.0, 1.0) * floor(most / 2) + 0.1 * (x < 1)))
ENCODE(unorm_truncated, lane_float, clamped(x, 0.0, 1.0) * most)
ENCODE(snorm_truncated, lane_float, (int32_t)(clamped(x, -1.0, 1.0) * floor(most / 2)))
ENCODE(unorm_wrapped, lane_float, (int64_t)rint(clamped(x, -4.0, 4.0) * most))
ENCODE(snorm_wrapped, lane_float, (int64_t)rint(clamped(x, -4.0, 4.0) * floor(most / 2)))
ENCODE(integer_wrapped, uint32_t, x)
ENCODE(half_rounded_away, uint32_t, half_away(x))
ENCODE(half_of_nan_infinite, uint32_t, half_without_nan(x))

typedef void (*encode_fn)(uint32_t *raw, const uint32_t *value, unsigned shift, unsigned bits,
                          unsigned n);

static const struct {
    enum fault fault;
    enum sim_channel_kind kind;
    encode_fn encode;
} encode_faults[] = {
    {FAULT_unorm_write_truncates, SIM_CHANNEL_UNORM, unorm_truncated},
    {FAULT_snorm_write_truncates, SIM_CHANNEL_SNORM, snorm_truncated},
    {FAULT_unorm_write_high, SIM_CHANNEL_UNORM, unorm_high},
    {FAULT_snorm_write_high, SIM_CHANNEL_SNORM, snorm_high},
    {FAULT_norm_write_wraps, SIM_CHANNEL_UNORM, unorm_wrapped},
    {FAULT_norm_write_wraps, SIM_CHANNEL_SNORM, snorm_wrapped},
    {FAULT_uint_write_wraps, SIM_CHANNEL_UINT, integer_wrapped},
    {FAULT_sint_write_wraps, SIM_CHANNEL_SINT, integer_wrapped},
    {FAULT_half_write_away, SIM_CHANNEL_HALF, half_rounded_away},
    {FAULT_half_write_nan, SIM_CHANNEL_HALF, half_of_nan_infinite},
    {FAULT_half_write_zero_unsigned, SIM_CHANNEL_HALF, half_zero_unsigned_written},
    {FAULT_half_write_denormals_halved, SIM_CHANNEL_HALF, half_denormals_halved},
    {FAULT_half_write_denormals_flushed, SIM_CHANNEL_HALF, half_denormals_flushed},
    {FAULT_half_write_truncates, SIM_CHANNEL_HALF, half_truncated},
    {FAULT_half_write_early_infinity, SIM_CHANNEL_HALF, half_infinite_early},
};

static void break_encoding(struct sim_memory_lanes *lanes)
{
    for (size_t i = 0; i < COUNT(encode_faults); i++)
        if (fault_active(encode_faults[i].fault))
            lanes->encode[encode_faults[i].kind] = encode_faults[i].encode;
}

/* ---- the tables ---- */

/* The loops that are specialised for one format convert texels themselves and so would not show the
 * fault: they are left out. */
const struct sim_lanes *fault_sim_lanes(const struct sim_lanes *tables)
{
    static const struct sim_filter_lanes no_loops;
    static struct sim_texture_lanes texture;
    static struct sim_memory_lanes memory;
    static struct sim_lanes faulty;
    if (!fault_any())
        return tables;
    sound = tables;
    texture = *tables->texture;
    memory = *tables->memory;
    break_texture(&texture);
    break_decoding(&memory);
    break_encoding(&memory);
    faulty = *tables;
    faulty.texture = &texture;
    faulty.memory = &memory;
    faulty.filter = &no_loops;
    return &faulty;
}
