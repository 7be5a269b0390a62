/* SPDX-License-Identifier: MIT */
/* bind.c: turns descriptors and registers into what wavefronts use. Only what the program names is
 * resolved, unless it chooses resources at run time. */
#include <stdlib.h>
#include <string.h>

#include "driver/base/fault.h"
#include "driver/hw/formats.h"
#include "driver/hw/mips.h"
#include "driver/hw/tiling.h"
#include "driver/sim/lanes/surface.h"
#include "driver/sim/launch/dispatch.h"

struct binder {
    struct sim_launch *launch;
    struct sim_dispatcher *dispatcher;
    const struct sim_stream *stream;
    const struct sim_state *state;
};

/* A view of the memory at an address of the GPU. A size that goes beyond the end of the object is
 * cut to it. */
static bool view_at(struct binder *b, uint64_t address, uint64_t size, bool check,
                    struct sim_view *view)
{
    struct sim_bo *bo = sim_stream_find(b->stream, address);
    if (!bo)
        return false;
    const uint64_t offset = address - bo->address;
    *view = (struct sim_view){.memory = bo->map + offset,
                              .bo_offset = offset,
                              .size = size < bo->size - offset ? size : bo->size - offset};
    if (!check || !b->dispatcher->config->check_memory)
        return true;
    struct sim_ranges *ranges = sim_bo_ranges(b->dispatcher->gem, bo);
    if (ranges)
        b->launch->ranges[b->launch->range_count++] = ranges;
    view->ranges = ranges;
    return true;
}

static bool bind_buffer(struct binder *b, unsigned slot, const uint32_t words[8])
{
    struct sim_buffer *buffer = &b->launch->buffers[slot];
    *buffer = (struct sim_buffer){0};
    const uint64_t address =
        words[0] + ((uint64_t)REG_GET(words[2], BUF_RESOURCE2, BASE_ADDRESS_HI) << 32);
    if (!view_at(b, address, words[1] + 1ull, true, &buffer->view))
        return sim_launch_fail(b->launch, "resource %u: there is no buffer at its address", slot);
    buffer->stride = REG_GET(words[2], BUF_RESOURCE2, STRIDE);
    buffer->elements = words[4];
    for (unsigned c = 0; c < 4; c++)
        buffer->dst_sel[c] = (uint8_t)(words[3] >> (HW_F_BUF_RESOURCE3_DST_SEL_X_LO + 3 * c) & 7u);
    /* The format matters only to fetches that ask for it: an unknown one is their error. */
    if (!sim_texel_format_read(&buffer->format, REG_GET(words[2], BUF_RESOURCE2, DATA_FORMAT),
                               REG_GET(words[2], BUF_RESOURCE2, NUM_FORMAT_ALL),
                               REG_GET(words[2], BUF_RESOURCE2, FORMAT_COMP_ALL)))
        buffer->format = (struct sim_texel_format){0};
    return true;
}

static bool bind_surface(struct binder *b, struct sim_surface *surface,
                         const struct hw_surface_layout *layout, uint64_t address, uint32_t first)
{
    if (!view_at(b, address, layout->size_bytes, false, &surface->view))
        return sim_launch_fail(b->launch, "there is no memory at a surface's address");
    if (surface->width > layout->pitch || surface->height > layout->height ||
        first + surface->depth > layout->slices * layout->samples ||
        surface->view.size < layout->size_bytes)
        return sim_launch_fail(
            b->launch, "a surface of %u x %u x %u texels does not fit its layout of %u x %u x %u",
            surface->width, surface->height, surface->depth, layout->pitch, layout->height,
            layout->slices);
    return sim_surface_tables(surface, layout, first) ||
           sim_launch_fail(b->launch, "a surface is larger than 4 GiB, or memory ran out");
}

/* Samples of a texel are layers, too. */
static bool texture_size(struct sim_texture *texture, const uint32_t words[8], uint32_t *first)
{
    struct sim_surface *s = &texture->surface;
    const bool layers = hw_dim_has_layers(texture->dim);
    const bool rows = texture->dim != HW_DIM_1D && texture->dim != HW_DIM_1D_ARRAY;
    const uint32_t last = layers ? REG_GET(words[5], TEX_RESOURCE5, LAST_ARRAY) : 0;
    *first = layers ? REG_GET(words[5], TEX_RESOURCE5, BASE_ARRAY) : 0;
    s->width = REG_GET(words[0], TEX_RESOURCE0, TEX_WIDTH) + 1;
    s->height = rows ? REG_GET(words[1], TEX_RESOURCE1, TEX_HEIGHT) + 1 : 1;
    const bool sound = last >= *first;
    const uint32_t count =
        sound && last - *first < 6 && texture->dim == HW_DIM_CUBE ? 6 : last - *first + 1;
    s->depth = texture->dim == HW_DIM_3D ? REG_GET(words[1], TEX_RESOURCE1, TEX_DEPTH) + 1
                                         : count * texture->samples;
    *first *= texture->samples;
    return sound;
}

