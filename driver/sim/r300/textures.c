/* SPDX-License-Identifier: MIT */
/* textures.c: texture units: where each level lies, and how it is looked up. Levels follow each
 * other; from the second on, rows and columns are as many as a whole tile, and a power of two (Mesa
 * r300_texture_desc.c). */
#include "driver/sim/r300/textures.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/hw/formats.h"
#include "driver/hw/isa.h"
#include "driver/sim/raster/blocks.h"

enum { Y4X4 = 2, Z3Y3X2 = 5, W4Z4Y4X4 = 0xA, Y8X24 = 0x20 | 6 };
enum { GAMMA = 1 << 21, YUV = 1 << 22, BLUE_FIRST = 1 << 21, SELECT_MOST = HW_SEL_1 };
static const uint8_t select_shifts[4] = {12, 15, 18, 9}; /* red, green, blue, alpha in TX_FORMAT1 */

static bool fail(struct r300_reading *t, const char *what, uint32_t value)
{
    return r300_fail(t->r, "texture unit %u: %s 0x%x is not supported", t->unit, what, value);
}

/* Texels of a byte with several channels, the first one in the lowest bits. */
static bool read_byte(struct sim_texel_format *format, unsigned number)
{
    static const uint8_t bits[][3] = {[Y4X4] = {4, 4}, [Z3Y3X2] = {2, 3, 3}};
    uint8_t shift = 0;

    if (number >= sizeof(bits) / sizeof(bits[0]) || !bits[number][0])
        return false;
    *format = (struct sim_texel_format){.bytes = 1, .dwords = 1};
    for (unsigned c = 0; c < 3 && bits[number][c]; c++) {
        format->channel[c] = (struct sim_channel){SIM_CHANNEL_UNORM, 0, shift, bits[number][c]};
        shift += bits[number][c];
    }
    return true;
}

static unsigned signs(const struct r300_reading *t)
{
    return draw_bits(t->format1, 5, 4);
}

/* Channels of a layout, each with a sign or without. */
static bool read_layout(struct r300_reading *t, unsigned layout)
{
    struct sim_texel_format with_signs;

    if (!layout || !sim_texel_format_read(&t->format, layout, HW_NUM_FORMAT_NORM, false) ||
        !sim_texel_format_read(&with_signs, layout, HW_NUM_FORMAT_NORM, true))
        return false;
    for (unsigned c = 0; c < 4; c++)
        if (signs(t) >> c & 1u) {
            t->format.channel[c] = with_signs.channel[c];
            t->format.kind = with_signs.kind;
        }
    return true;
}

/* Colours are converted; a channel that only alpha selects is not, as it lies beside luminances. */
static void convert_srgb(struct r300_reading *t)
{
    const struct sim_texel_format before = t->format;
    const unsigned alpha = draw_bits(t->format1, select_shifts[3], 3);

    sim_texel_format_degamma(&t->format);
    for (unsigned c = 0; c < 3; c++)
        if (draw_bits(t->format1, select_shifts[c], 3) == alpha)
            return;
    if (alpha <= HW_SEL_W)
        t->format.channel[alpha] = before.channel[alpha];
}

static bool read_format(struct r300_reading *t)
{
    const unsigned number = draw_bits(t->format1, 0, 5) | draw_bits(t->format2, 14, 1) << 5;
    const struct hw_r500_format *known = number < 32 ? hw_r500_format_of_texture(number) : NULL;
    const unsigned layout = number == W4Z4Y4X4 ? (unsigned)HW_FMT_4_4_4_4
                            : known            ? known->layout
                                               : 0u;

    if (number == Y8X24) { /* depths, of the upper 24 bits */
        t->format = (struct sim_texel_format){.bytes = 4, .dwords = 1};
        t->format.channel[0] = (struct sim_channel){SIM_CHANNEL_UNORM, 0, 8, 24};
        return true;
    }
    t->block = r300_block(number);
    t->texture->decoded = t->block;
    if (t->block && !(t->format1 & YUV))
        return sim_texel_format_read(&t->format, HW_FMT_32_32_32_32_FLOAT, HW_NUM_FORMAT_NORM,
                                     false);
    if (t->format1 & YUV || (!read_byte(&t->format, number) && !read_layout(t, layout)))
        return fail(t, "TX_FORMAT1", t->format1);
    if (t->format1 & GAMMA)
        convert_srgb(t);
    return true;
}

