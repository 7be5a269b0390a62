/* SPDX-License-Identifier: MIT */
/* blocks.c: compressed textures, which a stage has as floats: all levels are decoded when its
 * program is bound. */
#include <stdlib.h>
#include <string.h>

#include "driver/hw/formats.h"
#include "driver/hw/mips.h"
#include "driver/hw/tiling.h"
#include "driver/sim/draw/stage.h"
#include "driver/sim/raster/blocks.h"

enum { TEXEL = 4 * sizeof(float), MOST_BYTES = 1 << 30 };

/* A texture in hand. */
struct blocks {
    struct draw_stage *stage;
    const uint32_t *words;
    struct sim_texture *texture;
    unsigned slot, number; /* number: HW_FMT_BC1 and on */
    uint32_t first, slices;
    unsigned begin; /* levels of detail count from this level */
    bool volume;
};

static bool fail(const struct blocks *b, const char *why)
{
    return draw_fail(b->stage->d, "compressed texture %u: %s", b->slot, why);
}

/* Puts the texels of a block that a level has into it. */
static void put(const struct sim_surface *s, uint32_t x, uint32_t y, uint32_t z, float texel[16][4])
{
    for (unsigned i = 0; i < 16; i++)
        if (x + i % 4 < s->width && y + i / 4 < s->height)
            memcpy(s->view.memory + sim_surface_offset(s, x + i % 4, y + i / 4, z), texel[i],
                   TEXEL);
}

static void decode(const struct blocks *b, const struct sim_surface *s, const uint8_t *memory,
                   const struct hw_surface_layout *layout)
{
    const bool is_signed = REG_GET(b->words[4], TEX_RESOURCE4, FORMAT_COMP_X) & 1u;
    const enum draw_block kind = b->number - HW_FMT_BC1 + DRAW_BC1;
    for (uint32_t z = 0; z < s->depth; z++)
        for (uint32_t y = 0; y < s->height; y += 4)
            for (uint32_t x = 0; x < s->width; x += 4) {
                float texel[16][4];
                draw_block_decode(kind, is_signed,
                                  memory + hw_surface_offset(layout, x / 4, y / 4, b->first + z),
                                  texel);
                if (REG_GET(b->words[4], TEX_RESOURCE4, FORCE_DEGAMMA))
                    draw_block_from_srgb(texel);
                put(s, x, y, z, texel);
            }
}

/* Room for a level's floats, in rows. */
static bool reserve(const struct blocks *b, struct sim_surface *s)
{
    struct hw_surface_layout layout = {.mode = HW_ARRAY_LINEAR_GENERAL,
                                       .bpe = TEXEL,
                                       .pitch = (s->width + 7) / 8 * 8,
                                       .height = s->height,
                                       .slices = s->depth};
    const char *why;
    if (!hw_surface_layout_finish(&layout, &why))
        return fail(b, why);
    s->view.memory = layout.size_bytes <= MOST_BYTES ? malloc(layout.size_bytes) : NULL;
    s->view.size = layout.size_bytes;
    sim_texel_format_read(&s->format, HW_FMT_32_32_32_32_FLOAT, HW_NUM_FORMAT_NORM, false);
    return (s->view.memory && sim_surface_tables(s, &layout, 0)) || fail(b, "there is no room");
}

static bool decode_level(struct blocks *b, const struct hw_surface_layout *layout, unsigned level,
                         uint64_t address)
{
    const unsigned number = level - b->begin;
    struct sim_surface *s = number ? &b->texture->mips[number - 1] : &b->texture->surface;
    const struct sim_bo *bo = sim_stream_find(b->stage->d->stream, address);
    s->width = hw_mip_size(REG_GET(b->words[0], TEX_RESOURCE0, TEX_WIDTH) + 1, level);
    s->height = hw_mip_size(REG_GET(b->words[1], TEX_RESOURCE1, TEX_HEIGHT) + 1, level);
    s->depth = b->volume ? hw_mip_size(b->slices, level) : b->slices;
    if (!bo || layout->size_bytes > bo->size - (address - bo->address) ||
        (s->width + 3) / 4 > layout->pitch || (s->height + 3) / 4 > layout->height ||
        b->first + s->depth > layout->slices)
        return fail(b, "there is no memory for a level");
    if (!reserve(b, s))
        return false;
    decode(b, s, bo->map + (address - bo->address), layout);
    return true;
}

