/* SPDX-License-Identifier: MIT */
/* surface.h: where texels of a bound surface lie, by tables, and moving them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/sim/lanes/texel.h"
#include "driver/sim/memory/gem.h"

struct hw_surface_layout;

/* Positions of texels in memory: offset = ((X ^ Y ^ Z) & low) + sum of (v & ~low), where X, Y, Z
 * are the table entries of the coordinates. */
struct sim_surface {
    struct sim_view view;
    struct sim_texel_format format;
    uint32_t width, height, depth; /* depth: slices, layers */
    uint32_t low;
    const uint32_t *x, *y, *z;
    uint32_t *tables; /* owned: all three */
    bool linear;      /* offset = z[0] + x * bytes + y * row + z * slice, modulo 2^32 */
    uint32_t row, slice;
    uint8_t quads; /* how the texels of a quad lie, see sim_quad_texel; 0: in no such way */
};

/* A quad is four texels of a row, of 1 to 16 bytes, the first at an x that is a multiple of 4: how
 * many bytes behind it the others lie. Tiles keep texels of two rows together: of 16 bytes each is
 * followed by that of the other row, of 8 bytes each pair is. */
static inline uint32_t sim_quad_texel(uint32_t texel_bytes, uint32_t quads, uint32_t number)
{
    const uint32_t second = texel_bytes == 16 ? quads / 2 : texel_bytes;
    return (number >> 1) * quads + (number & 1u) * second;
}

/* Lines of the host's cache, which begin where surfaces do. Those of tiles with quads of 4 bytes or
 * more hold two rows, of which the first has an even number: eight texels of 4 bytes, four of 8,
 * two of 16. The second row's are so many bytes behind the first one's. */
enum { SIM_LINE = 64, SIM_LOWER_ROW = 16 };

/* Makes the tables of a surface whose width, height and depth are set; `first` is the slice that
 * coordinate 0 names. False when memory ran out or the surface is larger than 4 GiB. */
bool sim_surface_tables(struct sim_surface *surface, const struct hw_surface_layout *layout,
                        uint32_t first);
/* Moves every texel of a linear surface 32 texels to the side, within groups of 64, which a row is
 * made of: what writes to it then do is plain to see and stays inside. */
void sim_surface_misplace(struct sim_surface *surface, uint32_t texel_bytes);
void sim_surface_finish(struct sim_surface *surface);

/* ((x ^ y ^ z) & low) + (x & ~low) + (y & ~low) + (z & ~low), of numbers or vectors of them, with
 * what only y and z have a part in by itself, as neighbours along x share it. */
#define sim_join_parts(x, y, z, low)                                                               \
    (((x) ^ (((y) ^ (z)) & (low))) + (((y) & ~(low)) + ((z) & ~(low))))

/* Byte offset of a texel; the coordinates are inside. */
static inline uint32_t sim_surface_offset(const struct sim_surface *surface, uint32_t x, uint32_t y,
                                          uint32_t z)
{
    return sim_join_parts(surface->x[x], surface->y[y], surface->z[z], surface->low);
}
