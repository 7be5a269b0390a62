/* SPDX-License-Identifier: MIT */
/* block_rows.h: texels of a row that lie in quads (lanes/surface.h), read as host vectors of one
 * dword each, and written. For block.c alone. */
#ifndef ROOTLE_SIM_RECOMPILE_BLOCK_ROWS_H
#define ROOTLE_SIM_RECOMPILE_BLOCK_ROWS_H

#include "driver/sim/lanes/typed_store.h"
#include "driver/sim/recompile/block_vectors.h"

enum { QUADS = SIM_NATIVE_LANES / 4, MOST_QUADS = 2 * QUADS };
typedef uint32_t quad __attribute__((vector_size(16), may_alias));
typedef uint32_t octet __attribute__((vector_size(32), may_alias));

/* So many texels of a row, of which `dword` has each one by itself. */
struct row {
    block dword[4][2];
};

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

/* The texels of up to four quads, of which `count` are there. */
static inline void load_half(struct row *row, unsigned half, const struct sim_sample_how *how,
                             const uint8_t *const at[QUADS], uint32_t count)
{
    const uint32_t bytes = how->format.bytes, quads = how->quads;
    block part[4], dword[4];
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
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (k < bytes / 4) row->dword[k][half] = dword[k];
}

/* Asks memory for what a block will touch that is a few blocks ahead in its row: hosts do not
 * foresee the ways of tiles. Of two rows that tiles keep together the first one asks for both. */
static inline void ask_ahead(const struct sim_surface *surface, bool flat, uint32_t quads,
                             uint32_t x, uint32_t y, uint32_t z)
{
    enum { AHEAD = 64, OCTET = 8, LINE = 64 };
    const uint32_t last = surface->width - 1;
    if (!flat && y & 1u)
        return;
    SIM_UNROLL for (unsigned i = 0; i < SIM_NATIVE_LANES; i += OCTET)
    {
        const uint32_t column = x + AHEAD + i < last ? x + AHEAD + i : last;
        const uint8_t *at = surface->view.memory +
                            sim_surface_offset(surface, column & ~(uint32_t)(OCTET - 1), y, z);
        SIM_UNROLL for (unsigned line = 0; line < 4;
                        line++) if (line == 0 || line * LINE < quads * 4)
            __builtin_prefetch(at + line * LINE);
    }
}

/* So many quads of the place's row, from x = `first` on. */
static inline void load_row(struct row *row, const struct sim_sample_how *how,
                            const struct sim_surface *surface, const uint32_t *place,
                            uint32_t first, uint32_t quads)
{
    const uint8_t *at[MOST_QUADS];
    SIM_UNROLL for (unsigned i = 0; i < MOST_QUADS; i++) if (i < quads) at[i] =
        surface->view.memory +
        sim_surface_offset(surface, first + 4 * i, place[SIM_Y], place[SIM_Z]);
    load_half(row, 0, how, at, quads);
    load_half(row, 1, how, at + QUADS, quads - QUADS);
}

/* Dwords from number `from` on, of 32. */
static inline block cut_out(const block row[2], uint32_t from)
{
#if defined(__AVX512F__)
    return (block)_mm512_permutex2var_epi32((__m512i)row[0], (__m512i)(lane_numbers() + from),
                                            (__m512i)row[1]);
#else
    block cut;
    memcpy(&cut, (const uint32_t *)row + from, sizeof(cut));
    return cut;
#endif
}

/* The dwords of the lanes' texels, where a fetch shares its row with no other one: lanes that begin
 * with a quad, as those of most programs do, need nothing of the last one. */
static inline void take_dwords(block dword[4], const struct sim_sample_how *how,
                               const struct sim_surface *surface, const uint32_t *place,
                               uint32_t first, uint32_t quads)
{
    const uint32_t from = place[SIM_X] - first;
    struct row row;
    if (quads == QUADS + 1 && !from) {
        load_row(&row, how, surface, place, first, QUADS);
        SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (k < how->format.dwords) dword[k] =
            row.dword[k][0];
        return;
    }
    load_row(&row, how, surface, place, first, quads);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (k < how->format.dwords) dword[k] =
        cut_out(row.dword[k], from);
}

void sim_block_row_dwords(uint32_t *d, const struct sim_sample_how *how,
                          const struct sim_surface *surface, const uint32_t *place, uint32_t first,
                          uint32_t quads)
{
    block dword[4];
    take_dwords(dword, how, surface, place, first, quads);
    store_block(d, dword[0]);
}

/* Texels of all lanes, of 4, 8 or 16 bytes, to a row, from an x on that is a multiple of 4. */
static inline void store_row(const struct sim_surface *surface, const struct sim_store_how *how,
                             const uint32_t place[SIM_AXES], const block dword[4])
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
    SIM_UNROLL for (unsigned i = 0; i < QUADS; i++)
        SIM_UNROLL for (unsigned j = 0; j < 4; j++) if (j < bytes / 4)
            memcpy(at[i] + sim_quad_texel(bytes, quads, bytes == 8 ? 2 * j : j),
                   (const quad *)&part[j] + i, sizeof(quad));
}

#endif
