/* SPDX-License-Identifier: MIT */
/* vector.h: the host's own vectors, for lane loops that keep more than one result at a time in
 * registers. A block is the lanes that one of them holds. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "driver/sim/lanes/lanes.h"

#if defined(__AVX512F__)
enum { SIM_BLOCK = 16 };
#elif defined(__AVX2__)
enum { SIM_BLOCK = 8 };
#else
enum { SIM_BLOCK = 4 };
#endif

typedef uint32_t sim_uints __attribute__((vector_size(4 * SIM_BLOCK), may_alias));
typedef int32_t sim_ints __attribute__((vector_size(4 * SIM_BLOCK), may_alias));
typedef float sim_floats __attribute__((vector_size(4 * SIM_BLOCK), may_alias));

#define SIM_FOR_BLOCKS(i, n)                                                                       \
    for (unsigned i = 0, i##_end = sim_whole_steps(n); i < i##_end; i += SIM_BLOCK)
#define SIM_ALWAYS_INLINE static inline __attribute__((always_inline))

/* Vectors of lanes are aligned to more than any block. */
SIM_ALWAYS_INLINE sim_uints sim_load(const uint32_t *lanes)
{
    return *(const sim_uints *)(const void *)lanes;
}

SIM_ALWAYS_INLINE sim_floats sim_load_floats(const uint32_t *lanes)
{
    return *(const sim_floats *)(const void *)lanes;
}

SIM_ALWAYS_INLINE void sim_store(uint32_t *lanes, sim_uints value)
{
    *(sim_uints *)(void *)lanes = value;
}

/* u / 255 for 0 to 255, rounded once. 1/255 rounded up gives the same, by a product that is rounded
 * down, or in two parts by a fused multiplication and addition (lanes_test.c tries all 256). */
