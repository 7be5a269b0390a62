/* SPDX-License-Identifier: MIT */
/* exports.c: what programs of graphics hand on: positions, parameters and colours, items of rings,
 * and the vertices that geometry programs emit. */
#include "driver/sim/draw/stage.h"

#include <assert.h>

static sim_vector *export_slot(struct draw_stage *stage, const struct sim_store *store,
                               unsigned element)
{
    const unsigned number = store->array_base + element;
    unsigned slot = DRAW_SLOTS;
    if (store->export_type == DRAW_EXPORT_PIXEL)
        slot = number < DRAW_TARGETS         ? number
               : number == DRAW_EXPORT_DEPTH ? (unsigned)DRAW_SLOT_DEPTH
                                             : DRAW_SLOTS;
    else if (store->export_type == DRAW_EXPORT_POSITION)
        slot = number - DRAW_EXPORT_FIRST_POSITION < 4u
                   ? DRAW_SLOT_POSITION + number - DRAW_EXPORT_FIRST_POSITION
                   : DRAW_SLOTS;
    else if (store->export_type == DRAW_EXPORT_PARAM && number < DRAW_PARAMS)
        slot = DRAW_SLOT_PARAM + number;
    if (slot >= DRAW_SLOTS)
        return NULL;
    stage->exported |= 1ull << slot;
    return stage->exports[slot];
}

static void export_register(struct sim_wave *wave, const struct sim_store *store, unsigned i,
                            sim_vector *slot)
{
    const struct sim_alu_lanes *lanes = wave->launch->lanes->alu;
    const uint32_t *mask = sim_wave_mask(wave, wave->exec);
    for (unsigned c = 0; c < 4; c++) {
        sim_vector constant;
        const uint32_t *value = constant;
        if (store->sel[c] == HW_SEL_MASK)
            continue;
        if (store->sel[c] <= HW_SEL_W)
            value = sim_wave_vector(wave, store->data + (i * 4 + store->sel[c]) * SIM_LANES);
        else
            lanes->fill(constant, store->sel[c] == HW_SEL_1 ? 0x3f800000u : 0, wave->n);
        lanes->blend(slot[c], value, mask, wave->n);
    }
}

static unsigned ring_stream(unsigned cf_op)
{
    return cf_op == HW_CF_MEM_RING ? 0 : cf_op - HW_CF_MEM_RING1 + 1;
}

/* Writes to the items of lanes. What vertices beyond the most that a program may emit would write
 * is dropped. */
static void write_ring(struct sim_wave *wave, const struct sim_store *store)
{
    struct draw_ring *ring = &((struct draw_stage *)wave->group)->ring;
    const uint32_t *index = sim_wave_vector(wave, store->index);
    assert(ring->items);
    const uint64_t base = (uint64_t)ring->offset[ring_stream(store->cf_op)] + store->array_base;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint64_t first = base + (store->indexed ? (uint64_t)index[lane] * 4 : 0);
        for (unsigned i = 0; i < store->burst; i++)
            for (unsigned c = 0; c < 4; c++)
                if (store->comp_mask >> c & 1u && first + i * 4 + c < ring->dwords)
                    ring->items[(size_t)lane * ring->dwords + first + i * 4 + c] =
                        sim_wave_vector(wave, store->data + (i * 4 + c) * SIM_LANES)[lane];
    }
}

/* Counts a vertex of lanes, or ends their strips. */
static void emit(struct sim_wave *wave, const struct sim_store *store)
{
    struct draw_emitted *emitted = ((struct draw_stage *)wave->group)->emitted;
    const unsigned stream = store->array_base;
    assert(emitted && stream < DRAW_STREAMS);
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        uint16_t *count = &emitted->count[stream][lane];
        if (store->cf_op != HW_CF_CUT_VERTEX && *count < DRAW_MOST_EMITTED)
            ++*count;
        if (store->cf_op != HW_CF_EMIT_VERTEX && *count)
            emitted->ends[stream][lane][(*count - 1) / 32] |= 1u << (*count - 1) % 32;
    }
}

/* Writes to the items of lanes for a stream's buffer. */
static bool write_streamed(struct sim_wave *wave, const struct sim_store *store)
{
    const unsigned buffer = (store->cf_op - HW_CF_MEM_STREAM0_BUF0) % DRAW_STREAM_BUFFERS;
    const struct draw_streamed *to = &((struct draw_stage *)wave->group)->streamed[buffer];
    for (unsigned n = 0; to->stride && n < store->burst * 4u; n++) {
        const uint32_t place = store->array_base + n / 4 * store->elem_dwords + n % 4;
        const uint32_t *value = sim_wave_vector(wave, store->data + n * SIM_LANES);
        if (!(store->comp_mask >> n % 4 & 1u))
            continue;
        if (place >= to->stride) {
            sim_wave_fail_at(wave, store->word, "dword %u is beyond a stream's stride of %u", place,
                             to->stride);
            return false;
        }
        to->wrote[place] = true;
        for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
            const unsigned lane = (unsigned)__builtin_ctzll(lanes);
            to->items[(size_t)lane * to->stride + place] = value[lane];
        }
    }
    return true;
}

bool draw_take_export(struct sim_wave *wave, const struct sim_store *store)
{
    struct draw_stage *stage = (struct draw_stage *)wave->group;
    if (store->export_type == DRAW_EXPORT_STREAM)
        return write_streamed(wave, store);
    if (store->export_type == DRAW_EXPORT_EMIT) {
        emit(wave, store);
        return true;
    }
    if (store->export_type == DRAW_EXPORT_RING) {
        write_ring(wave, store);
        return true;
    }
    for (unsigned i = 0; i < store->burst; i++) {
        sim_vector *slot = export_slot(stage, store, i);
        if (!slot) {
            sim_wave_fail_at(wave, store->word, "an export of type %u has no place %u",
                             store->export_type, store->array_base + i);
            return false;
        }
        export_register(wave, store, i, slot);
    }
    return true;
}
