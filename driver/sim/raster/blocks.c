/* SPDX-License-Identifier: MIT */
/* blocks.c: what blocks of compressed textures stand for (EXT_texture_compression_s3tc; OpenGL 4.6,
 * appendix D). */
#include "driver/sim/raster/blocks.h"

#include <string.h>

#include "driver/sim/raster/bptc.h"
#include "driver/sim/raster/targets.h"

static void expand_565(unsigned color, float rgb[3])
{
    rgb[0] = (float)(color >> 11) / 31.0f;
    rgb[1] = (float)(color >> 5 & 63u) / 63.0f;
    rgb[2] = (float)(color & 31u) / 31.0f;
}

/* Two colours and what lies between them; or, where the first is not the larger number and the
 * format has it, one in the middle, and black without alpha. */
static void decode_colors(const uint8_t *block, bool may_be_three, float texel[16][4])
{
    const unsigned first = block[0] | block[1] << 8u, second = block[2] | block[3] << 8u;
    const bool three = may_be_three && first <= second;
    float color[4][4] = {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, three ? 0 : 1}};
    expand_565(first, color[0]);
    expand_565(second, color[1]);
    for (unsigned c = 0; c < 3; c++) {
        const float a = color[0][c], b = color[1][c];
        color[2][c] = three ? (a + b) / 2 : (2 * a + b) / 3;
        color[3][c] = three ? 0 : (a + 2 * b) / 3;
    }
    for (unsigned i = 0; i < 16; i++)
        memcpy(texel[i], color[block[4 + i / 4] >> i % 4 * 2 & 3u], sizeof(color[0]));
}

static float end_value(uint8_t byte, bool is_signed)
{
    const int value = is_signed ? (int8_t)byte : byte;
    return is_signed ? (float)(value < -127 ? -127 : value) / 127.0f : (float)value / 255.0f;
}

/* Two values and six between them; or four, and the least and the most. */
static void decode_channel(const uint8_t *block, bool is_signed, unsigned c, float texel[16][4])
{
    const float a = end_value(block[0], is_signed), b = end_value(block[1], is_signed);
    const bool six = is_signed ? (int8_t)block[0] > (int8_t)block[1] : block[0] > block[1];
    const unsigned steps = six ? 7 : 5;
    float value[8] = {a, b, 0, 0, 0, 0, is_signed ? -1.0f : 0.0f, 1};
    uint64_t codes = 0;
    for (unsigned i = 2; i <= steps; i++)
        value[i] = ((float)(steps + 1 - i) * a + (float)(i - 1) * b) / (float)steps;
    for (unsigned i = 0; i < 6; i++)
        codes |= (uint64_t)block[2 + i] << 8 * i;
    for (unsigned i = 0; i < 16; i++)
        texel[i][c] = value[codes >> 3 * i & 7u];
}

void draw_block_decode(enum draw_block kind, bool is_signed, const uint8_t *block,
                       float texel[16][4])
{
    switch (kind) {
    case DRAW_BC1:
        decode_colors(block, true, texel);
        break;
    case DRAW_BC2:
        decode_colors(block + 8, false, texel);
        for (unsigned i = 0; i < 16; i++)
            texel[i][3] = (float)(block[i / 2] >> i % 2 * 4 & 15u) / 15.0f;
        break;
    case DRAW_BC3:
        decode_colors(block + 8, false, texel);
        decode_channel(block, false, 3, texel);
        break;
    case DRAW_BC6:
        bptc_float_decode(block, is_signed, texel);
        break;
    case DRAW_BC7:
        bptc_decode(block, texel);
        break;
    default:
        for (unsigned i = 0; i < 16; i++)
            memcpy(texel[i], (const float[4]){0, 0, 0, 1}, sizeof(texel[i]));
        decode_channel(block, is_signed, 0, texel);
        if (kind == DRAW_BC5)
            decode_channel(block + 8, is_signed, 1, texel);
        break;
    }
}

void draw_block_from_srgb(float texel[16][4])
{
    for (unsigned i = 0; i < 16; i++)
        for (unsigned c = 0; c < 3; c++)
            texel[i][c] = draw_from_srgb(texel[i][c]);
}
