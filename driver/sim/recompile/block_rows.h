/* SPDX-License-Identifier: MIT */
/* block_rows.h: texels of a row that lie in quads (lanes/surface.h), read as host vectors of one
 * dword each, and written. For block.c alone. */
#pragma once

#include "driver/sim/lanes/typed_store.h"
#include "driver/sim/recompile/block_vectors.h"

enum { QUADS = SIM_NATIVE_LANES / 4, MOST_QUADS = 2 * QUADS, MOST_BLOCKS = 4 };
typedef uint32_t quad __attribute__((vector_size(16), may_alias));
typedef uint32_t octet __attribute__((vector_size(32), may_alias));

#if defined(__clang__)
#define SIM_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define SIM_ROLLED
#endif

/* By halves: LLVM takes its time for a long chain of shuffles. */
static inline block join_quads(const quad part[QUADS])
{
    const octet low = __builtin_shufflevector(part[0], part[1], 0, 1, 2, 3, 4, 5, 6, 7),
                high = __builtin_shufflevector(part[2], part[3], 0, 1, 2, 3, 4, 5, 6, 7);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* In each of the four quarters of a result, dwords by their numbers in that quarter: 0 to 3 of a, 4
 * to 7 of b. */
#define SOURCE(quarter, i) (4 * (quarter) + (i) + ((i) < 4 ? 0 : SIM_NATIVE_LANES - 4))
#define SOURCES(quarter, i, j, k, l)                                                               \
    SOURCE(quarter, i), SOURCE(quarter, j), SOURCE(quarter, k), SOURCE(quarter, l)
#define BY_QUARTERS(a, b, i, j, k, l)                                                              \
    __builtin_shufflevector(a, b, SOURCES(0, i, j, k, l), SOURCES(1, i, j, k, l),                  \
                            SOURCES(2, i, j, k, l), SOURCES(3, i, j, k, l))

/* Four dwords of each of four vectors, quarter by quarter: rows become columns. */
static inline void transpose(block to[4], const block from[4])
{
    const block a = BY_QUARTERS(from[0], from[1], 0, 1, 4, 5),
                b = BY_QUARTERS(from[0], from[1], 2, 3, 6, 7),
                c = BY_QUARTERS(from[2], from[3], 0, 1, 4, 5),
                d = BY_QUARTERS(from[2], from[3], 2, 3, 6, 7);
    to[0] = BY_QUARTERS(a, c, 0, 2, 4, 6);
    to[1] = BY_QUARTERS(a, c, 1, 3, 5, 7);
    to[2] = BY_QUARTERS(b, d, 0, 2, 4, 6);
    to[3] = BY_QUARTERS(b, d, 1, 3, 5, 7);
}

/* Sixteen bytes of each of so many quads, `step` bytes behind its start. */
static inline block load_quads(const uint8_t *const at[QUADS], uint32_t count, uint32_t step)
{
    quad part[QUADS];
    SIM_UNROLL for (unsigned i = 0; i < QUADS; i++) if (i < count)
        memcpy(&part[i], at[i] + step, sizeof(part[i]));
    return join_quads(part);
}

typedef uint8_t quad_bytes __attribute__((vector_size(4), may_alias));
typedef uint16_t quad_words __attribute__((vector_size(8), may_alias));

/* Quads of texels that are smaller than a dword, each in a dword of its own. */
static inline block load_small(const uint8_t *const at[QUADS], uint32_t count, uint32_t bytes)
{
    quad part[QUADS];
    SIM_UNROLL for (unsigned i = 0; i < QUADS; i++) if (i < count)
    {
        quad_bytes byte;
        quad_words word;
        if (bytes == 1) {
            memcpy(&byte, at[i], sizeof(byte));
            part[i] = __builtin_convertvector(byte, quad);
        } else {
            memcpy(&word, at[i], sizeof(word));
            part[i] = __builtin_convertvector(word, quad);
        }
    }
    return join_quads(part);
}

static inline void store_small(uint8_t *const at[QUADS], block texels, uint32_t bytes)
{
    SIM_UNROLL for (unsigned i = 0; i < QUADS; i++)
    {
        const quad own = ((const quad *)&texels)[i];
        const quad_bytes byte = __builtin_convertvector(own, quad_bytes);
        const quad_words word = __builtin_convertvector(own, quad_words);
        if (bytes == 1)
            memcpy(at[i], &byte, sizeof(byte));
        else
            memcpy(at[i], &word, sizeof(word));
    }
}

/* The texels of up to four quads, of which `count` are there: a block of each dword. */
static inline void load_texels(block dword[4], const struct sim_sample_how *how,
                               const uint8_t *const at[QUADS], uint32_t count)
{
    const uint32_t bytes = how->format.bytes, quads = how->quads;
    block part[4];
    if (bytes < 4) {
        dword[0] = load_small(at, count, bytes);
        return;
    }
    SIM_UNROLL for (unsigned i = 0; i < 4; i++) if (i < bytes / 4) part[i] =
        load_quads(at, count, sim_quad_texel(bytes, quads, bytes == 8 ? 2 * i : i));
    if (bytes == 16) {
        transpose(dword, part);
    } else if (bytes == 8) {
        dword[0] = BY_QUARTERS(part[0], part[1], 0, 2, 4, 6);
        dword[1] = BY_QUARTERS(part[0], part[1], 1, 3, 5, 7);
    } else {
        dword[0] = part[0];
    }
}

/* How many rows of tiles a line of the host's cache has a part of: of bytes it is eight columns of
 * eight rows. */
static inline uint32_t rows_of_line(uint32_t quads)
{
    return quads < 8 ? 16 / quads : 2;
}

/* Asks memory for what so many blocks will touch that are a few blocks ahead in their row: hosts do
 * not foresee the ways of tiles. Of rows that tiles keep together the first one asks for all. */
static inline void ask_ahead(const struct sim_surface *surface, bool flat, uint32_t quads,
                             uint32_t blocks, uint32_t x, uint32_t y, uint32_t z)
{
    enum { AHEAD = 64, OCTET = 8, LINE = 64, MOST = MOST_BLOCKS * SIM_NATIVE_LANES };
    const uint32_t first = x + AHEAD, count = blocks * SIM_NATIVE_LANES;
    if ((!flat && y & (rows_of_line(quads) - 1)) || first + count > surface->width)
        return;
    SIM_UNROLL for (unsigned i = 0; i < MOST; i += OCTET) if (i < count)
    {
        const uint8_t *at = surface->view.memory +
                            sim_surface_offset(surface, (first + i) & ~(uint32_t)(OCTET - 1), y, z);
        SIM_UNROLL for (unsigned line = 0; line < 4;
                        line++) if (line == 0 || line * LINE < quads * 4)
            __builtin_prefetch(at + line * LINE);
    }
}

/* How many columns beyond the surface, on either side, a row may begin or end: lanes there are
 * clamped to its edges. Only hosts that pick lanes one by one can do with that. */
#if defined(__AVX512F__)
enum { BEYOND = 8 };
#else
enum { BEYOND = 0 };
#endif

/* Whether a row's quads, clamped to the surface, have the texels from `first` on. */
static inline bool is_row_inside(const struct sim_surface *surface, int32_t first, uint32_t texels)
{
    const int32_t width = (int32_t)surface->width, end = first + (int32_t)texels,
                  beyond = width & 3 ? 0 : BEYOND;
    return (first >= -BEYOND) & (end <= (width & ~3) + beyond);
}

/* Where quad number i of a row's `count` lies. The middle ones are inside. */
static inline const uint8_t *find_quad(const struct sim_surface *surface, const uint32_t *place,
                                       int32_t first, uint32_t i, uint32_t count)
{
    const uint32_t y = surface->y[place[SIM_PLACE_Y]], z = surface->z[place[SIM_PLACE_Z]];
    const int32_t column = first + (int32_t)(4 * i), last = ((int32_t)surface->width & ~3) - 4;
    const uint32_t *x = surface->x + (int64_t)first + 4 * i;
    if (i < BEYOND / 4)
        x = surface->x + (column > 0 ? column : 0);
    else if (BEYOND > 0 && i + BEYOND / 4 >= count)
        x = surface->x + (column < last ? column : last);
    return surface->view.memory + sim_join_parts(*x, y, z, surface->low);
}

/* Loads block number i of the place's row from x = `first` on, whose `blocks` are followed by the
 * texels that the last one's window has more. */
static inline void load_row(block dword[4], const struct sim_sample_how *how,
                            const struct sim_surface *surface, const uint32_t *place,
                            uint32_t first, uint32_t quads, uint32_t blocks, uint32_t i)
{
    const uint32_t all = blocks * QUADS + quads - QUADS, here = i < blocks ? QUADS : quads - QUADS;
    const uint8_t *at[QUADS];
    SIM_UNROLL for (unsigned q = 0; q < QUADS; q++) if (q < here) at[q] =
        find_quad(surface, place, (int32_t)first, i * QUADS + q, all);
    load_texels(dword, how, at, here);
}

/* The lanes' dwords, of 32 from column `first` on. */
static inline block cut_out(block low, block high, const uint32_t *place, uint32_t first)
{
#if defined(__AVX512F__)
    const block number = load_block(place) - first;
    return (block)_mm512_permutex2var_epi32((__m512i)low, (__m512i)number, (__m512i)high);
#else
    const block row[2] = {low, high};
    block cut;
    memcpy(&cut, (const uint32_t *)row + (place[0] - first), sizeof(cut));
    return cut;
#endif
}

/* Texels of all lanes, of 1 to 16 bytes, to a row, from an x on that is a multiple of 4. */
static inline __attribute__((always_inline)) void write_row(const struct sim_surface *surface,
                                                            const struct sim_store_how *how,
                                                            const uint32_t place[SIM_AXES],
                                                            const block dword[4])
{
    const uint32_t bytes = how->format.bytes, quads = how->quads;
    block part[4];
    uint8_t *at[QUADS]; /* all of them first: LLVM takes the surface for what may be written to */
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) part[k] = dword[k];
    if (bytes == 16) {
        transpose(part, dword);
    } else if (bytes == 8) {
        part[0] = BY_QUARTERS(dword[0], dword[1], 0, 4, 1, 5);
        part[1] = BY_QUARTERS(dword[0], dword[1], 2, 6, 3, 7);
    }
    SIM_UNROLL for (unsigned i = 0; i < QUADS; i++) at[i] =
        surface->view.memory +
        sim_surface_offset(surface, place[SIM_X] + 4 * i, place[SIM_Y], place[SIM_Z]);
    if (bytes < 4)
        store_small(at, dword[0], bytes);
    SIM_UNROLL for (unsigned i = 0; i < QUADS; i++)
        SIM_UNROLL for (unsigned j = 0; j < 4; j++) if (j < bytes / 4)
            memcpy(at[i] + sim_quad_texel(bytes, quads, bytes == 8 ? 2 * j : j),
                   (const quad *)&part[j] + i, sizeof(quad));
}
