/* SPDX-License-Identifier: MIT */
/* exec_fetch.c: fetch clauses: buffers, scratch, resource information. Textures are in
 * exec_texture.c. */
#include <limits.h>
#include <string.h>

#include "driver/sim/exec/texture.h"

void sim_write_fetched(struct sim_wave *wave, const struct sim_fetch *fetch,
                       uint32_t *const channel[4], uint32_t one, uint64_t mask)
{
    const struct sim_alu_lanes *lanes = wave->launch->lanes->alu;
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->dst_sel[c];
        if (sel == HW_SEL_MASK)
            continue;
        uint32_t *dst = sim_wave_vector(wave, fetch->dst + c * SIM_LANES);
        const uint32_t *value = channel[sel & 3];
        uint32_t *filled = sim_wave_extra(wave, SIM_VECTOR_TEMP);
        if (sel > HW_SEL_W) {
            lanes->fill(filled, sel == HW_SEL_1 ? one : 0, wave->n);
            value = filled;
        }
        if (value == dst)
            continue;
        if (mask == wave->live)
            memcpy(dst, value, wave->n * sizeof(*dst));
        else
            lanes->blend(dst, value, sim_wave_mask(wave, mask), wave->n);
    }
}

bool sim_resource_number(struct sim_wave *wave, const struct sim_fetch *fetch, unsigned wanted,
                         unsigned *number)
{
    *number = fetch->resource;
    if (fetch->resource_index_mode)
        *number += wave->cf_index[fetch->resource_index_mode - 1];
    const uint8_t type = *number < HW_CS_RESOURCES ? wave->launch->resource_type[*number] : 0;
    if (type == wanted)
        return true;
    sim_wave_fail_at(wave, fetch->word, "fetch from resource %u, where no %s is bound", *number,
                     wanted == HW_TYPE_BUFFER ? "buffer" : "texture");
    return false;
}

/* Loads a dword for each lane; offsets are in bytes and may need all 32 bits. */
static void load_dwords(struct sim_wave *wave, const uint8_t *memory, const uint32_t *offset,
                        bool far_apart, uint64_t mask, uint32_t *d)
{
    if (!far_apart) {
        wave->launch->lanes->memory->gather(d, memory, offset, wave->n);
        return;
    }
    for (uint64_t lanes = mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        memcpy(d + lane, memory + offset[lane], sizeof(*d));
    }
}

/* Loads dwords of elements at a[i] * scale bytes behind `memory`. The caller knows that all lanes
 * are inside. */
static void load_elements(struct sim_wave *wave, const uint8_t *memory, const uint32_t *a,
                          const struct sim_span *span, uint32_t scale, unsigned dwords,
                          uint64_t mask, sim_vector raw[4])
{
    const struct sim_lanes *lanes = wave->launch->lanes;
    const uint8_t *first = memory + (uint64_t)span->low * scale;
    const bool far_apart = (uint64_t)(span->high - span->low) * scale > INT_MAX;
    if (span->low == span->high) {
        for (unsigned k = 0; k < dwords; k++) {
            uint32_t value;
            memcpy(&value, first + k * 4, sizeof(value));
            lanes->alu->fill(raw[k], value, wave->n);
        }
        return;
    }
    sim_vector offset;
    lanes->memory->offsets(offset, a, span->low, scale, sim_wave_mask(wave, mask), wave->n);
    for (unsigned k = 0; k < dwords; k++)
        load_dwords(wave, first + k * 4, offset, far_apart, mask, raw[k]);
}

void sim_compose_selects(struct sim_fetch *fetch, const uint8_t resource[4])
{
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] <= HW_SEL_W)
            fetch->dst_sel[c] = resource[fetch->dst_sel[c]];
}

/* Loads elements whose offsets do not all fit into 32 bits: they wrap around. */
static bool load_wrapped(struct sim_wave *wave, const struct sim_buffer *buffer,
                         const uint32_t *index, const struct sim_access *access, unsigned dwords,
                         uint64_t mask, sim_vector raw[4])
{
    const struct sim_access bytes = {1,   0, access->bytes, false, access->word, access->object,
                                     true};
    struct sim_span span;
    sim_vector offset;
    SIM_FOR_LANES(i, wave->n) offset[i] = index[i] * access->scale + access->offset;
    if (!sim_check_access(wave, &buffer->view, offset, mask, &bytes, &span))
        return false;
    load_elements(wave, buffer->view.memory, offset, &span, 1, dwords, mask, raw);
    return true;
}