/* Halved and rounded down, but for ROOTLE_FAULT. */
static uint32_t level_size(uint32_t size, unsigned level)
{
    const uint32_t rest = size & ((1u << level) - 1u);
    return hw_mip_size(size, level) +
           (rest && size >> level && fault_active(FAULT_mip_size_rounded_up));
}

static bool bind_level(struct binder *b, struct sim_texture *texture, unsigned level,
                       const struct hw_surface_layout *layout, uint64_t address, uint32_t first)
{
    const bool rows = texture->dim != HW_DIM_1D && texture->dim != HW_DIM_1D_ARRAY;
    const struct sim_surface *base = &texture->surface;
    struct sim_surface *s = &texture->mips[level - 1];
    s->format = base->format;
    s->width = level_size(base->width, level);
    s->height = rows ? level_size(base->height, level) : 1;
    s->depth = texture->dim == HW_DIM_3D ? level_size(base->depth, level) : base->depth;
    return bind_surface(b, s, layout, address, first);
}

static bool bind_mips(struct binder *b, struct sim_texture *texture, const uint32_t words[8],
                      const struct hw_surface_layout *base, uint32_t first)
{
    uint64_t address = (uint64_t)words[3] << 8;
    texture->mips = calloc(texture->levels - 1, sizeof(*texture->mips));
    if (!texture->mips)
        return sim_launch_fail(b->launch, "out of memory");
    for (uint32_t level = 1; level < texture->levels; level++) {
        struct hw_surface_layout layout;
        const char *why;
        if (!sim_texture_mip_layout(words, base, level, &layout, &why))
            return sim_launch_fail(b->launch, "level %u of a texture: %s", level, why);
        if (!bind_level(b, texture, level, &layout, address, first))
            return false;
        address += layout.size_bytes;
    }
    return true;
}

/* Levels of detail count from the first level of the resource, and those before it are not there.
 */
static void begin_at_level(struct sim_texture *texture, uint32_t base)
{
    if (!base)
        return;
    sim_surface_finish(&texture->surface);
    for (uint32_t level = 1; level < base; level++)
        sim_surface_finish(&texture->mips[level - 1]);
    texture->surface = texture->mips[base - 1];
    texture->levels -= base;
    memmove(texture->mips, texture->mips + base, (texture->levels - 1) * sizeof(*texture->mips));
}

static bool bind_texture(struct binder *b, unsigned slot, const uint32_t words[8])
{
    struct sim_texture *texture = &b->launch->textures[slot];
    *texture = (struct sim_texture){0};
    struct hw_surface_layout layout;
    uint32_t first;
    const char *why = "its first layer is behind its last one";
    texture->dim = (uint8_t)REG_GET(words[0], TEX_RESOURCE0, DIM);
    texture->samples = sim_texture_samples(words);
    texture->levels = texture->samples > 1 ? 1 : REG_GET(words[5], TEX_RESOURCE5, LAST_LEVEL) + 1;
    const uint32_t base = REG_GET(words[4], TEX_RESOURCE4, BASE_LEVEL);
    bool sound = texture_size(texture, words, &first) &&
                 sim_texture_layout(words, b->launch->chip, true, &layout, &why);
    if (sound && (base >= texture->levels || REG_GET(words[6], TEX_RESOURCE6, MIN_LOD))) {
        why = "its first level is behind its last one, or no whole number";
        sound = false;
    }
    if (sound && !sim_texel_format_read(&texture->surface.format,
                                        REG_GET(words[7], TEX_RESOURCE7, DATA_FORMAT),
                                        REG_GET(words[4], TEX_RESOURCE4, NUM_FORMAT_ALL),
                                        REG_GET(words[4], TEX_RESOURCE4, FORMAT_COMP_X) & 1u)) {
        why = "its format is not supported";
        sound = false;
    }
    if (!sound)
        return sim_launch_fail(b->launch, "texture resource %u: %s", slot, why);
    if (REG_GET(words[4], TEX_RESOURCE4, FORCE_DEGAMMA))
        sim_texel_format_degamma(&texture->surface.format);
    texture->one = texture->surface.format.integer ? 1 : 0x3f800000u;
    for (unsigned c = 0; c < 4; c++)
        texture->dst_sel[c] = (uint8_t)(words[4] >> (HW_F_TEX_RESOURCE4_DST_SEL_X_LO + 3 * c) & 7u);
    if (!bind_surface(b, &texture->surface, &layout, (uint64_t)words[2] << 8, first) ||
        (texture->levels > 1 && !bind_mips(b, texture, words, &layout, first)))
        return false;
    begin_at_level(texture, base);
    return true;
}

