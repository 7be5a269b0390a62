/* SPDX-License-Identifier: MIT */
/* block_twin_bytes.h: texels of four bytes as twins of floats (block_twins.h), and twins as such
 * texels. A part of ready.c. */
#pragma once

#include "driver/sim/recompile/block_keep.h"

typedef float twin __attribute__((vector_size(SIM_TWIN_BYTES), may_alias));

/* So many twins are made of a quad of one row and that of another. */
enum { QUAD_TWINS = 4 };

/* The bytes of texel number i of two quads, each in a dword of its own. */
#define OWN_BYTE(i)    (i), 32, 32, 32
#define TEXEL_BYTES(i) OWN_BYTE(i), OWN_BYTE((i) + 1), OWN_BYTE((i) + 2), OWN_BYTE((i) + 3)
#define TWIN_OF(quads, i)                                                                          \
    (octet) __builtin_shufflevector(quads, (octet_bytes){0}, TEXEL_BYTES(4 * (i)),                 \
                                    TEXEL_BYTES(4 * (i) + 16))
typedef uint8_t octet_bytes __attribute__((vector_size(sizeof(octet)), may_alias));

/* As split_unorm8 does. */
static inline void widen_twins(twin to[QUAD_TWINS], quad upper, quad lower)
{
    const octet_bytes quads =
        (octet_bytes)__builtin_shufflevector(upper, lower, 0, 1, 2, 3, 4, 5, 6, 7);
    const octet own[QUAD_TWINS] = {TWIN_OF(quads, 0), TWIN_OF(quads, 1), TWIN_OF(quads, 2),
                                   TWIN_OF(quads, 3)};
    SIM_UNROLL for (unsigned i = 0; i < sizeof(own) / 4; i += SIM_BLOCK)
    {
        sim_uints part;
        memcpy(&part, (const uint32_t *)own + i, sizeof(part));
        const sim_floats value = sim_unorm8(part);
        memcpy((float *)to + i, &value, sizeof(value));
    }
}

/* As sim_store_encode does: the first row's quad, and the second one's. Numbers below 0, and NaN,
 * become 0 (pack_unorm8). */
static inline octet narrow_twins(const twin from[QUAD_TWINS])
{
#if defined(__AVX2__)
    __m256i whole[QUAD_TWINS];
    SIM_UNROLL for (unsigned i = 0; i < QUAD_TWINS; i++) whole[i] =
        _mm256_cvtps_epi32(_mm256_mul_ps((__m256)from[i], _mm256_set1_ps(255.0f)));
    return (octet)_mm256_packus_epi16(_mm256_packus_epi32(whole[0], whole[1]),
                                      _mm256_packus_epi32(whole[2], whole[3]));
#else
    uint8_t texel[SIM_SMOOTH_BLOCKS][QUAD_TWINS][4];
    octet quads;
    _Static_assert(sizeof(texel) == sizeof(quads), "all of them");
    SIM_UNROLL for (unsigned i = 0; i < QUAD_TWINS; i++)
        SIM_UNROLL for (unsigned k = 0; k < SIM_TWIN_BYTES / 4; k++) texel[k / 4][i][k % 4] =
            (uint8_t)round_unorm(scale_unorm(from[i][k], 255.0f), 8);
    memcpy(&quads, texel, sizeof(quads));
    return quads;
#endif
}