/* The border has the texel's own channels where these fit into 32 bits, else bytes. Of compressed
 * colours it is blue first (Mesa r300_get_border_color), whatever their channels are. */
static bool read_border(struct r300_reading *t)
{
    const struct sim_texel_format *f = &t->format;
    uint32_t raw[4][SIM_LANES] __attribute__((aligned(64))) = {{0}};
    sim_vector room[4];
    uint32_t *channel[4];
    struct sim_texel_format format = *f;
    const bool pair = f->channel[0].bits == 16 && f->bytes <= 4;

    raw[0][0] = r300_reg_at(t->r, HW_R500_R_TX_BORDER_COLOR, t->unit);
    if (pair || (f->channel[0].bits == 8 && f->bytes <= 4)) {
        const unsigned bits = pair ? 16 : 8;
        for (unsigned c = 0; c < 4; c++)
            format.channel[c].shift = (uint8_t)(pair ? c % 2 * bits : c * bits);
    } else if (f->bytes > 4 && !sim_texel_format_read(&format, HW_FMT_8_8_8_8, HW_NUM_FORMAT_NORM,
                                                      signs(t) && t->block != DRAW_BC4))
        return fail(t, "TX_FORMAT1", t->format1);
    sim_texel_decode(t->r->dispatcher->lanes->memory, &format, 0xf, raw, room, channel, 16);
    const bool turned =
        t->block && t->block <= DRAW_BC3 && !(t->filter1 & BLUE_FIRST); /* red comes first */
    for (unsigned c = 0; c < 4; c++)
        memcpy(&t->texture->border[c], channel[turned && c != 3 ? 2 - c : c], sizeof(float));
    return true;
}

/* Mesa adds a 32nd to each bias (r300_create_sampler_state), without which no level would be whole:
 * levels of the card are taken to be that much less. */
static bool read_filters(struct r300_reading *t)
{
    struct r300_texture *texture = t->texture;
    const unsigned mag = draw_bits(t->filter0, 9, 2), min = draw_bits(t->filter0, 11, 2);
    const unsigned mip = draw_bits(t->filter0, 13, 2);
    const int32_t bias = (int32_t)draw_bits(t->filter1, 3, 10);

    for (unsigned c = 0; c < 3; c++)
        texture->clamp[c] = (uint8_t)draw_bits(t->filter0, 3 * c, 3);
    texture->linear_mag = mag >= 2; /* a filter along a line of texels is a linear one here */
    texture->linear_min = min >= 2;
    texture->mips = mip;
    texture->linear_mips = mip == 2;
    texture->bias = (float)((bias & 0x200 ? bias - 0x400 : bias) - 1) / 32.0f;
    texture->first = draw_bits(t->filter0, 17, 4);
    texture->levels = draw_bits(t->format0, 26, 4) + 1;
    if (!mag || !min || mip == 3 || t->filter1 & 3u)
        return fail(t, "TX_FILTER0", t->filter0);
    if (texture->levels > R300_LEVELS)
        return fail(t, "TX_FORMAT0", t->format0);
    if (texture->first >= texture->levels)
        texture->first = texture->levels - 1;
    for (unsigned c = 0; c < 4; c++) {
        texture->select[c] = (uint8_t)draw_bits(t->format1, select_shifts[c], 3);
        if (texture->select[c] > SELECT_MOST)
            return fail(t, "TX_FORMAT1", t->format1);
    }
    return true;
}

uint32_t r300_power_of_two(uint32_t size)
{
    uint32_t power = 1;
    while (power < size)
        power *= 2;
    return power;
}

static uint32_t aligned(uint32_t value, uint32_t to)
{
    return (value + to - 1) / to * to;
}

