/* SPDX-License-Identifier: MIT */
/* blocks.h: compressed textures: blocks of 4 x 4 texels. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* S3TC's DXT1, DXT3 and DXT5; RGTC's one channel, and two; BPTC's floats, and its colours. */
enum draw_block { DRAW_BC1 = 1, DRAW_BC2, DRAW_BC3, DRAW_BC4, DRAW_BC5, DRAW_BC6, DRAW_BC7 };

static inline unsigned draw_block_bytes(enum draw_block kind)
{
    return kind == DRAW_BC1 || kind == DRAW_BC4 ? 8 : 16;
}

/* Values of a block's texels, row by row. */
void draw_block_decode(enum draw_block kind, bool is_signed, const uint8_t *block,
                       float texel[16][4]);
/* Colours that are on the curve of sRGB become linear. */
void draw_block_from_srgb(float texel[16][4]);
