/* SPDX-License-Identifier: MIT */
/* block_keep.h: keeps rows of a texture as planes, one a channel (block_planes.h). A part of
 * ready.c.
 */
#pragma once

#include "driver/sim/recompile/block_planes.h"

/* Bytes of a quad, as it lies in memory. */
enum { QUAD_BYTES = 128 };

/* Makes quads of a row's texels from a column on, of which some lie beyond an edge: these are the
 * edge's. */
static inline void copy_edge(uint8_t quad[QUADS][QUAD_BYTES], const struct sim_sample_how *how,
                             const struct sim_surface *surface, int32_t first, uint32_t y,
                             uint32_t z)
{
    const int32_t last = (int32_t)surface->width - 1;
    const uint32_t bytes = how->format.bytes;
    SIM_ROLLED for (uint32_t i = 0; i < SIM_NATIVE_LANES; i++)
    {
        const int32_t own = first + (int32_t)i, column = own < 0 ? 0 : own < last ? own : last;
        memcpy(quad[i / 4] + sim_quad_texel(bytes, how->quads, i % 4),
               surface->view.memory + sim_surface_offset(surface, (uint32_t)column, y, z), bytes);
    }
}

/* Asks memory for what the next blocks along x will keep of rows that tiles keep together. */
static inline void ask_next(const struct sim_surface *surface, const struct sim_sample_how *how,
                            uint32_t first, uint32_t y, uint32_t z)
{
    enum { NEXT = SIM_NATIVE_LANES * MOST_BLOCKS, OCTET = 8, LINE = 64 };
    const uint32_t from = (first + SIM_PLANE_TEXELS) & ~(uint32_t)(OCTET - 1);
    if (!how->flat && y & (rows_of_line(how->quads) - 1))
        return;
    SIM_ROLLED for (uint32_t x = from; x < from + NEXT && x < surface->width; x += OCTET)
    {
        const uint8_t *at = surface->view.memory + sim_surface_offset(surface, x, y, z);
        SIM_UNROLL for (unsigned i = 0; i < 4; i++) if (i == 0 || i * LINE < how->quads * 4u)
            __builtin_prefetch(at + i * LINE);
    }
}

/* Keeps more texels of a row, a vector of them. */
static inline void keep_texels(struct sim_block_planes *planes, const struct sim_sample_how *how,
                               const struct sim_surface *surface, unsigned kept, uint32_t y,
                               uint32_t z)
{
    const uint32_t count = planes->count[kept], column = planes->first[kept] + count;
    const int32_t own = (int32_t)column, width = (int32_t)surface->width;
    const bool inside = own >= 0 && own + SIM_NATIVE_LANES <= width;
    uint8_t edge[QUADS][QUAD_BYTES];
    const uint8_t *at[QUADS];
    uint32_t *to[4];
    block dword[4] = {{0}};
    if (!inside)
        copy_edge(edge, how, surface, own, y, z);
    SIM_UNROLL for (uint32_t q = 0; q < QUADS; q++) at[q] =
        inside ? surface->view.memory + sim_surface_offset(surface, column + 4 * q, y, z) : edge[q];
    load_texels(dword, how, at, QUADS);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) to[k] = planes->texels[kept][k] + count;
    decode_texels(to, how, dword);
    planes->count[kept] = count + SIM_NATIVE_LANES;
}

static inline __attribute__((always_inline)) void
keep_planes(struct sim_block_planes *planes, const struct sim_sample_how *how,
            const struct sim_surface *surface, uint32_t y, uint32_t z, uint32_t least,
            uint32_t most, uint32_t texels)
{
    const unsigned kept = find_kept(y);
    const bool more = (planes->y[kept] == y) & (planes->z[kept] == z) &
                      (least - planes->first[kept] < SIM_PLANE_TEXELS) &
                      (most - planes->first[kept] <= SIM_PLANE_TEXELS - texels);
    if (!more) {
        planes->y[kept] = y;
        planes->z[kept] = z;
        planes->first[kept] = least & ~3u;
        planes->count[kept] = 0;
    }
    const uint32_t end = most + texels - planes->first[kept];
    do
        keep_texels(planes, how, surface, kept, y, z);
    while (planes->count[kept] < end);
    if (!more)
        ask_next(surface, how, planes->first[kept], y, z);
}