/* Bytes of a level that begins at an address, whose tables are made. */
static bool place_level(struct r300_reading *t, unsigned number, uint64_t at, uint64_t *bytes)
{
    struct r300_level *level = &t->texture->level[number];
    struct sim_surface *s = &level->surface;
    const uint32_t width = t->width >> number ? t->width >> number : 1;
    assert(number < R300_LEVELS && !s->tables);
    const uint32_t height = t->height >> number ? t->height >> number : 1;
    struct r300_tiling tiling = {.micro = (uint8_t)draw_bits(t->offset, 3, 2)};
    uint32_t tile_width, tile_height, rows = height;
    uint64_t there = 0;

    r300_tile(t->format.bytes, true, tiling.micro, &tile_width, &tile_height);
    tiling.macro =
        draw_bits(t->offset, 2, 1) && (!number || (width >= tile_width && height >= tile_height));
    r300_tile(t->format.bytes, tiling.macro, tiling.micro, &tile_width, &tile_height);
    tiling.pitch = aligned(width, tile_width);
    if (draw_bits(t->format0, 31, 1))
        tiling.pitch = draw_bits(t->format2, 0, 14) + 1;
    if (t->texture->type != R300_2D || t->texture->levels > 1)
        rows = r300_power_of_two(height);
    rows = aligned(rows, tile_height);
    level->depth = t->texture->type == R300_3D && t->depth >> number ? t->depth >> number : 1;
    tiling.slice = (uint64_t)tiling.pitch * t->format.bytes * rows;
    s->format = t->format;
    s->width = width;
    s->height = height;
    s->depth = t->texture->type == R300_CUBE ? (uint32_t)R300_FACES : level->depth;
    *bytes = tiling.slice * s->depth;
    s->view.memory = r300_memory(t->r, (uint32_t)at, &there);
    if (!s->view.memory || *bytes > there || at > UINT32_MAX || tiling.pitch < width ||
        tiling.pitch % tile_width)
        return r300_fail(t->r,
                         "texture unit %u: level %u has %u x %u x %u texels of a pitch of %u, for "
                         "which there is no memory",
                         t->unit, number, width, height, s->depth, tiling.pitch);
    s->view.size = there;
    return r300_surface_tables(s, &tiling) || r300_fail(t->r, "out of memory");
}

static bool read_texture(struct r300 *r, struct r300_texture *texture, unsigned i)
{
    struct r300_reading t = {.r = r,
                             .unit = i,
                             .texture = texture,
                             .filter0 = r300_reg_at(r, HW_R500_R_TX_FILTER0, i),
                             .filter1 = r300_reg_at(r, HW_R500_R_TX_FILTER1, i),
                             .format0 = r300_reg_at(r, HW_R500_R_TX_FORMAT0, i),
                             .format1 = r300_reg_at(r, HW_R500_R_TX_FORMAT1, i),
                             .format2 = r300_reg_at(r, HW_R500_R_TX_FORMAT2, i),
                             .offset = r300_reg_at(r, HW_R500_R_TX_OFFSET, i)};
    uint64_t at = t.offset & ~31u;

    texture->bound = true;
    texture->type = (uint8_t)draw_bits(t.format1, 25, 2);
    t.width = (draw_bits(t.format0, 0, 11) | draw_bits(t.format2, 15, 1) << 11) + 1;
    t.height = (draw_bits(t.format0, 11, 11) | draw_bits(t.format2, 16, 1) << 11) + 1;
    t.depth = 1u << draw_bits(t.format0, 22, 4);
    if (texture->type > R300_CUBE || t.depth > HW_R500_MAX_SIZE)
        return fail(&t, "TX_FORMAT0", t.format0);
    if (draw_bits(t.offset, 0, 2) || draw_bits(t.offset, 3, 2) == 3 || !read_format(&t) ||
        (draw_bits(t.offset, 3, 2) == 2 && t.format.bytes != 2) ||
        (draw_bits(t.offset, 3, 2) && t.format.bytes > 8))
        return *r->error ? false : fail(&t, "TX_OFFSET", t.offset);
    if (!read_filters(&t) || !read_border(&t))
        return false;
    for (unsigned n = 0; n < texture->levels; n++) {
        uint64_t bytes = 0;
        if (!(t.block ? r300_decode_level : place_level)(&t, n, at, &bytes))
            return false;
        at += bytes;
    }
    return true;
}

bool r300_textures_open(struct r300 *r, struct r300_textures *textures)
{
    const uint32_t enabled = r300_reg(r, HW_R500_R_TX_ENABLE);

    *r->error = '\0';
    for (unsigned i = 0; i < HW_R500_TEXTURES; i++)
        if (enabled >> i & 1u && !read_texture(r, &textures->unit[i], i))
            return false;
    return true;
}

void r300_textures_close(struct r300_textures *textures)
{
    for (unsigned i = 0; i < HW_R500_TEXTURES; i++)
        for (unsigned n = 0; n < R300_LEVELS; n++) {
            if (textures->unit[i].decoded)
                free(textures->unit[i].level[n].surface.view.memory);
            sim_surface_finish(&textures->unit[i].level[n].surface);
        }
}
