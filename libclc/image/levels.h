/* SPDX-License-Identifier: MIT */
/* levels.h: where a texel of a level of a mipmapped image is in the surface of all levels as
 * one. That surface is 1D-tiled; levels are 1D-tiled or 2D-tiled, which both put tiles of 8 x 8
 * texels of the same order behind each other, but for large texels of 2D-tiled levels, whose tiles
 * are in parts of 256 bytes. */
#pragma once

#include "image/image.h"

#define LEVELS_INLINE static inline __attribute__((always_inline))
#define LEVELS_FIELD(levels, field)                                                                \
    ((levels) >> ABI_LEVELS_##field##_SHIFT & ABI_LEVELS_##field##_MASK)

/* Texels of memory at a level: from level 1 on sizes are rounded up to powers of two
 * (driver/hw/mips.h). */
LEVELS_INLINE uint __rootle_power_from(uint value)
{
    return value > 1 ? 1u << (32 - clz(value - 1)) : value;
}
LEVELS_INLINE uint __rootle_padded(uint size, uint level)
{
    return level ? __rootle_power_from(max(size >> level, 1u)) : size;
}

struct __rootle_level {
    uint pitch, rows, slices; /* tiles of 8 x 8 texels; slices one each */
    bool macro;               /* 2D-tiled, of macro tiles of these logarithms of tiles */
    uint macro_width, macro_height;
};

LEVELS_INLINE uint __rootle_tiles(uint texels, uint log_alignment)
{
    return (((texels + 7) >> 3) + (1u << log_alignment) - 1) >> log_alignment << log_alignment;
}

LEVELS_INLINE struct __rootle_level __rootle_level_of(uint3 size, bool volume, uint levels,
                                                      uint number)
{
    struct __rootle_level level = {.macro = number < LEVELS_FIELD(levels, MACRO)};
    level.macro_width = LEVELS_FIELD(levels, PIPES) + LEVELS_FIELD(levels, ASPECT);
    level.macro_height =
        LEVELS_FIELD(levels, HEIGHT) + LEVELS_FIELD(levels, BANKS) - LEVELS_FIELD(levels, ASPECT);
    level.pitch = __rootle_tiles(__rootle_padded(size.x, number),
                                 level.macro ? level.macro_width : LEVELS_FIELD(levels, ALIGN));
    level.rows =
        __rootle_tiles(__rootle_padded(size.y, number), level.macro ? level.macro_height : 0);
    level.slices = volume   ? __rootle_padded(size.z, number)
                   : number ? __rootle_power_from(size.z)
                            : size.z;
    return level;
}

/* The lowest bits of a number, the last first. */
LEVELS_INLINE uint __rootle_reversed(uint value, uint bits)
{
    return __builtin_bitreverse32(value) >> (32 - bits);
}

LEVELS_INLINE uint __rootle_low(uint value, uint bits)
{
    return value & ((1u << bits) - 1);
}

/* Computes the pipe and bank of a tile, the bits above the low 8 of an address. These are the
 * equations of docs/hardware.md, as each bit of x meets the mirrored bit of y in them. */
LEVELS_INLINE uint __rootle_channel(uint levels, uint tile_x, uint tile_y, uint z)
{
    const uint pipes = LEVELS_FIELD(levels, PIPES), banks = LEVELS_FIELD(levels, BANKS);
    const uint column = tile_x >> pipes, row = tile_y >> LEVELS_FIELD(levels, HEIGHT);
    const uint in_pipes =
        tile_y ^ __rootle_reversed(tile_x, pipes) ^ (pipes > 2 ? tile_x >> 1 & 2 : 0);
    const uint in_banks = column ^ __rootle_reversed(row, banks) ^
                          (banks > 2 ? row >> (banks - 2) & 2 : 0) ^ ((1u << (banks - 1)) - 1) * z;
    return __rootle_low(in_banks, banks) << pipes | __rootle_low(in_pipes, pipes);
}

/* A tile of all levels, and a texel in it. */
struct __rootle_texel {
    uint tile, x, y;
};

/* Bits of a texel's number in its tile that are beyond 256 bytes: none, one or two. */
LEVELS_INLINE uint __rootle_part(uint levels, uint high, uint x, uint y)
{
    if (high < 2)
        return high ? y >> 2 & 1 : 0;
    return levels & ABI_LEVELS_NON_DISPLAYABLE ? (y >> 1 & 2) | (x >> 2 & 1) : y >> 1 & 3;
}

/* The texel that has these bits in place of its own. */
LEVELS_INLINE struct __rootle_texel __rootle_with_part(struct __rootle_texel texel, uint levels,
                                                       uint high, uint part)
{
    const bool across = levels & ABI_LEVELS_NON_DISPLAYABLE;
    if (high == 1)
        texel.y = (texel.y & 3) | part << 2;
    if (high == 2 && !across)
        texel.y = (texel.y & 1) | part << 1;
    if (high == 2 && across) {
        texel.x = (texel.x & 3) | (part & 1) << 2;
        texel.y = (texel.y & 3) | (part & 2) << 1;
    }
    return texel;
}

/* In a 2D-tiled level: pipe and bank go between the 256 bytes that tiles of a bank have next to
 * each other and what numbers those. */
LEVELS_INLINE struct __rootle_texel __rootle_macro_texel(struct __rootle_level level, uint levels,
                                                         uint x, uint y, uint z)
{
    const uint bytes = LEVELS_FIELD(levels, TEXEL), height = LEVELS_FIELD(levels, HEIGHT);
    const uint low = bytes < 2 ? 2 - bytes : 0, high = bytes > 2 ? bytes - 2 : 0;
    const uint channels = LEVELS_FIELD(levels, PIPES) + LEVELS_FIELD(levels, BANKS);
    const uint tile_x = x >> 3, tile_y = y >> 3;
    const uint row = z * (level.rows >> level.macro_height) + (tile_y >> level.macro_height);
    const uint macro = row * (level.pitch >> level.macro_width) + (tile_x >> level.macro_width);
    const uint in_bank = (macro << height | __rootle_low(tile_y, height)) << high |
                         __rootle_part(levels, high, x, y);
    const uint place = ((in_bank >> low) << channels | __rootle_channel(levels, tile_x, tile_y, z))
                           << low |
                       __rootle_low(in_bank, low);
    const struct __rootle_texel texel = {place >> high, x & 7, y & 7};
    return __rootle_with_part(texel, levels, high, __rootle_low(place, high));
}

LEVELS_INLINE struct __rootle_texel __rootle_level_texel(struct __rootle_level level, uint levels,
                                                         uint x, uint y, uint z)
{
    if (level.macro)
        return __rootle_macro_texel(level, levels, x, y, z);
    return (struct __rootle_texel){(z * level.rows + (y >> 3)) * level.pitch + (x >> 3), x & 7,
                                   y & 7};
}

/* All levels are one surface of tiles, in rows of a power of two of them and layers of rows: where
 * a texel of a level is there. Writes outside of the level go nowhere. */
LEVELS_INLINE int4 __rootle_level_place(int4 coord, uint lod, uint3 size, bool volume, uint levels)
{
    const uint x = coord.x, y = coord.y, z = coord.z;
    const uint row = LEVELS_FIELD(levels, ROW), layer = LEVELS_FIELD(levels, LAYER);
    const uint last = min(lod, (levels & ABI_LEVELS_COUNT_MASK) - 1);
    uint before = 0;
    if (!row) /* an image of one level is a surface as any other */
        return lod ? -1 : coord;
    for (uint i = 0; i < last; i++) {
        const struct __rootle_level level = __rootle_level_of(size, volume, levels, i);
        before += level.pitch * level.rows * level.slices;
    }
    const struct __rootle_texel texel =
        __rootle_level_texel(__rootle_level_of(size, volume, levels, last), levels, x, y, z);
    const uint tile = before + texel.tile, depth = volume ? max(size.z >> last, 1u) : size.z;
    if (lod > last || x >= max(size.x >> last, 1u) || y >= max(size.y >> last, 1u) || z >= depth)
        return -1;
    return (int4)(__rootle_low(tile, row) << 3 | texel.x,
                  __rootle_low(tile >> row, layer) << 3 | texel.y, tile >> row >> layer, 0);
}
