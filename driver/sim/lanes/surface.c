/* SPDX-License-Identifier: MIT */
/* surface.c: address tables of surfaces. */
#include "driver/sim/lanes/surface.h"

#include <stdlib.h>
#include <sys/param.h>

#include "driver/hw/tiling.h"

/* The bits of either part that entries of tables have. */
struct extent {
    uint32_t low;
    uint64_t high;
};

static uint32_t note(struct extent *extent, struct hw_tile_part part)
{
    extent->low |= part.lo;
    extent->high |= part.hi;
    return (uint32_t)(part.hi | part.lo);
}

/* The place of x, or of y, is made of those of its bits: low parts exclude each other, high parts
 * add up, and have no bit below the highest of the low ones. */
static void fill_table(uint32_t *table, uint32_t count, hw_part_fn part,
                       const struct hw_surface_layout *layout, struct extent *extent)
{
    for (uint32_t bit = 1; bit < count; bit *= 2) {
        const struct hw_tile_part p = part(layout, bit);
        note(extent, p);
        for (uint32_t i = 0, end = MIN(bit, count - bit); i < end; i++)
            table[bit + i] = (table[i] ^ p.lo) + (uint32_t)p.hi;
    }
}

/* surface->quads: from the layout, so that surfaces of all sizes have the same, if all texels lie
 * so, and by bits that no other coordinate has a part in; of large ones, if lines hold two rows. */
static uint8_t find_quads(const struct sim_surface *surface, const struct hw_surface_layout *layout)
{
    const uint32_t *others = surface->y, bytes = surface->format.bytes;    /* then those of z */
    const uint32_t line = surface->linear || bytes < 4 ? 0 : SIM_LINE - 1; /* bits of a place */
    const struct hw_tile_part third = hw_surface_x(layout, 2);
    const uint32_t quads = (uint32_t)(third.hi | third.lo);
    uint32_t low = 0, wrong = 0, texel[4];
    if (!bytes || (bytes & (bytes - 1)) || quads > 64 || (bytes < 8 && quads != 2 * bytes))
        return 0;
    for (uint32_t i = 0; i < 4; i++)
        texel[i] = sim_quad_texel(bytes, quads, i);
    for (uint32_t i = 0; i < surface->height + surface->depth; i++) {
        low |= others[i];
        wrong |= (others[i] ^ (i < surface->height && i & 1u ? SIM_LOWER_ROW : 0)) & line;
    }
    for (uint32_t x = 0; x < surface->width; x += 4) {
        const uint32_t *of = surface->x + x, count = surface->width - x;
        low |= of[0];
        wrong |= (of[0] ^ (bytes == 4 ? (x & 4u) * 8 : 0)) & line;
        for (uint32_t i = 1; i < 4 && i < count; i++)
            wrong |= of[i] ^ (of[0] + texel[i]);
    }
    return wrong || low & texel[3] ? 0 : (uint8_t)quads;
}

bool sim_surface_tables(struct sim_surface *surface, const struct hw_surface_layout *layout,
                        uint32_t first)
{
    const size_t count = (size_t)surface->width + surface->height + surface->depth;
    surface->tables = calloc(count, sizeof(uint32_t));
    if (!surface->tables)
        return false;
    uint32_t *x = surface->tables, *y = x + surface->width, *z = y + surface->height;
    const uint32_t slices = howmany(first + surface->depth, MAX(layout->samples, 1u));
    struct extent extent = {0};
    fill_table(x, surface->width, hw_surface_x, layout, &extent);
    fill_table(y, surface->height, hw_surface_y, layout, &extent);
    for (uint32_t i = 0; i < surface->depth; i++)
        z[i] = note(&extent, hw_surface_slice(layout, first + i));
    /* Tiles are powers of two: every bit below the highest one that coordinates share is `lo`. */
    for (unsigned shift = 1; shift < 32; shift *= 2)
        extent.low |= extent.low >> shift;
    surface->x = x;
    surface->y = y;
    surface->z = z;
    surface->low = extent.low;
    surface->linear = !extent.low;
    surface->row = layout->pitch * layout->bpe;
    surface->slice = (uint32_t)layout->slice_bytes;
    surface->quads = find_quads(surface, layout);
    return !(extent.high & extent.low) && layout->slice_bytes * slices <= 1ull << 32;
}

void sim_surface_misplace(struct sim_surface *surface, uint32_t texel_bytes)
{
    for (uint32_t i = 0; i < surface->width; i++)
        surface->tables[i] = (i ^ 32u) * texel_bytes;
    surface->linear = false;
    surface->quads = 0;
}

void sim_surface_finish(struct sim_surface *surface)
{
    free(surface->tables);
    surface->tables = NULL;
}
