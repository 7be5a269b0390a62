/* SPDX-License-Identifier: MIT */
/* block_lines.h: copies texels of a group between tiles, by lines of the host's cache, which hold
 * two rows. A part of ready.c.
 *
 * Where tiles keep lines of a few columns and rows in one piece (`pieces` in state.h), one place is
 * found for all. */
#pragma once

#include "driver/sim/recompile/block_rows.h"

/* A piece: texels of so many columns and rows, a power of two each. */
struct piece {
    uint32_t columns, rows, bytes;
};

enum { MOST_PIECE = 256, OCTET = 8 };

/* A group's texels on a surface: from where on, and how many columns and rows. */
struct area {
    const struct sim_surface *surface;
    uint32_t x, y, z, columns, rows;
};

/* Whether it begins with a line, and all of it lies inside. */
static inline bool has_lines(const struct area *a)
{
    const struct sim_surface *s = a->surface;
    return !(a->x % OCTET) & !(a->y & 1u) & (a->x < s->width) & (a->columns <= s->width - a->x) &
           (a->y < s->height) & (a->rows <= s->height - a->y) & (a->z < s->depth);
}

/* The lines of a piece, around the caches if the launch streams. */
static inline void copy_piece(uint8_t *to, const uint8_t *from, uint32_t bytes, bool streams)
{
    block line[MOST_PIECE / SIM_LINE];
    SIM_UNROLL for (unsigned i = 0; i < MOST_PIECE / SIM_LINE; i++) if (i < bytes / SIM_LINE)
        memcpy(&line[i], from + i * SIM_LINE, SIM_LINE);
    SIM_UNROLL for (unsigned i = 0; i < MOST_PIECE / SIM_LINE; i++) if (i < bytes / SIM_LINE)
    {
        if (streams)
            __builtin_nontemporal_store(line[i], (block *)(to + i * SIM_LINE));
        else
            memcpy(to + i * SIM_LINE, &line[i], SIM_LINE);
    }
}

/* Asks memory for one that will be touched soon. */
static inline void ask_piece(const uint8_t *at, uint32_t bytes)
{
    SIM_UNROLL for (unsigned i = 0; i < MOST_PIECE / SIM_LINE; i++) if (i < bytes / SIM_LINE)
        __builtin_prefetch(at + i * SIM_LINE);
}

/* A row of pieces: where its columns' parts of a place are, and those of columns further along,
 * which later groups have. Hosts do not foresee the ways of tiles. */
struct row_place {
    uint8_t *memory;
    const uint32_t *x, *ahead;
    uint32_t low;
};

static inline struct row_place place_row(const struct area *a, uint32_t row)
{
    const struct sim_surface *s = a->surface;
    const uint32_t y = s->y[a->y + row], z = s->z[a->z], low = s->low,
                   further = a->columns < 64 ? 64 : a->columns,
                   more = further + a->columns <= s->width - a->x ? further : 0;
    return (struct row_place){s->view.memory + (uint32_t)((y & ~low) + (z & ~low)), s->x + a->x,
                              s->x + a->x + more, (y ^ z) & low};
}

static inline void copy_pieces(const struct area *to, const struct area *from, struct piece piece,
                               bool streams)
{
    SIM_ROLLED for (uint32_t row = 0; row < from->rows; row += piece.rows)
    {
        const struct row_place target = place_row(to, row), source = place_row(from, row);
        SIM_ROLLED for (uint32_t x = 0; x < from->columns; x += piece.columns)
        {
            ask_piece(source.memory + (source.ahead[x] ^ source.low), piece.bytes);
            if (!streams)
                ask_piece(target.memory + (target.ahead[x] ^ target.low), piece.bytes);
            copy_piece(target.memory + (target.x[x] ^ target.low),
                       source.memory + (source.x[x] ^ source.low), piece.bytes, streams);
        }
    }
}

/* Texels of so many bytes; false: they do not lie so that lines can be copied. */
static inline bool copy_area(const struct area *to, const struct area *from, uint32_t bytes,
                             bool pieces, bool streams)
{
    const struct piece line = bytes == 4 ? (struct piece){OCTET, 2, SIM_LINE}
                                         : (struct piece){OCTET / 2, 2, 2 * SIM_LINE},
                       more = bytes == 4 ? (struct piece){OCTET, 4, 2 * SIM_LINE}
                                         : (struct piece){OCTET, 2, 4 * SIM_LINE};
    if (!has_lines(to) || !has_lines(from))
        return false;
    if (!pieces || (to->y | from->y | from->rows) & (more.rows - 1))
        copy_pieces(to, from, line, streams);
    else if (streams)
        copy_pieces(to, from, more, true);
    else
        copy_pieces(to, from, more, false);
    return true;
}
