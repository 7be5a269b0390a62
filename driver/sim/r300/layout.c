/* SPDX-License-Identifier: MIT */
/* layout.c: where texels lie. Micro tiles have 32 bytes, macro tiles 8 x 8 of these, or 8 rows of
 * 256 bytes (Mesa r300_texture_desc.c has their sizes). How tiles lie in a macro tile no source
 * says: by rows here, as nothing but the card reads them. */
#include <assert.h>
#include <stdlib.h>

#include "driver/sim/r300/context.h"

enum { MICRO_BYTES = 32, MACRO_BYTES = 2048, MACRO_ROWS = 8, MACRO_TILES = 8 };

/* Texels of a micro tile. */
static void micro_tile(unsigned bytes, unsigned micro, uint32_t *width, uint32_t *height)
{
    if (!micro) {
        *width = MICRO_BYTES / bytes;
        *height = 1;
    } else if (micro == 2) {
        *width = *height = 4;
    } else {
        *width = bytes == 1 ? 8 : bytes == 2 ? 8 : bytes == 4 ? 4 : 2;
        *height = MICRO_BYTES / bytes / *width;
    }
}

void r300_tile(unsigned bytes, bool macro, unsigned micro, uint32_t *width, uint32_t *height)
{
    micro_tile(bytes, micro, width, height);
    if (macro) {
        *width *= MACRO_TILES;
        *height *= MACRO_TILES;
    }
}

/* The part of an offset that a column, or a row, has. Parts of both are added. */
static uint64_t column(const struct r300_tiling *t, unsigned bytes, uint32_t x)
{
    uint32_t mw, mh, width, height;

    micro_tile(bytes, t->micro, &mw, &mh);
    r300_tile(bytes, t->macro, t->micro, &width, &height);
    if (!t->macro && !t->micro)
        return (uint64_t)x * bytes;
    if (!t->macro)
        return (uint64_t)(x / mw) * MICRO_BYTES + x % mw * bytes;
    return (uint64_t)(x / width) * MACRO_BYTES + x % width / mw * MICRO_BYTES + x % mw * bytes;
}

static uint64_t row(const struct r300_tiling *t, unsigned bytes, uint32_t y)
{
    uint32_t mw, mh, width, height;

    micro_tile(bytes, t->micro, &mw, &mh);
    r300_tile(bytes, t->macro, t->micro, &width, &height);
    const uint64_t pitch = (uint64_t)t->pitch * bytes;
    if (!t->macro && !t->micro)
        return y * pitch;
    if (!t->macro)
        return y / mh * pitch * mh + y % mh * mw * bytes;
    return y / height * pitch * height + (uint64_t)(y % height / mh) * MICRO_BYTES * MACRO_TILES +
           y % mh * mw * bytes;
}

bool r300_surface_tables(struct sim_surface *surface, const struct r300_tiling *tiling)
{
    const size_t count = (size_t)surface->width + surface->height + surface->depth;
    const unsigned bytes = surface->format.bytes;
    assert(surface->width && surface->height && surface->depth && bytes);

    surface->tables = malloc(count * sizeof(uint32_t));
    if (!surface->tables)
        return false;
    uint32_t *x = surface->tables, *y = x + surface->width, *z = y + surface->height;
    for (uint32_t i = 0; i < surface->width; i++)
        x[i] = (uint32_t)column(tiling, bytes, i);
    for (uint32_t i = 0; i < surface->height; i++)
        y[i] = (uint32_t)row(tiling, bytes, i);
    for (uint32_t i = 0; i < surface->depth; i++)
        z[i] = (uint32_t)(i * tiling->slice);
    surface->x = x;
    surface->y = y;
    surface->z = z;
    surface->low = 0;
    return true;
}