static bool load_checked(struct sim_wave *wave, const struct sim_buffer *buffer,
                         const uint32_t *index, const struct sim_access *access, unsigned dwords,
                         uint64_t mask, sim_vector raw[4])
{
    struct sim_span span;
    if (!sim_access_is_whole(wave, &buffer->view, index, mask, access, &span)) {
        if ((uint64_t)span.high * access->scale + access->offset > UINT32_MAX)
            return load_wrapped(wave, buffer, index, access, dwords, mask, raw);
        if (!sim_check_lanes(wave, &buffer->view, index, mask, access))
            return false;
    }
    load_elements(wave, buffer->view.memory + access->offset, index, &span, access->scale, dwords,
                  mask, raw);
    return true;
}

/* Loads elements of format `format`; lanes outside of `mask` get zeros. False after a fault. */
static bool fetch_elements(struct sim_wave *wave, const struct sim_fetch *fetch,
                           const struct sim_buffer *buffer, const struct sim_texel_format *format,
                           uint64_t mask, sim_vector raw[4])
{
    const uint32_t *index = sim_wave_vector(wave, fetch->src + fetch->src_sel[0] * SIM_LANES);
    const struct sim_access access = {
        buffer->stride,
        fetch->offset,
        format->bytes,
        false,
        fetch->word,
        buffer->view.ranges ? sim_provenance_fetch(wave->launch, fetch) : NULL,
        true};
    if (mask && !load_checked(wave, buffer, index, &access, format->dwords, mask, raw))
        return false;
    if (mask == wave->exec)
        return true;
    const uint32_t *keep = sim_wave_mask(wave, mask);
    for (unsigned k = 0; k < format->dwords; k++)
        SIM_FOR_LANES(i, wave->n) raw[k][i] = keep[i] ? raw[k][i] : 0;
    return true;
}

/* Lanes whose element lies within the resource. */
static uint64_t elements_inside(struct sim_wave *wave, const struct sim_fetch *fetch,
                                const struct sim_buffer *buffer)
{
    const uint32_t *index = sim_wave_vector(wave, fetch->src + fetch->src_sel[0] * SIM_LANES);
    const uint64_t size = buffer->view.size,
                   skipped = (uint64_t)fetch->offset + buffer->format.bytes;
    const uint64_t count =
        buffer->stride && size >= skipped ? (size - skipped) / buffer->stride + 1 : 0;
    uint64_t inside = 0;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        inside |= (uint64_t)(index[lane] < count) << lane;
    }
    return inside;
}

/* Returns the lanes whose `bytes` lie within the resource. Others read zeros, as on hardware; for
 * our own driver's programs they are errors. */
static uint64_t bytes_inside(struct sim_wave *wave, const struct sim_fetch *fetch,
                             const struct sim_buffer *buffer, uint32_t bytes)
{
    const uint32_t *index = sim_wave_vector(wave, fetch->src + fetch->src_sel[0] * SIM_LANES);
    const struct sim_access access = {buffer->stride, fetch->offset, bytes, false,
                                      fetch->word,    NULL,          true};
    struct sim_span span;
    uint64_t inside = 0;
    if (wave->launch->strict ||
        sim_access_is_whole(wave, &buffer->view, index, wave->exec, &access, &span))
        return wave->exec;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint32_t start = index[lane] * buffer->stride + fetch->offset;
        inside |= (uint64_t)((uint64_t)start + bytes <= buffer->view.size) << lane;
    }
    return inside;
}

static bool fetch_buffer(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    unsigned number;
    if (!sim_resource_number(wave, fetch, HW_TYPE_BUFFER, &number))
        return false;
    const struct sim_buffer *buffer = &wave->launch->buffers[number];
    const struct sim_texel_format *format = fetch->const_fields ? &buffer->format : &fetch->format;
    if (!format->bytes)
        return sim_wave_fail_at(wave, fetch->word,
                                "resource %u has a data format that is not supported", number);
    struct sim_fetch composed = *fetch;
    if (fetch->const_fields)
        sim_compose_selects(&composed, buffer->dst_sel);
    const uint64_t mask = fetch->const_fields ? elements_inside(wave, fetch, buffer)
                                              : bytes_inside(wave, fetch, buffer, format->bytes);
    sim_vector raw[4], room[4];
    uint32_t *channel[4];
    if (!fetch_elements(wave, fetch, buffer, format, mask, raw))
        return false;
    sim_texel_decode(wave->launch->lanes->memory, format, sim_wanted_channels(&composed), raw, room,
                     channel, wave->n);
    sim_write_fetched(wave, &composed, channel, format->integer ? 1 : 0x3f800000u, wave->exec);
    return true;
}

/* Scratch: each work-item has a block of its own in the ring. */

static uint32_t *scratch_block(struct sim_wave *wave, unsigned lane)
{
    const struct sim_launch *launch = wave->launch;
    const uint64_t item = (uint64_t)wave->slot * launch->wave_size + wave->first + lane;
    return (uint32_t *)(void *)launch->scratch.memory + item * launch->scratch_dwords;
}

