/* SPDX-License-Identifier: MIT */
/* block_runs.h: runs of dwords, of which memory has as many others between two. Part of ready.c. */
#pragma once

#include <string.h>

#include "driver/sim/recompile/block_vectors.h"

#ifdef __AVX2__
enum { EIGHT = 8, EVERY_OTHER_QUAD = 0xd8 };

static inline __m256i load_eight(const uint8_t *at)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

static inline void store_eight(uint8_t *at, __m256i value)
{
    _mm256_storeu_si256((__m256i *)(void *)at, value);
}

/* Eight dwords in runs of one, two or four. What lies behind the last one is not read. */
static inline __m256i pick_eight(const uint8_t *at, uint32_t run)
{
    const __m256i low = load_eight(at), high = load_eight(at + 4 * (EIGHT - run));
    if (run == 4)
        return _mm256_blend_epi32(low, high, 0xf0);
    const __m256i both = run == 1 ? (__m256i)_mm256_shuffle_ps((__m256)low, (__m256)high, 0xd8)
                                  : _mm256_blend_epi32(low, high, 0xcc);
    return _mm256_permute4x64_epi64(both, EVERY_OTHER_QUAD);
}

/* Eight dwords of each of two, by turns. */
static inline void place_eight(uint8_t *to, __m256i a, __m256i b, uint32_t run)
{
    if (run < 4) {
        a = _mm256_permute4x64_epi64(a, EVERY_OTHER_QUAD);
        b = _mm256_permute4x64_epi64(b, EVERY_OTHER_QUAD);
    }
    if (run == 4) {
        store_eight(to, _mm256_permute2x128_si256(a, b, 0x20));
        store_eight(to + sizeof(a), _mm256_permute2x128_si256(a, b, 0x31));
    } else if (run == 2) {
        store_eight(to, _mm256_unpacklo_epi64(a, b));
        store_eight(to + sizeof(a), _mm256_unpackhi_epi64(a, b));
    } else {
        store_eight(to, _mm256_unpacklo_epi32(a, b));
        store_eight(to + sizeof(a), _mm256_unpackhi_epi32(a, b));
    }
}

static inline __attribute__((always_inline)) void pick_short(uint8_t *to, const uint8_t *from,
                                                             uint32_t dwords, uint32_t run)
{
    for (uint32_t i = 0; i < dwords; i += EIGHT)
        store_eight(to + 4 * i, pick_eight(from + 8 * i, run));
}

static inline __attribute__((always_inline)) void
place_short(uint8_t *to, const uint8_t *a, const uint8_t *b, uint32_t dwords, uint32_t run)
{
    for (uint32_t i = 0; i < dwords; i += EIGHT)
        place_eight(to + 8 * i, load_eight(a + 4 * i), load_eight(b + 4 * i), run);
}

static void pick_runs(uint8_t *to, const uint8_t *from, uint32_t dwords, uint32_t run)
{
    switch (run) {
    case 1:
        pick_short(to, from, dwords, 1);
        return;
    case 2:
        pick_short(to, from, dwords, 2);
        return;
    case 4:
        pick_short(to, from, dwords, 4);
        return;
    default:
        for (uint32_t i = 0; i < dwords; i += EIGHT)
            store_eight(to + 4 * i, load_eight(from + 4 * (2 * i - (i & (run - 1)))));
    }
}

static void place_runs(uint8_t *to, const uint8_t *a, const uint8_t *b, uint32_t dwords,
                       uint32_t run)
{
    switch (run) {
    case 1:
        place_short(to, a, b, dwords, 1);
        return;
    case 2:
        place_short(to, a, b, dwords, 2);
        return;
    case 4:
        place_short(to, a, b, dwords, 4);
        return;
    default:
        for (uint32_t i = 0; i < dwords; i += EIGHT) {
            uint8_t *at = to + 4 * (2 * i - (i & (run - 1)));
            store_eight(at, load_eight(a + 4 * i));
            store_eight(at + 4 * run, load_eight(b + 4 * i));
        }
    }
}
#else
static void pick_runs(uint8_t *to, const uint8_t *from, uint32_t dwords, uint32_t run)
{
    for (uint32_t i = 0; i < dwords; i += run)
        memcpy(to + 4 * i, from + 8 * i, 4 * run);
}

static void place_runs(uint8_t *to, const uint8_t *a, const uint8_t *b, uint32_t dwords,
                       uint32_t run)
{
    for (uint32_t i = 0; i < dwords; i += run) {
        memcpy(to + 8 * i, a + 4 * i, 4 * run);
        memcpy(to + 8 * i + 4 * run, b + 4 * i, 4 * run);
    }
}
#endif