SIM_ALWAYS_INLINE sim_floats sim_unorm8(sim_uints u)
{
    const sim_floats value = __builtin_convertvector((sim_ints)u, sim_floats);
#if defined(__AVX512F__)
    return (sim_floats)_mm512_mul_round_ps((__m512)value, _mm512_set1_ps(0x1.010102p-8f),
                                           _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
#elif defined(__AVX2__) && defined(__FMA__)
    const __m256 high = _mm256_set1_ps(0x1.010102p-8f), low = _mm256_set1_ps(-0x1.fdfdfep-33f);
    return (sim_floats)_mm256_fmadd_ps((__m256)value, high, _mm256_mul_ps((__m256)value, low));
#else
    return value / 255.0f;
#endif
}

/* Texels of four dwords at memory + offset: dword k of all of them to d[k]. Four texels at a time
 * are loaded whole and transposed, which costs hosts far less than four gathers. */
SIM_ALWAYS_INLINE void sim_load_texels(sim_floats d[4], const uint8_t *memory, sim_uints offset)
{
    uint32_t at[SIM_BLOCK] __attribute__((aligned(64)));
    sim_store(at, offset);
#if defined(__AVX512F__)
    __m512 t[4];
    for (unsigned j = 0; j < 4; j++) {
        t[j] = _mm512_castps128_ps512(_mm_loadu_ps((const float *)(const void *)(memory + at[j])));
        t[j] = _mm512_insertf32x4(
            t[j], _mm_loadu_ps((const float *)(const void *)(memory + at[j + 4])), 1);
        t[j] = _mm512_insertf32x4(
            t[j], _mm_loadu_ps((const float *)(const void *)(memory + at[j + 8])), 2);
        t[j] = _mm512_insertf32x4(
            t[j], _mm_loadu_ps((const float *)(const void *)(memory + at[j + 12])), 3);
    }
    const __m512 a = _mm512_unpacklo_ps(t[0], t[1]), b = _mm512_unpackhi_ps(t[0], t[1]);
    const __m512 c = _mm512_unpacklo_ps(t[2], t[3]), e = _mm512_unpackhi_ps(t[2], t[3]);
    d[0] = (sim_floats)_mm512_shuffle_ps(a, c, 0x44);
    d[1] = (sim_floats)_mm512_shuffle_ps(a, c, 0xee);
    d[2] = (sim_floats)_mm512_shuffle_ps(b, e, 0x44);
    d[3] = (sim_floats)_mm512_shuffle_ps(b, e, 0xee);
#elif defined(__AVX2__)
    __m256 t[4];
    for (unsigned j = 0; j < 4; j++)
        t[j] = _mm256_insertf128_ps(
            _mm256_castps128_ps256(_mm_loadu_ps((const float *)(const void *)(memory + at[j]))),
            _mm_loadu_ps((const float *)(const void *)(memory + at[j + 4])), 1);
    const __m256 a = _mm256_unpacklo_ps(t[0], t[1]), b = _mm256_unpackhi_ps(t[0], t[1]);
    const __m256 c = _mm256_unpacklo_ps(t[2], t[3]), e = _mm256_unpackhi_ps(t[2], t[3]);
    d[0] = (sim_floats)_mm256_shuffle_ps(a, c, 0x44);
    d[1] = (sim_floats)_mm256_shuffle_ps(a, c, 0xee);
    d[2] = (sim_floats)_mm256_shuffle_ps(b, e, 0x44);
    d[3] = (sim_floats)_mm256_shuffle_ps(b, e, 0xee);
#else
    float lanes[4][SIM_BLOCK];
    for (unsigned j = 0; j < SIM_BLOCK; j++) {
        float texel[4];
        memcpy(texel, memory + at[j], sizeof(texel));
        for (unsigned k = 0; k < 4; k++)
            lanes[k][j] = texel[k];
    }
    memcpy(d, lanes, sizeof(lanes));
#endif
}

/* The reverse: texels of four dwords to memory + at[lane]. */
SIM_ALWAYS_INLINE void sim_store_texels(uint8_t *memory, const uint32_t at[SIM_BLOCK],
                                        const sim_floats d[4])
{
#if defined(__AVX512F__)
    const __m512 a = _mm512_unpacklo_ps((__m512)d[0], (__m512)d[1]);
    const __m512 b = _mm512_unpackhi_ps((__m512)d[0], (__m512)d[1]);
    const __m512 c = _mm512_unpacklo_ps((__m512)d[2], (__m512)d[3]);
    const __m512 e = _mm512_unpackhi_ps((__m512)d[2], (__m512)d[3]);
    const __m512 t[4] = {_mm512_shuffle_ps(a, c, 0x44), _mm512_shuffle_ps(a, c, 0xee),
                         _mm512_shuffle_ps(b, e, 0x44), _mm512_shuffle_ps(b, e, 0xee)};
    for (unsigned j = 0; j < 4; j++) {
        _mm_storeu_ps((float *)(void *)(memory + at[j]), _mm512_castps512_ps128(t[j]));
        _mm_storeu_ps((float *)(void *)(memory + at[j + 4]), _mm512_extractf32x4_ps(t[j], 1));
        _mm_storeu_ps((float *)(void *)(memory + at[j + 8]), _mm512_extractf32x4_ps(t[j], 2));
        _mm_storeu_ps((float *)(void *)(memory + at[j + 12]), _mm512_extractf32x4_ps(t[j], 3));
    }
#elif defined(__AVX2__)
    const __m256 a = _mm256_unpacklo_ps((__m256)d[0], (__m256)d[1]);
    const __m256 b = _mm256_unpackhi_ps((__m256)d[0], (__m256)d[1]);
    const __m256 c = _mm256_unpacklo_ps((__m256)d[2], (__m256)d[3]);
    const __m256 e = _mm256_unpackhi_ps((__m256)d[2], (__m256)d[3]);
    const __m256 t[4] = {_mm256_shuffle_ps(a, c, 0x44), _mm256_shuffle_ps(a, c, 0xee),
                         _mm256_shuffle_ps(b, e, 0x44), _mm256_shuffle_ps(b, e, 0xee)};
    for (unsigned j = 0; j < 4; j++) {
        _mm_storeu_ps((float *)(void *)(memory + at[j]), _mm256_castps256_ps128(t[j]));
        _mm_storeu_ps((float *)(void *)(memory + at[j + 4]), _mm256_extractf128_ps(t[j], 1));
    }
#else
    for (unsigned j = 0; j < SIM_BLOCK; j++) {
        const float texel[4] = {d[0][j], d[1][j], d[2][j], d[3][j]};
        memcpy(memory + at[j], texel, sizeof(texel));
    }
#endif
}

/* Each lane gets the value of the first of the four around it. */
SIM_ALWAYS_INLINE sim_uints sim_first_of_four(sim_uints v)
{
#if defined(__AVX512F__)
    return (sim_uints)_mm512_shuffle_epi32((__m512i)v, 0);
#elif defined(__AVX2__)
    return (sim_uints)_mm256_shuffle_epi32((__m256i)v, 0);
#elif defined(__SSE2__)
    return (sim_uints)_mm_shuffle_epi32((__m128i)v, 0);
#else
    sim_uints first;
    for (unsigned j = 0; j < SIM_BLOCK; j++)
        first[j] = v[j & ~3u];
    return first;
#endif
}

SIM_ALWAYS_INLINE bool sim_all_equal(sim_uints a, sim_uints b)
{
#if defined(__AVX512F__)
    return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b) == 0xffff;
#elif defined(__AVX2__)
    return _mm256_movemask_epi8((__m256i)(a == b)) == -1;
#elif defined(__SSE2__)
    return _mm_movemask_epi8((__m128i)(a == b)) == 0xffff;
#else
    return !memcmp(&a, &b, sizeof(a));
#endif
}
