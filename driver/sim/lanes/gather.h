/* SPDX-License-Identifier: MIT */
/* gather.h: dwords from many places, for the lane loops. Lanes mostly read one place or neighbours,
 * for which hosts have much faster instructions than a gather: each host vector looks first. */
#pragma once

#include <stdint.h>
#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

/* d[i] = the dword at base + index[i] * scale bytes, of any alignment. `scale`, 1 or 4, must be a
 * constant; index[i] * scale is below 2^31. */
static inline __attribute__((always_inline)) void
sim_gather(uint32_t *d, const void *base, const uint32_t *index, const int scale, unsigned n)
{
#if defined(__AVX512F__)
    const __m512i steps =
        _mm512_mullo_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                           _mm512_set1_epi32(4 / scale));
    for (unsigned i = 0; i < n; i += 16) {
        const char *first = (const char *)base + (uint64_t)index[i] * (unsigned)scale;
        const __m512i places = _mm512_loadu_si512(index + i);
        const __m512i relative = _mm512_sub_epi32(places, _mm512_set1_epi32((int)index[i]));
        __m512i values;
        if (_mm512_cmpeq_epi32_mask(relative, steps) == 0xffff) {
            values = _mm512_loadu_si512(first);
        } else if (!_mm512_test_epi32_mask(relative, relative)) {
            int value;
            memcpy(&value, first, sizeof(value));
            values = _mm512_set1_epi32(value);
        } else {
            values = scale == 4 ? _mm512_i32gather_epi32(places, base, 4)
                                : _mm512_i32gather_epi32(places, base, 1);
        }
        _mm512_storeu_si512(d + i, values);
    }
#elif defined(__AVX2__)
    const __m256i steps =
        _mm256_mullo_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(4 / scale));
    for (unsigned i = 0; i < n; i += 8) {
        const char *first = (const char *)base + (uint64_t)index[i] * (unsigned)scale;
        const __m256i places = _mm256_loadu_si256((const __m256i *)(index + i));
        const __m256i relative = _mm256_sub_epi32(places, _mm256_set1_epi32((int)index[i]));
        __m256i values;
        if (_mm256_movemask_epi8(_mm256_cmpeq_epi32(relative, steps)) == -1) {
            values = _mm256_loadu_si256((const __m256i *)first);
        } else if (_mm256_testz_si256(relative, relative)) {
            int value;
            memcpy(&value, first, sizeof(value));
            values = _mm256_set1_epi32(value);
        } else {
            values = scale == 4 ? _mm256_i32gather_epi32((const int *)base, places, 4)
                                : _mm256_i32gather_epi32((const int *)base, places, 1);
        }
        _mm256_storeu_si256((__m256i *)(d + i), values);
    }
#else
    for (unsigned i = 0; i < n; i++)
        memcpy(d + i, (const char *)base + (uint64_t)index[i] * (unsigned)scale, sizeof(*d));
#endif
}