static bool bind_resource(struct binder *b, unsigned slot)
{
    const uint32_t *words = b->state->resource[slot];
    uint8_t *type = &b->launch->resource_type[slot];
    if (*type)
        return true;
    *type = (uint8_t)REG_GET(words[7], TEX_RESOURCE7, TYPE);
    switch (*type) {
    case HW_TYPE_BUFFER:
        return bind_buffer(b, slot, words);
    case HW_TYPE_TEXTURE:
        return bind_texture(b, slot, words);
    default:
        *type = 0;
        return true; /* an error only if it is fetched from */
    }
}

/* Levels have 4 bits and 8 fractional ones; the bias has a sign, too. */
static void bind_lods(struct sim_sampler *sampler, const uint32_t words[3])
{
    const uint32_t bias = REG_GET(words[2], SAMPLER2, LOD_BIAS);
    sampler->mip_filter = (uint8_t)REG_GET(words[0], SAMPLER0, MIP_FILTER);
    sampler->lod_min = (float)REG_GET(words[1], SAMPLER1, MIN_LOD) / 256.0f;
    sampler->lod_max = (float)REG_GET(words[1], SAMPLER1, MAX_LOD) / 256.0f;
    sampler->lod_bias = (float)((int32_t)(bias << 18) >> 18) / 256.0f;
    if (fault_active(FAULT_lod_rounded_down) && sampler->mip_filter == SIM_MIP_NEAREST)
        sampler->lod_bias -= 0.49f;
}

static void bind_sampler(struct binder *b, unsigned slot)
{
    const uint32_t *words = b->state->sampler[HW_CS_SAMPLER_BASE + slot];
    struct sim_sampler *sampler = &b->launch->samplers[slot];
    const unsigned z = REG_GET(words[0], SAMPLER0, Z_FILTER);
    const bool linear = REG_GET(words[0], SAMPLER0, XY_MAG_FILTER) & 1u;
    sampler->bound = REG_GET(words[2], SAMPLER2, TYPE);
    sampler->clamp[0] = (uint8_t)REG_GET(words[0], SAMPLER0, CLAMP_X);
    sampler->clamp[1] = (uint8_t)REG_GET(words[0], SAMPLER0, CLAMP_Y);
    sampler->clamp[2] = (uint8_t)REG_GET(words[0], SAMPLER0, CLAMP_Z);
    sampler->cube_wrap = !REG_GET(words[2], SAMPLER2, DISABLE_CUBE_WRAP);
    sampler->linear[0] = sampler->linear[1] = linear;
    sampler->linear[2] = z ? z == 2 : linear; /* Z_FILTER 0 means: as in x and y */
    bind_lods(sampler, words);
    sampler->border_type = (uint8_t)REG_GET(words[0], SAMPLER0, BORDER_COLOR_TYPE);
    memcpy(sampler->border, b->state->border[slot], sizeof(sampler->border));
}

/* Samplers only where something may sample. */
static bool bind_fetches(struct binder *b)
{
    const struct sim_program *program = b->launch->program;
    bool samples = false;
    for (unsigned slot = 0; program->dynamic_resources && slot < HW_CS_RESOURCES; slot++)
        if (!bind_resource(b, slot))
            return false;
    for (uint32_t i = 0; i < program->fetch_count; i++) {
        const struct sim_fetch *fetch = &program->fetches[i];
        samples |= fetch->kind != SIM_FETCH_BUFFER;
        if (fetch->kind != SIM_FETCH_SCRATCH && fetch->kind != SIM_FETCH_GDS &&
            fetch->resource < HW_CS_RESOURCES && !bind_resource(b, fetch->resource))
            return false;
    }
    for (unsigned slot = 0; samples && slot < HW_CS_SAMPLERS; slot++)
        bind_sampler(b, slot);
    return true;
}

