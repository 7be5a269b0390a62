/* SPDX-License-Identifier: MIT */
/* loads.c: fetches from the pool, from constant buffer 0, from private memory and from textures. */
#include <string.h>

#include "driver/sim/check/transfer.h"

/* A fetch from a buffer. */
struct load {
    struct sim_check *check;
    struct sim_wave *wave;
    const struct sim_fetch *fetch;
    const struct sim_buffer *buffer;
    const struct sim_texel_format *format;
    const uint32_t *index;
    struct check_vector pointer; /* the index's shadow */
    struct check_vector result;  /* room for a channel */
    uint64_t low, high;          /* first and last byte of the pool, if it is that */
    bool plain;                  /* nothing is said of any of them */
};

static void clear(struct check_vector vector)
{
    memset(vector.tags, 0, SIM_LANES * sizeof(*vector.tags));
    memset(vector.undefined, 0, sizeof(sim_vector));
    memset(vector.origins, 0, sizeof(sim_vector));
    *vector.flags = 0;
}

static uint64_t offset_of(const struct load *l, unsigned lane)
{
    return (uint32_t)(l->index[lane] * l->buffer->stride + l->fetch->offset);
}

static bool is_inputs(const struct load *l)
{
    const struct sim_view *inputs = &l->wave->launch->inputs;
    return inputs->memory && l->buffer->view.memory == inputs->memory;
}

/* Where the lanes load from: the first byte of all, and the last. */
static void find_span(struct load *l)
{
    struct sim_span span;
    l->wave->launch->lanes->memory->min_max(l->index, sim_wave_mask(l->wave, l->wave->exec),
                                            l->wave->n, &span.low, &span.high);
    const uint64_t base = l->buffer->view.bo_offset + l->fetch->offset;
    l->low = base + (uint64_t)span.low * l->buffer->stride;
    l->high = base + (uint64_t)span.high * l->buffer->stride + l->format->bytes - 1;
}

static struct check_access access_of(const struct load *l, unsigned lane)
{
    return (struct check_access){.space = GUIDE_POOL,
                                 .lane = lane,
                                 .word = l->fetch->word,
                                 .address = l->buffer->view.bo_offset + offset_of(l, lane),
                                 .bytes = l->format->bytes};
}

/* Whether all lanes have the same tag, and all between the first and the last lies in its object;
 * or there is no tag. */
static bool are_inside(const struct load *l)
{
    if (!(*l->pointer.flags & CHECK_HAS_TAGS))
        return true;
    const unsigned first = (unsigned)__builtin_ctzll(l->wave->exec);
    const uint16_t tag = l->pointer.tags[first];
    for (unsigned i = 0; i < SIM_LANES; i++)
        if (l->wave->exec >> i & 1u && l->pointer.tags[i] != tag)
            return false;
    const struct check_object *object = check_object_of(l->check, tag, GUIDE_POOL);
    return !object || (l->low >= object->is.start && l->high < object->is.end &&
                       !object->is.write_only && !check_has_variables(l->check, &object->is));
}

/* Lanes that may load, by the objects that their pointers belong to. */
static uint64_t check_lanes(const struct load *l)
{
    uint64_t may = l->wave->exec;
    for (uint64_t lanes = are_inside(l) ? 0 : may; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const struct check_access access = access_of(l, lane);
        if (!check_bounds(l->check, l->wave, check_tag_at(l->pointer, lane), &access))
            may &= ~(1ull << lane);
    }
    const struct check_access load = access_of(l, 0);
    if (l->high <= UINT32_MAX)
        check_race_loads(l->check, l->wave, &load, l->index, l->buffer->stride,
                         l->buffer->view.bo_offset + l->fetch->offset, may);
    return may;
}

