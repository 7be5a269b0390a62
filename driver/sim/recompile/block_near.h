/* SPDX-License-Identifier: MIT */
/* block_near.h: lanes that lie near one another, by strides that were measured once. Part of
 * block.c. */
#pragma once

#include "driver/sim/recompile/block_vectors.h"

#if defined(__AVX2__) && !defined(__AVX512F__)
/* Eight lanes, which are picked out of two host vectors of as many elements. */
enum { HALF = SIM_NATIVE_LANES / 2 };
typedef uint32_t half_block __attribute__((vector_size(4 * HALF), may_alias));

static inline __m256i half_of(block value, unsigned half)
{
    return (__m256i)(half ? __builtin_shufflevector(value, value, 8, 9, 10, 11, 12, 13, 14, 15)
                          : __builtin_shufflevector(value, value, 0, 1, 2, 3, 4, 5, 6, 7));
}

/* The first of the elements, among twice as many as a block has lanes, that a half is picked out
 * of. */
static inline uint32_t half_start(block place, unsigned half)
{
    const uint32_t first = place[half * HALF];
    return first < SIM_NATIVE_LANES ? first : SIM_NATIVE_LANES;
}

/* Whether lanes, at so many bytes from the first, are at whole elements near enough to be picked.
 */
static inline bool are_near(block place, block apart, uint32_t shift)
{
    const block first = __builtin_shufflevector(place, place, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8,
                                                8, 8, 8),
                start = __builtin_elementwise_min(first, first - first + SIM_NATIVE_LANES);
    return !__builtin_reduce_or((place - start) & ~(SIM_NATIVE_LANES - 1u)) &&
           !__builtin_reduce_or(apart & ((1u << shift) - 1));
}