const uint8_t sim_color_swaps[4][4][4] = {
    [0] = {{0}, {1}, {2}, {3}},
    [1] = {{0, 1}, {0, 3}, {1, 0}, {3, 0}},
    [2] = {{0, 1, 2}, {0, 1, 3}, {2, 1, 0}, {3, 1, 0}},
    [3] = {{0, 1, 2, 3}, {2, 1, 0, 3}, {3, 2, 1, 0}, {3, 0, 1, 2}},
};

static void bind_rat_format(struct sim_rat *rat, uint32_t info)
{
    rat->format = (uint8_t)REG_GET(info, CB_COLOR_INFO, FORMAT);
    const struct hw_format_info *format = hw_format_find(rat->format);
    /* Buffers are stored to raw; an unknown format is an error of typed stores. */
    if (!sim_texel_format_write(&rat->surface.format, rat->format,
                                REG_GET(info, CB_COLOR_INFO, NUMBER_TYPE)))
        rat->surface.format = (struct sim_texel_format){0};
    else
        memcpy(rat->source,
               sim_color_swaps[format->channels - 1][REG_GET(info, CB_COLOR_INFO, COMP_SWAP)], 4);
}

static bool bind_rat_buffer(struct binder *b, unsigned n, struct sim_rat *rat, uint64_t address)
{
    const uint32_t dim = sim_state_color(b->state, n, HW_R_CB_COLOR_DIM);
    const uint32_t bytes = rat->surface.format.bytes ? rat->surface.format.bytes : 4;
    rat->elements = dim == UINT32_MAX ? dim : dim + 1;
    const uint64_t dwords = (dim + 1ull) * bytes / 4;
    rat->dwords = dwords < UINT32_MAX ? (uint32_t)dwords : UINT32_MAX;
    return view_at(b, address, (dim + 1ull) * bytes, true, &rat->view) ||
           sim_launch_fail(b->launch, "RAT %u: there is no buffer at its address", n);
}

static bool bind_rat(struct binder *b, unsigned n)
{
    struct sim_rat *rat = &b->launch->rats[n];
    struct hw_surface_layout layout;
    const char *why;
    const uint32_t info = sim_state_color(b->state, n, HW_R_CB_COLOR_INFO);
    const uint32_t dim = sim_state_color(b->state, n, HW_R_CB_COLOR_DIM);
    const uint32_t view = sim_state_color(b->state, n, HW_R_CB_COLOR_VIEW);
    const uint64_t address = (uint64_t)sim_state_color(b->state, n, HW_R_CB_COLOR_BASE) << 8;
    const uint64_t immediate = (uint64_t)sim_context(b->state, HW_R_ELEMENT(CB_IMMED_BASE, n)) << 8;
    rat->bound = true;
    rat->type = (uint8_t)REG_GET(info, CB_COLOR_INFO, RESOURCE_TYPE);
    bind_rat_format(rat, info);
    if (immediate)
        view_at(b, immediate, UINT64_MAX, false, &rat->immediate);
    if (rat->type == HW_RAT_BUFFER)
        return bind_rat_buffer(b, n, rat, address);
    if (!sim_color_layout(b->state, b->launch->chip, n, 1, &layout, &why))
        return sim_launch_fail(b->launch, "RAT %u: %s", n, why);
    const uint32_t first = REG_GET(view, CB_COLOR_VIEW, SLICE_START);
    const uint32_t last = REG_GET(view, CB_COLOR_VIEW, SLICE_MAX);
    rat->surface.width = REG_GET(dim, CB_COLOR_DIM, WIDTH_MAX) + 1;
    rat->surface.height = REG_GET(dim, CB_COLOR_DIM, HEIGHT_MAX) + 1;
    if (rat->type == HW_RAT_1D || rat->type == HW_RAT_1D_ARRAY)
        rat->surface.height = 1;
    rat->surface.depth = last >= first ? last - first + 1 : 1;
    if (!bind_surface(b, &rat->surface, &layout, address, first))
        return false;
    if (rat->type == HW_RAT_2D && layout.mode == HW_ARRAY_LINEAR_ALIGNED &&
        !b->dispatcher->config->linear_rats)
        sim_surface_misplace(&rat->surface, layout.bpe);
    return true;
}

static bool bind_rats(struct binder *b)
{
    for (unsigned n = 0; b->launch->program->store_count && n < HW_RATS; n++)
        if (sim_state_color_bound(b->state, n) && !bind_rat(b, n))
            return false;
    return true;
}