static bool check_scratch(struct sim_wave *wave, uint32_t word)
{
    const struct sim_launch *launch = wave->launch;
    const uint64_t need =
        ((uint64_t)wave->slot + 1) * launch->wave_size * launch->scratch_dwords * sizeof(uint32_t);
    if (launch->scratch.memory && launch->scratch_dwords && need <= launch->scratch.size)
        return true;
    sim_wave_fail_at(wave, word,
                     "scratch access, but the ring of %llu bytes does not reach wavefront %u "
                     "(%u dwords an item)",
                     (unsigned long long)launch->scratch.size, wave->slot, launch->scratch_dwords);
    return false;
}

void sim_private_fail(struct sim_wave *wave, const struct sim_wrong *wrong, uint64_t bytes)
{
    const char *what = wrong->store ? "store" : "load";
    if (wrong->address + wrong->bytes > bytes)
        sim_wave_fail(wave, wrong,
                      "%s of private memory at byte 0x%llx; a work-item has %llu bytes", what,
                      (unsigned long long)wrong->address, (unsigned long long)bytes);
    else
        sim_wave_fail(wave, wrong,
                      "%s of private memory at byte 0x%llx lies outside the object that its "
                      "pointer belongs to",
                      what, (unsigned long long)wrong->address);
}

struct sim_span sim_scratch_span(const struct sim_launch *launch,
                                 const struct sim_provenance *provenance, uint32_t elem_dwords)
{
    const uint32_t elements = elem_dwords ? launch->scratch_dwords / elem_dwords : 0;
    const uint32_t bytes = elem_dwords * 4;
    if (!provenance || !elements || provenance->end > (uint64_t)elements * bytes)
        return (struct sim_span){0, elements};
    return (struct sim_span){(uint32_t)(provenance->start / bytes),
                             (uint32_t)((provenance->end + bytes - 1) / bytes)};
}

/* An access of scratch memory. */
struct scratch_access {
    uint32_t word, elem_dwords;
    bool store;
    const struct sim_provenance *provenance; /* NULL: not known, or it is at a fixed place */
    struct sim_span span;
};

/* NULL: it lies outside, which is told. */
static uint32_t *scratch_element(struct sim_wave *wave, unsigned lane,
                                 const struct scratch_access *access, uint64_t element)
{
    if (element < access->span.low || element >= access->span.high) {
        const struct sim_wrong wrong = {.lane = lane,
                                        .word = access->word,
                                        .space = GUIDE_PRIVATE,
                                        .store = access->store,
                                        .bytes = access->elem_dwords * 4,
                                        .address = element * access->elem_dwords * 4,
                                        .object =
                                            access->provenance ? access->provenance->object : 0};
        sim_private_fail(wave, &wrong, wave->launch->scratch_dwords * 4);
        return NULL;
    }
    return scratch_block(wave, lane) + element * access->elem_dwords;
}

/* Lanes that are no work-items get zeros: they take part in what computes whole steps of lanes. */
static bool read_scratch(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    sim_vector channel[4] = {0};
    const uint32_t *index = sim_wave_vector(wave, fetch->src + fetch->src_sel[0] * SIM_LANES);
    const struct sim_provenance *provenance =
        fetch->indexed ? sim_provenance_fetch(wave->launch, fetch) : NULL;
    const struct scratch_access access = {
        fetch->word, fetch->elem_dwords, false, provenance,
        sim_scratch_span(wave->launch, provenance, fetch->elem_dwords)};
    if (!check_scratch(wave, fetch->word))
        return false;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint64_t element = (uint64_t)fetch->offset + (fetch->indexed ? index[lane] : 0);
        uint32_t *dwords = scratch_element(wave, lane, &access, element);
        if (!dwords)
            return false;
        for (unsigned c = 0; c < 4; c++)
            channel[c][lane] = c < fetch->elem_dwords ? dwords[c] : 0;
    }
    sim_write_fetched(wave, fetch,
                      (uint32_t *const[4]){channel[0], channel[1], channel[2], channel[3]},
                      0x3f800000u, wave->exec);
    return true;
}

bool sim_exec_scratch_write(struct sim_wave *wave, const struct sim_store *store)
{
    const uint32_t *index = sim_wave_vector(wave, store->index);
    const uint32_t *data = sim_wave_vector(wave, store->data);
    const struct sim_provenance *provenance =
        store->indexed ? sim_provenance_store(wave->launch, store) : NULL;
    const struct scratch_access access = {
        store->word, store->elem_dwords, true, provenance,
        sim_scratch_span(wave->launch, provenance, store->elem_dwords)};
    if (!check_scratch(wave, store->word))
        return false;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint64_t element = (uint64_t)store->array_base + (store->indexed ? index[lane] : 0);
        uint32_t *dwords = scratch_element(wave, lane, &access, element);
        if (!dwords)
            return false;
        for (unsigned c = 0; c < store->elem_dwords; c++)
            if (store->comp_mask >> c & 1u)
                dwords[c] = data[c * SIM_LANES + lane];
    }
    return true;
}