static inline bool are_rising(block place)
{
    const block before =
        __builtin_shufflevector(place, place, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
    return !__builtin_reduce_or((block)(place <= before) & (block)(lane_numbers() != 0));
}

static inline uint32_t find_taken(block place)
{
    return __builtin_reduce_or((block)(1u << place));
}

static inline __m256i pick_half(const uint8_t *memory, block place, unsigned half)
{
    const uint32_t start = half_start(place, half);
    const half_block own = (half_block)half_of(place, half) - start;
    __m256i low, high;
    memcpy(&low, memory + 4 * (size_t)start, sizeof(low));
    memcpy(&high, memory + 4 * (size_t)start + sizeof(low), sizeof(high));
    return _mm256_blendv_epi8(_mm256_permutevar8x32_epi32(low, (__m256i)own),
                              _mm256_permutevar8x32_epi32(high, (__m256i)own),
                              (__m256i)(half_block)(own >= HALF));
}

/* Lanes of two halves to 16 elements, runs of `apart` of one and of the other by turns. */
static inline void place_halves(uint8_t *memory, __m256i a, __m256i b, uint32_t apart)
{
    const block place = lane_numbers(), lane = (place >> 1 & -apart) | (place & (apart - 1)),
                other = (place & apart) << (__builtin_clz(apart) & 31);
    for (unsigned i = 0; i < 2; i++) {
        const __m256i out = (__m256i)_mm256_blendv_ps(
            (__m256)_mm256_permutevar8x32_epi32(a, half_of(lane, i)),
            (__m256)_mm256_permutevar8x32_epi32(b, half_of(lane, i)), (__m256)half_of(other, i));
        memcpy(memory + i * sizeof(out), &out, sizeof(out));
    }
}
#elif defined(__AVX512F__)
static inline bool are_near(block place, block apart, uint32_t shift)
{
    return !(_mm512_cmpgt_epu32_mask((__m512i)place, _mm512_set1_epi32(2 * SIM_NATIVE_LANES - 1)) |
             _mm512_test_epi32_mask((__m512i)apart, _mm512_set1_epi32((1 << shift) - 1)));
}

static inline bool are_rising(block place)
{
    const __m512i before = _mm512_alignr_epi32((__m512i)place, _mm512_setzero_si512(), 15);
    return !_mm512_mask_cmple_epu32_mask(0xfffe, (__m512i)place, before);
}
#endif

/* Finds where lanes that are no neighbours lie among twice as many elements. */
static inline void measure_near(uint32_t *places, uint32_t *strides, block apart, uint32_t shift,
                                uint32_t lead)
{
    strides[SIM_STRIDES_MORE] = UINT32_MAX;
#if defined(__AVX2__)
    typedef int32_t signed_block __attribute__((vector_size(4 * SIM_NATIVE_LANES)));
    const block place = (block)((signed_block)apart >> (int32_t)shift) + lead;
    if (!are_near(place, apart, shift))
        return;
    store_block(places, place);
    strides[SIM_STRIDES_MORE] = 2 * SIM_NATIVE_LANES - 1;
    if (are_rising(place))
        strides[SIM_STRIDES_TAKEN] = find_taken(place);
#else
    (void)places, (void)apart, (void)shift, (void)lead;
#endif
}

/* Dwords at such places, all of them, from and to memory. */
static inline void load_places(uint32_t *d, const uint8_t *memory, block place)
{
#if defined(__AVX512F__)
    store_block(d, (block)_mm512_permutex2var_epi32(_mm512_loadu_si512(memory), (__m512i)place,
                                                    _mm512_loadu_si512(memory + sizeof(block))));
#elif defined(__AVX2__)
    for (unsigned i = 0; i < 2; i++) {
        const __m256i picked = pick_half(memory, place, i);
        memcpy(d + i * HALF, &picked, sizeof(picked));
    }
#else
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        memcpy(d + i, memory + 4 * place[i], 4);
#endif
}

static inline void store_places(uint8_t *memory, block value, uint32_t taken)
{
#if defined(__AVX512F__)
    place_taken((char *)memory, taken, value);
#else
    for (unsigned i = 0; taken; i++, taken &= taken - 1)
        memcpy(memory + 4 * __builtin_ctz(taken), (const uint32_t *)&value + i, 4);
#endif
}

__attribute__((always_inline)) void sim_block_strides(uint32_t *places, uint32_t *strides,
                                                      const uint32_t *value, uint32_t shift)
{
    const block own = load_block(value), apart = own - own[0];
    const uint32_t lead = (own[0] >> shift) % SIM_NATIVE_LANES;
    store_block(places, apart);
    strides[SIM_STRIDES_LEAD] = strides[SIM_STRIDES_TAKEN] = 0;
    strides[SIM_STRIDES_MORE] = SIM_NATIVE_LANES - 1;
    if (__builtin_reduce_or((block)(apart != lane_numbers() << shift))) {
        strides[SIM_STRIDES_LEAD] = lead;
        measure_near(places, strides, apart, shift, lead);
    }
}

__attribute__((always_inline)) void sim_block_load_near(uint32_t *d, const uint8_t *memory,
                                                        const uint32_t *places)
{
    load_places(d, memory, load_block(places));
}

__attribute__((always_inline)) void sim_block_store_near(uint8_t *memory, const uint32_t *value,
                                                         uint32_t taken)
{
    store_places(memory, load_block(value), taken);
}

__attribute__((always_inline)) bool sim_block_filled(uint32_t taken, uint64_t further)
{
    return further < 4 * SIM_NATIVE_LANES && further >= 4 && !(further & (further - 1)) &&
           taken << further / 4 == ~taken;
}

__attribute__((always_inline)) void sim_block_store_filled(uint8_t *memory, const uint32_t *a,
                                                           const uint32_t *b, uint32_t taken)
{
#if defined(__AVX2__) && !defined(__AVX512F__)
    for (unsigned i = 0; i < 2; i++)
        place_halves(memory + i * sizeof(block), half_of(load_block(a), i),
                     half_of(load_block(b), i), (uint32_t)__builtin_ctz(~taken));
#else
    store_places(memory, load_block(a), taken);
    store_places(memory, load_block(b), ~taken);
#endif
}