/* The shadow of a channel in a lane. */
static void load_channel(const struct load *l, const struct sim_channel *how, unsigned lane)
{
    const uint64_t address =
        l->buffer->view.bo_offset + offset_of(l, lane) + how->dword * 4u + how->shift / 8;
    const uint32_t bits = how->bits ? how->bits : 32, bytes = (bits + how->shift % 8 + 7) / 8;
    uint16_t tag;
    uint32_t undefined;
    check_load_shadow(&l->check->pool, address, bytes, &tag, &undefined);
    if (undefined && how->kind != SIM_CHANNEL_COPY && how->kind != SIM_CHANNEL_UINT)
        undefined = ~0u;
    l->result.tags[lane] = tag;
    l->result.undefined[lane] = undefined;
    l->result.origins[lane] = check_origin(GUIDE_POOL, address);
}

/* Shadows of a channel, or false where it has none in any lane. */
static bool load_shadows(const struct load *l, unsigned select, uint64_t lanes)
{
    const struct sim_channel *how = &l->format->channel[select & 3];
    if (select > HW_SEL_W || how->kind == SIM_CHANNEL_NONE || how->kind == SIM_CHANNEL_ONE ||
        how->kind == SIM_CHANNEL_ONE_INT)
        return false;
    if (l->plain || (!is_inputs(l) && !l->buffer->view.ranges))
        return false;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (is_inputs(l))
            l->result.tags[lane] = check_input_tag(l->check, offset_of(l, lane) + how->dword * 4u);
        else
            load_channel(l, how, lane);
    }
    return true;
}

static void write_channels(const struct load *l, uint64_t may)
{
    const struct check_wave *own = check_wave_of(l->check, l->wave);
    for (unsigned c = 0; c < 4; c++) {
        unsigned select = l->fetch->dst_sel[c];
        if (select == HW_SEL_MASK)
            continue;
        if (l->fetch->const_fields && select <= HW_SEL_W)
            select = l->buffer->dst_sel[select];
        *l->result.flags = 0;
        if (!l->plain)
            clear(l->result);
        if (load_shadows(l, select, may))
            check_summarise(l->result, ~0ull);
        check_assign(check_at(&own->vectors, l->fetch->dst + c * SIM_LANES), l->result,
                     l->wave->exec, l->wave->live);
    }
}

static void forget_result(struct sim_check *check, const struct sim_wave *wave,
                          const struct sim_fetch *fetch)
{
    CHECK_ROOM(clean);
    *clean.flags = 0;
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] != HW_SEL_MASK)
            check_assign(check_at(&check_wave_of(check, wave)->vectors, fetch->dst + c * SIM_LANES),
                         clean, wave->exec, wave->live);
}

/* The shadow of a coordinate; NULL where it is a constant. */
static bool coordinate(struct sim_check *check, const struct sim_wave *wave,
                       const struct sim_fetch *fetch, unsigned number, struct check_vector *vector)
{
    if (fetch->src_sel[number] > HW_SEL_W)
        return false;
    *vector = check_at(&check_wave_of(check, wave)->vectors,
                       fetch->src + fetch->src_sel[number] * SIM_LANES);
    return true;
}

static uint64_t fetch_buffer(struct sim_check *check, struct sim_wave *wave,
                             const struct sim_fetch *fetch)
{
    CHECK_ROOM(room);
    uint32_t number = fetch->resource;
    if (fetch->resource_index_mode)
        number += wave->cf_index[fetch->resource_index_mode - 1];
    if (number >= HW_CS_RESOURCES || wave->launch->resource_type[number] != HW_TYPE_BUFFER)
        return wave->exec;
    const struct sim_buffer *buffer = &wave->launch->buffers[number];
    struct load load = {.check = check,
                        .wave = wave,
                        .fetch = fetch,
                        .buffer = buffer,
                        .format = fetch->const_fields ? &buffer->format : &fetch->format,
                        .index = sim_wave_vector(wave, fetch->src + fetch->src_sel[0] * SIM_LANES),
                        .result = room};
    uint64_t may = wave->exec;
    if (!coordinate(check, wave, fetch, 0, &load.pointer) || !load.format->bytes)
        return may;
    check_use(check, wave, load.pointer, may, fetch->word, "is an address");
    /* An image that is a buffer, or memory by a pointer, as code of AMD's compiler has it. */
    const bool image = fetch->const_fields && !(*load.pointer.flags & CHECK_HAS_TAGS);
    if (image)
        check_image_buffer(check, wave, fetch, number, buffer);
    if (!buffer->view.ranges)
        check_texel_loads(check, wave, fetch, number, buffer);
    if (buffer->view.ranges && !image) {
        find_span(&load);
        load.plain = check_memory_is_plain(&check->pool, load.low, load.high);
        may = check_lanes(&load);
    }
    write_channels(&load, may);
    return may;
}