/* Sizes of resources. */

static bool fetch_buffer_info(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    unsigned number;
    if (!sim_resource_number(wave, fetch, HW_TYPE_BUFFER, &number))
        return false;
    sim_vector elements, zero = {0};
    wave->launch->lanes->alu->fill(elements, wave->launch->buffers[number].elements, wave->n);
    sim_write_fetched(wave, fetch, (uint32_t *const[4]){elements, zero, zero, zero}, 1, wave->exec);
    return true;
}

/* Gives a lane the size of a level; a level that does not exist has nothing but the number of
 * levels. */
static void texture_info(const struct sim_texture *texture, uint32_t level, unsigned lane,
                         sim_vector channel[4])
{
    const bool layers = texture->dim == HW_DIM_1D_ARRAY, there = level < texture->levels;
    const struct sim_surface *s = there && level ? &texture->mips[level - 1] : &texture->surface;
    channel[0][lane] = there ? s->width : 0;
    channel[1][lane] = !there ? 0 : layers ? s->depth : s->height;
    channel[2][lane] = !there ? 0 : s->depth / (texture->dim == HW_DIM_CUBE ? 6 : texture->samples);
    channel[3][lane] = texture->levels;
}

static bool fetch_texture_info(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    unsigned number;
    if (!sim_resource_number(wave, fetch, HW_TYPE_TEXTURE, &number))
        return false;
    const struct sim_texture *texture = &wave->launch->textures[number];
    /* Makes the layers of a 1D array its second extent, as resinfo of Direct3D 10 does, which this
     * is. */
    sim_vector channel[4], constants[4];
    struct sim_sample s;
    sim_find_coordinates(wave, fetch, &s, constants);
    for (unsigned i = 0; i < wave->n; i++)
        texture_info(texture, s.coordinate[0][i], i, channel);
    sim_write_fetched(wave, fetch,
                      (uint32_t *const[4]){channel[0], channel[1], channel[2], channel[3]}, 1,
                      wave->exec);
    return true;
}

/* By enum sim_fetch_kind. */
static bool (*const run_fetch[])(struct sim_wave *wave, const struct sim_fetch *fetch) = {
    [SIM_FETCH_BUFFER] = fetch_buffer,
    [SIM_FETCH_SCRATCH] = read_scratch,
    [SIM_FETCH_SAMPLE] = sim_exec_texture,
    [SIM_FETCH_LOAD] = sim_exec_texture,
    [SIM_FETCH_TEXTURE_INFO] = fetch_texture_info,
    [SIM_FETCH_BUFFER_INFO] = fetch_buffer_info,
    [SIM_FETCH_GRADIENTS] = sim_exec_gradients,
    [SIM_FETCH_GDS] = sim_exec_gds,
};

/* Writes zeros to the lanes whose access was wrong. */
static void write_zeros(struct sim_wave *wave, const struct sim_fetch *fetch, uint64_t wrong)
{
    for (unsigned c = 0; c < 4; c++)
        for (uint64_t lanes = fetch->dst_sel[c] == HW_SEL_MASK ? 0 : wrong; lanes;
             lanes &= lanes - 1)
            sim_wave_vector(wave, fetch->dst + c * SIM_LANES)[__builtin_ctzll(lanes)] = 0;
}

static bool try_fetch(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    const uint64_t exec = wave->exec;
    bool done = true;
    if (sim_observed(wave))
        wave->exec = sim_observe_fetch(wave, fetch);
    if (wave->exec)
        do
            done = (fetch->quads ? wave->launch->take_fetch : run_fetch[fetch->kind])(wave, fetch);
        while (sim_wave_again(wave, &done));
    if (__builtin_expect(wave->exec != exec, 0)) {
        write_zeros(wave, fetch, exec & ~wave->exec);
        wave->exec = exec;
    }
    return done;
}

bool sim_exec_fetches(struct sim_wave *wave, const struct sim_cf *cf)
{
    const struct sim_fetch *fetches = wave->launch->program->fetches + cf->first;
    const uint64_t exec = wave->exec;
    wave->exec &= cf->valid ? ~wave->killed : ~0ull;
    for (uint32_t i = 0; i < cf->count; i++) {
        if (!try_fetch(wave, &fetches[i]))
            return false;
        if (sim_observed(wave))
            sim_observe_fetch_done(wave, &fetches[i]);
    }
    wave->exec = exec;
    return true;
}
