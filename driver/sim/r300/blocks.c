/* SPDX-License-Identifier: MIT */
/* blocks.c: compressed textures, whose levels are decoded when a draw begins. Rows of blocks are
 * multiples of 32 bytes (Mesa r300_texture_desc.c). */
#include <stdlib.h>
#include <string.h>

#include "driver/sim/r300/textures.h"
#include "driver/sim/raster/blocks.h"

enum { GAMMA = 1 << 21, BLUE_FIRST = 1 << 21, SIGNED = 0x1e0, TEXEL = 4 * sizeof(float) };

unsigned r300_block(unsigned number)
{
    switch (number) {
    case 0x0f:
        return DRAW_BC1;
    case 0x10:
        return DRAW_BC2;
    case 0x11:
        return DRAW_BC3;
    case 0x25:
        return DRAW_BC4;
    case 0x1f:
        return DRAW_BC5;
    default:
        return 0;
    }
}

/* Colours are on the curve of sRGB, or their channels lie as those of BGRA do. */
static void adapt(const struct r300_reading *t, float texel[16][4])
{
    const bool blue_first = t->filter1 & BLUE_FIRST && t->block <= DRAW_BC3;
    if (t->format1 & GAMMA)
        draw_block_from_srgb(texel);
    for (unsigned i = 0; blue_first && i < 16; i++) {
        const float red = texel[i][0];
        texel[i][0] = texel[i][2];
        texel[i][2] = red;
    }
}

static void decode(const struct r300_reading *t, const struct sim_surface *s, const uint8_t *memory,
                   uint32_t stride, uint64_t slice)
{
    const unsigned bytes = draw_block_bytes(t->block);
    for (uint32_t z = 0; z < s->depth; z++)
        for (uint32_t y = 0; y < s->height; y++)
            for (uint32_t x = 0; x < s->width; x += 4) {
                float texel[16][4];
                draw_block_decode(t->block, t->format1 & SIGNED,
                                  memory + z * slice + (uint64_t)(y / 4) * stride + x / 4 * bytes,
                                  texel);
                adapt(t, texel);
                for (uint32_t i = 0; i < 4 && x + i < s->width; i++)
                    memcpy(s->view.memory + sim_surface_offset(s, x + i, y, z),
                           texel[y % 4 * 4 + i], TEXEL);
            }
}

bool r300_decode_level(struct r300_reading *t, unsigned number, uint64_t at, uint64_t *bytes)
{
    struct r300_level *level = &t->texture->level[number];
    struct sim_surface *s = &level->surface;
    const unsigned block = draw_block_bytes(t->block);
    uint64_t there = 0;
    s->width = t->width >> number ? t->width >> number : 1;
    s->height = t->height >> number ? t->height >> number : 1;
    level->depth = t->texture->type == R300_3D && t->depth >> number ? t->depth >> number : 1;
    s->depth = t->texture->type == R300_CUBE ? (uint32_t)R300_FACES : level->depth;
    s->format = t->format;
    uint32_t stride = ((s->width + 3) / 4 * block + 31) / 32 * 32;
    if (draw_bits(t->format0, 31, 1))
        stride = (draw_bits(t->format2, 0, 14) + 1) / 4 * block;
    const bool padded = t->texture->type != R300_2D || t->texture->levels > 1;
    const uint32_t rows = ((padded ? r300_power_of_two(s->height) : s->height) + 3) / 4;
    const uint64_t slice = (uint64_t)stride * rows;
    const uint8_t *memory = r300_memory(t->r, (uint32_t)at, &there);
    *bytes = slice * s->depth;
    if (draw_bits(t->offset, 2, 3) || !memory || *bytes > there || at > UINT32_MAX ||
        stride < (s->width + 3) / 4 * block)
        return r300_fail(t->r, "texture unit %u: there is no memory for compressed level %u",
                         t->unit, number);
    const struct r300_tiling tiling = {.pitch = s->width,
                                       .slice = (uint64_t)s->width * s->height * TEXEL};
    s->view.size = tiling.slice * s->depth;
    s->view.memory = malloc(s->view.size);
    if (!s->view.memory || !r300_surface_tables(s, &tiling))
        return r300_fail(t->r, "out of memory");
    decode(t, s, memory, stride, slice);
    return true;
}