static uint64_t read_scratch(struct sim_check *check, struct sim_wave *wave,
                             const struct sim_fetch *fetch)
{
    CHECK_ROOM(result);
    const struct check_wave *own = check_wave_of(check, wave);
    const uint32_t *index = sim_wave_vector(wave, fetch->src + fetch->src_sel[0] * SIM_LANES);
    struct check_vector pointer;
    uint64_t may = wave->exec;
    if (fetch->indexed && coordinate(check, wave, fetch, 0, &pointer)) {
        check_use(check, wave, pointer, may, fetch->word, "is the index of an array");
        may = check_private(check, wave, fetch->word, index, fetch->offset, fetch->elem_dwords,
                            false);
    }
    for (unsigned c = 0; c < 4; c++) {
        const unsigned select = fetch->dst_sel[c];
        if (select == HW_SEL_MASK)
            continue;
        clear(result);
        for (unsigned i = 0; i < SIM_LANES && select < fetch->elem_dwords; i++) {
            if (!(may >> i & 1u)) /* what is left out gives 0 */
                continue;
            const uint64_t element = (uint64_t)fetch->offset + (fetch->indexed ? index[i] : 0);
            const uint64_t dword = element * fetch->elem_dwords + select;
            if (dword >= wave->launch->scratch_dwords)
                continue;
            result.tags[i] = own->scratch.tags[dword * SIM_LANES + i];
            result.undefined[i] = own->scratch.undefined[dword * SIM_LANES + i];
            result.origins[i] =
                result.undefined[i] ? own->scratch.origins[dword * SIM_LANES + i] : 0;
        }
        check_summarise(result, ~0ull);
        check_assign(check_at(&own->vectors, fetch->dst + c * SIM_LANES), result, wave->exec,
                     wave->live);
    }
    return may;
}

/* How many coordinates a texture of a dimension takes. */
static unsigned coordinates(unsigned dim)
{
    switch (dim) {
    case HW_DIM_1D:
        return 1;
    case HW_DIM_1D_ARRAY:
    case HW_DIM_2D:
        return 2;
    default:
        return 3;
    }
}

static void read_texture(struct sim_check *check, struct sim_wave *wave,
                         const struct sim_fetch *fetch)
{
    uint32_t number = fetch->resource;
    if (fetch->resource_index_mode)
        number += wave->cf_index[fetch->resource_index_mode - 1];
    if (number >= HW_CS_RESOURCES || wave->launch->resource_type[number] != HW_TYPE_TEXTURE)
        return;
    check_image_fetch(check, wave, fetch, number);
    const unsigned dim = wave->launch->textures[number].dim, count = coordinates(dim);
    for (unsigned i = 0; i < count; i++) {
        const unsigned which = dim == HW_DIM_1D_ARRAY && i == 1 ? 2 : i;
        struct check_vector vector;
        if (coordinate(check, wave, fetch, which, &vector))
            check_use(check, wave, vector, wave->exec, fetch->word, "is a coordinate of an image");
    }
}

uint64_t check_fetch(struct sim_watch *watch, struct sim_wave *wave, const struct sim_fetch *fetch)
{
    struct sim_check *check = (struct sim_check *)watch;
    switch ((enum sim_fetch_kind)fetch->kind) {
    case SIM_FETCH_BUFFER:
        return fetch_buffer(check, wave, fetch);
    case SIM_FETCH_SCRATCH:
        return read_scratch(check, wave, fetch);
    case SIM_FETCH_SAMPLE:
    case SIM_FETCH_LOAD:
        read_texture(check, wave, fetch);
        break;
    case SIM_FETCH_GDS:
        check->images_ordered = true;
        break;
    default:
        break;
    }
    forget_result(check, wave, fetch);
    return wave->exec;
}