/* A constant buffer. False when there is no memory at its address. */
static bool view_consts(struct binder *b, unsigned bank, struct sim_view *view)
{
    const uint64_t address =
        (uint64_t)sim_context(b->state, HW_R_ELEMENT(SQ_ALU_CONST_CACHE_LS, bank)) << 8;
    const uint64_t size =
        (uint64_t)sim_context(b->state, HW_R_ELEMENT(SQ_ALU_CONST_BUFFER_SIZE_LS, bank)) * 256;
    return view_at(b, address, size, false, view);
}

static bool read_const(struct binder *b, const struct sim_const *wanted, uint32_t *value)
{
    struct sim_view view;
    const uint64_t offset = wanted->index * 16ull + wanted->channel * 4ull;
    if (!wanted->index_mode && !view_consts(b, wanted->bank, &view))
        return sim_launch_fail(
            b->launch, "the program reads constant buffer %u, which is not bound", wanted->bank);
    if (wanted->index_mode || (offset + 4 > view.size && !b->launch->strict)) {
        *value = 0;
        return true;
    }
    if (offset + 4 > view.size)
        return sim_launch_fail(
            b->launch, "the program reads dword %llu of constant buffer %u, which has %llu",
            (unsigned long long)offset / 4, wanted->bank, (unsigned long long)view.size / 4);
    memcpy(value, view.memory + offset, sizeof(*value));
    return true;
}

void sim_launch_free_consts(struct sim_launch *launch)
{
    if (launch->consts)
        free(launch->consts - launch->const_room);
    launch->consts = NULL;
}

static bool reserve_consts(struct sim_launch *launch, uint32_t count)
{
    if (launch->consts && launch->const_room >= count)
        return true; /* of the launch before */
    sim_launch_free_consts(launch);
    launch->const_room = (count + SIM_LANES) / SIM_LANES * SIM_LANES;
    const size_t dwords = launch->const_room * (1ull + SIM_LANES);
    uint32_t *memory = aligned_alloc(SIM_VECTOR_ALIGN, dwords * sizeof(*memory));
    if (!memory)
        return sim_launch_fail(launch, "out of memory");
    launch->consts = memory + launch->const_room;
    return true;
}

static bool bind_consts(struct binder *b)
{
    const struct sim_program *program = b->launch->program;
    if (!reserve_consts(b->launch, program->const_count))
        return false;
    uint32_t *consts = b->launch->consts;
    for (uint32_t i = 0; i < program->const_count; i++) {
        uint32_t value = 0;
        if (!read_const(b, &program->consts[i], &value))
            return false;
        *(consts - 1 - i) = value; /* see launch.h */
        b->launch->lanes->alu->fill(consts + (size_t)i * SIM_LANES, value, SIM_LANES);
    }
    return true;
}

static void bind_scratch(struct binder *b)
{
    const uint64_t address = (uint64_t)sim_config(b->state, HW_R_SQ_LSTMP_RING_BASE) << 8;
    const uint64_t size = (uint64_t)sim_config(b->state, HW_R_SQ_LSTMP_RING_SIZE) << 8;
    b->launch->scratch_dwords = sim_context(b->state, HW_R_SQ_LSTMP_RING_ITEMSIZE);
    if (size)
        view_at(b, address, size, false, &b->launch->scratch);
}

bool sim_launch_bind(struct sim_launch *launch, struct sim_dispatcher *dispatcher,
                     const struct sim_stream *stream, const struct sim_state *state)
{
    struct binder b = {launch, dispatcher, stream, state};
    memcpy(launch->loop_const, state->loop_const + HW_CS_LOOP_CONST, sizeof(launch->loop_const));
    bind_scratch(&b);
    if (!view_consts(&b, 0, &launch->inputs))
        launch->inputs = (struct sim_view){0};
    return bind_consts(&b) && bind_fetches(&b) && bind_rats(&b);
}

static void unbind_texture(struct sim_texture *texture)
{
    sim_surface_finish(&texture->surface);
    for (uint32_t i = 0; texture->mips && i + 1 < texture->levels; i++)
        sim_surface_finish(&texture->mips[i]);
    free(texture->mips);
}

void sim_launch_unbind(struct sim_launch *launch)
{
    for (unsigned i = 0; i < launch->range_count; i++)
        sim_ranges_unreference(launch->ranges[i]);
    const uint8_t *first = launch->resource_type, *end = first + HW_CS_RESOURCES, *type = first;
    for (; (type = memchr(type, HW_TYPE_TEXTURE, (size_t)(end - type))); type++)
        unbind_texture(&launch->textures[type - first]);
    for (unsigned i = 0; i < HW_RATS; i++)
        if (launch->rats[i].bound)
            sim_surface_finish(&launch->rats[i].surface);
}
