/* SPDX-License-Identifier: MIT */
/* block_vectors.h: a block of lanes as one host vector, and gathers and scatters of such: lanes
 * that lie near one another, as most do, are picked out of two host vectors instead. For block.c
 * alone. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "driver/sim/lanes/gather.h"
#include "driver/sim/recompile/block.h"

typedef uint32_t block __attribute__((vector_size(4 * SIM_NATIVE_LANES), may_alias));

static inline block load_block(const uint32_t *lanes)
{
    return *(const block *)(const void *)lanes;
}

static inline void store_block(uint32_t *lanes, block value)
{
    *(block *)(void *)lanes = value;
}

/* Whether no lane of the mask is wrong: both are vectors of 0 and ~0. */
static inline bool is_none(block wrong, const uint32_t *mask)
{
#if defined(__AVX512DQ__)
    return !(_mm512_movepi32_mask((__m512i)wrong) &
             _mm512_movepi32_mask((__m512i)load_block(mask)));
#else
    return !__builtin_reduce_or(wrong & load_block(mask));
#endif
}

/* Lanes 0 to 15. */
static inline block lane_numbers(void)
{
    block numbers;
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        numbers[i] = i;
    return numbers;
}

/* The dwords at memory + offset, in bytes below 2^31. */
static inline void gather_block(uint32_t *d, const void *memory, block offset)
{
    uint32_t offsets[SIM_NATIVE_LANES] __attribute__((aligned(64)));
    store_block(offsets, offset);
    sim_gather(d, memory, offsets, 1, SIM_NATIVE_LANES);
}

/* Lanes that lie near one another, as those of a sort and a transform do: so many bytes from the
 * first one to the last one, which is furthest. */
enum { NEAR_LEAST = 4 * SIM_NATIVE_LANES, NEAR_MOST = 8 * SIM_NATIVE_LANES - 4 };

#if defined(__AVX512F__)
static inline bool is_near(block apart)
{
    const uint32_t last = apart[SIM_NATIVE_LANES - 1];
    return last - NEAR_LEAST <= NEAR_MOST - NEAR_LEAST &&
           !(_mm512_cmpgt_epu32_mask((__m512i)apart, _mm512_set1_epi32((int)last)) |
             _mm512_test_epi32_mask((__m512i)apart, _mm512_set1_epi32(3)));
}

/* Picked out of two host vectors: one that begins with the first lane, one that ends with the last
 * one. */
static inline block pick_near(const char *first, block apart)
{
    const uint32_t last = apart[SIM_NATIVE_LANES - 1];
    block low, high;
    memcpy(&low, first, sizeof(low));
    memcpy(&high, first + last + 4 - sizeof(high), sizeof(high));
    const block place = apart / 4, beyond = (block)(place >= SIM_NATIVE_LANES);
    return (block)_mm512_permutex2var_epi32(
        (__m512i)low, (__m512i)(place + (beyond & (2 * SIM_NATIVE_LANES - 1 - last / 4))),
        (__m512i)high);
}
#endif

/* gather_block, of a buffer. */
static inline void gather_near(uint32_t *d, const void *memory, block offset)
{
#if defined(__AVX512F__)
    const block apart = offset - offset[0];
    if (is_near(apart)) {
        store_block(d, pick_near((const char *)memory + offset[0], apart));
        return;
    }
#endif
    gather_block(d, memory, offset);
}

#if defined(__AVX512F__)
/* Whether each lane lies behind the one before it, and the last one near the first. */
static inline bool is_rising(block apart)
{
    const __m512i before = _mm512_alignr_epi32((__m512i)apart, _mm512_setzero_si512(), 15);
    return apart[SIM_NATIVE_LANES - 1] <= NEAR_MOST &&
           _mm512_mask_cmple_epu32_mask(0xfffe, (__m512i)apart, before) == 0;
}

/* Returns, as bits, those of 32 elements that some lane takes. */
static inline uint32_t find_taken(block place)
{
    return (uint32_t)_mm512_reduce_or_epi32(
        _mm512_sllv_epi32(_mm512_set1_epi32(1), (__m512i)place));
}

/* Lanes that rise, all of them, drawn apart to where they belong in two host vectors. */
static inline void place_taken(char *first, uint32_t taken, block value)
{
    const __mmask16 low = (__mmask16)taken, high = (__mmask16)(taken >> SIM_NATIVE_LANES);
    const block rest = lane_numbers() + (uint32_t)__builtin_popcount(low);
    const __m512i behind = _mm512_permutexvar_epi32((__m512i)rest, (__m512i)value);
    _mm512_mask_storeu_epi32(first, low, _mm512_maskz_expand_epi32(low, (__m512i)value));
    _mm512_mask_storeu_epi32(first + sizeof(block), high, _mm512_maskz_expand_epi32(high, behind));
}
#endif

static inline bool is_whole(uint32_t bits)
{
    return bits == (1u << SIM_NATIVE_LANES) - 1;
}

/* The reverse, of the lanes in `bits`. Where two lanes name one place the last one stays. */
static inline void scatter_lanes(char *memory, block offset, const uint32_t *value, uint32_t bits)
{
#if defined(__AVX512F__)
    _mm512_mask_i32scatter_epi32(memory, (__mmask16)bits, (__m512i)offset,
                                 (__m512i)load_block(value), 1); /* in the order of lanes */
#else
    for (; bits; bits &= bits - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(bits);
        memcpy(memory + offset[lane], value + lane, 4);
    }
#endif
}

static inline void scatter_block(void *memory, block offset, const uint32_t *value, uint32_t bits)
{
    if (is_whole(bits) && !__builtin_reduce_or((block)(offset - offset[0] != lane_numbers() * 4)))
        memcpy((char *)memory + offset[0], value, 4 * SIM_NATIVE_LANES);
    else
        scatter_lanes(memory, offset, value, bits);
}

/* scatter_block, to a buffer. */
static inline void scatter_near(char *memory, block offset, const uint32_t *value, uint32_t bits)
{
#if defined(__AVX512F__)
    const block apart = offset - offset[0];
    if (is_whole(bits) && apart[SIM_NATIVE_LANES - 1] >= NEAR_LEAST && is_rising(apart)) {
        place_taken(memory + offset[0], find_taken(apart / 4), load_block(value));
        return;
    }
#endif
    scatter_block(memory, offset, value, bits);
}