/* A level's blocks begin at an address, which moves on. */
static bool read_level(struct blocks *b, const struct hw_surface_layout *base, unsigned level,
                       uint64_t *address)
{
    struct hw_surface_layout layout = *base;
    const char *why;
    if (level && !sim_texture_mip_layout(b->words, base, level, &layout, &why))
        return fail(b, why);
    if (level >= b->begin && !decode_level(b, &layout, level, *address))
        return false;
    *address += layout.size_bytes;
    return true;
}

static bool read_texture(struct blocks *b)
{
    const uint32_t *words = b->words;
    const unsigned dim = REG_GET(words[0], TEX_RESOURCE0, DIM);
    const uint32_t last = hw_dim_has_layers(dim) ? REG_GET(words[5], TEX_RESOURCE5, LAST_ARRAY) : 0;
    struct hw_surface_layout base;
    const char *why;
    b->volume = dim == HW_DIM_3D;
    b->first = hw_dim_has_layers(dim) ? REG_GET(words[5], TEX_RESOURCE5, BASE_ARRAY) : 0;
    b->slices = b->volume ? REG_GET(words[1], TEX_RESOURCE1, TEX_DEPTH) + 1
                : dim == HW_DIM_CUBE && last - b->first < 6 ? 6
                                                            : last - b->first + 1;
    const unsigned levels = REG_GET(words[5], TEX_RESOURCE5, LAST_LEVEL) + 1;
    b->begin = REG_GET(words[4], TEX_RESOURCE4, BASE_LEVEL);
    if (dim == HW_DIM_1D || dim == HW_DIM_1D_ARRAY || dim >= HW_DIM_2D_MSAA || last < b->first ||
        b->begin >= levels || REG_GET(words[6], TEX_RESOURCE6, MIN_LOD))
        return fail(b, "this dimension, or this first layer or level, is not supported");
    if (!sim_texture_layout(words, b->stage->d->dispatcher->config->chip, true, &base, &why))
        return fail(b, why);
    *b->texture = (struct sim_texture){
        .dim = (uint8_t)dim, .samples = 1, .one = 0x3f800000u, .levels = levels - b->begin};
    for (unsigned c = 0; c < 4; c++)
        b->texture->dst_sel[c] =
            (uint8_t)(words[4] >> (HW_F_TEX_RESOURCE4_DST_SEL_X_LO + 3 * c) & 7u);
    b->texture->mips = calloc(levels, sizeof(*b->texture->mips));
    if (!b->texture->mips)
        return fail(b, "there is no room");
    uint64_t address = (uint64_t)words[2] << 8;
    for (unsigned level = 0; level < levels; level++) {
        if (level == 1)
            address = (uint64_t)words[3] << 8;
        if (!read_level(b, &base, level, &address))
            return false;
    }
    return true;
}

static bool open_slot(struct draw_stage *stage, unsigned slot)
{
    struct sim_launch *launch = stage->group.launch;
    const uint32_t *words = slot < HW_CS_RESOURCES ? stage->d->stage.resource[slot] : NULL;
    if (!words || launch->resource_type[slot] ||
        REG_GET(words[7], TEX_RESOURCE7, TYPE) != HW_TYPE_TEXTURE)
        return true;
    struct blocks b = {.stage = stage, .words = words, .texture = &launch->textures[slot]};
    b.slot = slot;
    b.number = REG_GET(words[7], TEX_RESOURCE7, DATA_FORMAT);
    if (b.number < HW_FMT_BC1 || b.number > HW_FMT_BC7)
        return true;
    launch->textures[slot] = (struct sim_texture){0};
    launch->resource_type[slot] = HW_TYPE_TEXTURE;
    stage->blocks[slot / 64] |= 1ull << slot % 64;
    return read_texture(&b);
}

/* As resources are bound that have no blocks: all of them, where the program chooses. */
bool draw_blocks_open(struct draw_stage *stage)
{
    const struct sim_program *program = stage->group.launch->program;
    for (unsigned slot = 0; program->dynamic_resources && slot < HW_CS_RESOURCES; slot++)
        if (!open_slot(stage, slot))
            return false;
    for (uint32_t i = 0; i < program->fetch_count; i++)
        if (!open_slot(stage, program->fetches[i].resource))
            return false;
    return true;
}

void draw_blocks_close(struct draw_stage *stage)
{
    struct sim_launch *launch = stage->group.launch;
    for (unsigned slot = 0; launch && slot < HW_CS_RESOURCES; slot++) {
        struct sim_texture *texture = &launch->textures[slot];
        if (!(stage->blocks[slot / 64] >> slot % 64 & 1u))
            continue;
        free(texture->surface.view.memory);
        for (unsigned i = 0; texture->mips && i + 1 < texture->levels; i++)
            free(texture->mips[i].view.memory);
    }
}
