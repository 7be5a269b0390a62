/* SPDX-License-Identifier: MIT */
/* exec_rat.c: random access targets: raw and typed stores, atomics, and values returned by them. */
#include <string.h>

#include "driver/sim/exec/observe.h"
#include "driver/sim/exec/rat_ops.h"
#include "driver/sim/lanes/typed_store.h"

static bool find_rat(struct sim_wave *wave, const struct sim_store *store,
                     const struct sim_rat **rat)
{
    uint32_t number = store->rat;
    if (store->rat_index_mode)
        number += wave->cf_index[store->rat_index_mode - 1];
    if (number < HW_RATS && wave->launch->rats[number].bound) {
        *rat = &wave->launch->rats[number];
        return true;
    }
    sim_wave_fail_at(wave, store->word, "%s to RAT %u, which is not bound",
                     hw_rat_name(store->rat_op), number);
    return false;
}

/* Accesses of so many bytes at index * scale. */
static struct sim_access access_of(const struct sim_wave *wave, const struct sim_store *store,
                                   uint32_t scale, uint32_t bytes, bool load)
{
    const struct sim_provenance *object = sim_provenance_store(wave->launch, store);
    return (struct sim_access){scale, 0, bytes, true, store->word, object, load};
}

/* STORE_RAW: up to four dwords one after the other, at a dword index. */

static void scatter(uint8_t *memory, const uint32_t *index, const uint32_t *value, uint64_t mask)
{
    for (uint64_t lanes = mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        memcpy(memory + (uint64_t)index[lane] * 4, value + lane, 4);
    }
}

/* Lanes whose number is below a limit. */
static uint64_t below(struct sim_wave *wave, const uint32_t *coordinate, uint32_t limit)
{
    sim_vector inside;
    wave->launch->lanes->store->inside(inside, coordinate, limit, true, wave->n);
    return wave->launch->lanes->alu->bits(inside, wave->n);
}

/* Dwords beyond the elements of the RAT are dropped, each by itself. */
static bool store_inside(struct sim_wave *wave, const struct sim_store *store,
                         const struct sim_rat *rat)
{
    const uint32_t *index = sim_wave_vector(wave, store->index);
    const uint32_t *data = sim_wave_vector(wave, store->data);
    for (uint32_t c = 0; c < 4; c++) {
        if (!(store->comp_mask >> c & 1u) || rat->dwords <= c)
            continue;
        const uint64_t mask = wave->exec & below(wave, index, rat->dwords - c);
        const struct sim_access access = {4, c * 4, 4, true, store->word, NULL, false};
        struct sim_span span;
        if (mask && !sim_check_access(wave, &rat->view, index, mask, &access, &span))
            return false;
        scatter(rat->view.memory + c * 4, index, data + c * SIM_LANES, mask);
    }
    return true;
}

static bool store_raw(struct sim_wave *wave, const struct sim_store *store,
                      const struct sim_rat *rat)
{
    const uint32_t *index = sim_wave_vector(wave, store->index);
    const uint32_t *data = sim_wave_vector(wave, store->data);
    if (!store->comp_mask)
        return true;
    const unsigned dwords = 32u - (unsigned)__builtin_clz(store->comp_mask);
    const struct sim_access access = access_of(wave, store, 4, dwords * 4, false);
    struct sim_span span;
    if (rat->type != HW_RAT_BUFFER)
        return sim_wave_fail_at(wave, store->word, "STORE_RAW to a RAT that is not a buffer");
    if (!sim_access_is_whole(wave, &rat->view, index, wave->exec, &access, &span)) {
        if (!wave->launch->strict)
            return store_inside(wave, store, rat);
        if (!sim_check_lanes(wave, &rat->view, index, wave->exec, &access))
            return false;
    }
    if (dwords == 1 && sim_wave_whole(wave, wave->exec) &&
        wave->launch->lanes->memory->contiguous(index, 1, wave->n)) {
        memcpy(rat->view.memory + (uint64_t)index[0] * 4, data, wave->n * 4);
        return true;
    }
    for (unsigned c = 0; c < dwords; c++)
        if (store->comp_mask >> c & 1u)
            scatter(rat->view.memory + c * 4, index, data + c * SIM_LANES, wave->exec);
    return true;
}

/* Typed accesses have texel coordinates; those outside the surface are dropped. */

/* Returns the coordinates, x to z as bits, that a store to a RAT of this type has. */
static unsigned coordinates(unsigned type)
{
    switch (type) {
    case HW_RAT_2D:
        return 1 | 2;
    case HW_RAT_1D_ARRAY:
        return 1 | 4;
    case HW_RAT_2D_ARRAY:
    case HW_RAT_3D:
        return 1 | 2 | 4;
    default:
        return 1;
    }
}

void sim_store_state(const struct sim_rat *rat, struct sim_store_how *how)
{
    memset(how, 0, sizeof(*how));
    how->format = rat->surface.format;
    how->coordinates = (uint8_t)coordinates(rat->type);
    how->flat = rat->surface.linear;
    how->quads = rat->surface.quads;
    memcpy(how->source, rat->source, sizeof(how->source));
}

/* Returns the lanes that are inside the surface and sets where their texels are, in bytes. Other
 * lanes get the offset of the first texel. */
static uint64_t texel_offsets(struct sim_wave *wave, const struct sim_store *store,
                              const struct sim_rat *rat, sim_vector offset)
{
    struct sim_store_how how;
    const uint32_t *index = sim_wave_vector(wave, store->index);
    const uint32_t *const coordinate[3] = {index, index + SIM_LANES, index + (size_t)2 * SIM_LANES};
    sim_vector inside;
    sim_store_state(rat, &how);
    sim_store_place(wave->launch->lanes, &how, &rat->surface, coordinate,
                    sim_wave_mask(wave, wave->exec), inside, offset, wave->n);
    return wave->launch->lanes->alu->bits(inside, wave->n);
}

static bool typed_offsets(struct sim_wave *wave, const struct sim_store *store,
                          const struct sim_rat *rat, sim_vector offset, uint64_t *mask)
{
    if (rat->type != HW_RAT_BUFFER) {
        *mask = texel_offsets(wave, store, rat, offset);
        return true;
    }
    const uint32_t *index = sim_wave_vector(wave, store->index), bytes = rat->surface.format.bytes;
    *mask = wave->exec & below(wave, index, rat->elements);
    if (!*mask)
        return true;
    const struct sim_access access = {bytes, 0, bytes, true, store->word, NULL, false};
    struct sim_span span;
    if (!sim_check_access(wave, &rat->view, index, *mask, &access, &span))
        return false;
    wave->launch->lanes->memory->offsets(offset, index, 0, bytes, sim_wave_mask(wave, *mask),
                                         wave->n);
    return true;
}

static uint8_t *typed_memory(const struct sim_rat *rat)
{
    return rat->type == HW_RAT_BUFFER ? rat->view.memory : rat->surface.view.memory;
}

static bool store_typed(struct sim_wave *wave, const struct sim_store *store,
                        const struct sim_rat *rat)
{
    const struct sim_texel_format *format = &rat->surface.format;
    const uint32_t *data = sim_wave_vector(wave, store->data);
    const uint32_t *const component[4] = {data, data + SIM_LANES, data + (size_t)2 * SIM_LANES,
                                          data + (size_t)3 * SIM_LANES};
    struct sim_store_how how;
    sim_vector offset, raw[4];
    uint64_t mask;
    if (!format->bytes)
        return sim_wave_fail_at(wave, store->word, "STORE_TYPED to format 0x%x is not supported",
                                rat->format);
    sim_store_state(rat, &how);
    if (!typed_offsets(wave, store, rat, offset, &mask))
        return false;
    sim_store_encode(wave->launch->lanes, &how, component, raw, wave->n);
    sim_store_texels_at(wave->launch->lanes, typed_memory(rat), format->bytes, offset, raw, mask,
                        sim_wave_whole(wave, mask), wave->n);
    return true;
}

/* Atomics on dwords. Work-groups run at the same time, so the host's own atomics do them. */

/* Stores old values where the hardware does: to element data.y of the RAT's immediate buffer, whose
 * elements are as large as texels. A stream without such a buffer drops them: LLVM has returning
 * operations only, and uses them where nothing reads the result. */
static bool return_value(struct sim_wave *wave, const struct sim_store *store,
                         const struct sim_rat *rat, unsigned lane, const void *value,
                         unsigned bytes)
{
    const uint32_t element = sim_wave_vector(wave, store->data)[SIM_LANES + lane];
    if (rat->immediate.memory && ((uint64_t)element + 1) * bytes <= rat->immediate.size) {
        memcpy(rat->immediate.memory + (uint64_t)element * bytes, value, bytes);
        return true;
    }
    if (!rat->immediate.memory && !wave->launch->strict)
        return true;
    sim_wave_fail(wave, &(struct sim_wrong){.lane = lane, .word = store->word},
                  "%s returns a value to element %u, outside of the RAT's immediate buffer",
                  hw_rat_name(store->rat_op), element);
    return false;
}

static bool atomic_lane(struct sim_wave *wave, const struct sim_store *store,
                        const struct sim_rat *rat, unsigned lane, uint32_t *dword)
{
    const uint32_t *data = sim_wave_vector(wave, store->data);
    const uint32_t x = data[lane], w = data[store->compare * SIM_LANES + lane];
    if (store->rat_op == HW_RAT_MSKOR && sim_rat_store_part((uint8_t *)dword, x, w))
        return true;
    const uint32_t old = sim_rat_update(dword, store->rat_op, x, w);
    return store->rat_op < HW_RAT_NOP_RTN ||
           return_value(wave, store, rat, lane, &old, sizeof(old));
}

/* Lanes outside of the surface get zeros. */
static bool return_zeros(struct sim_wave *wave, const struct sim_store *store,
                         const struct sim_rat *rat, uint64_t outside)
{
    static const uint32_t zero;
    for (; outside && store->rat_op >= HW_RAT_NOP_RTN; outside &= outside - 1)
        if (!return_value(wave, store, rat, (unsigned)__builtin_ctzll(outside), &zero,
                          sizeof(zero)))
            return false;
    return true;
}

/* Checks only the bytes in the mask of MSKOR: the byte behind them may belong to another object. */
static bool check_masked(struct sim_wave *wave, const struct sim_store *store,
                         const struct sim_rat *rat, uint64_t lanes)
{
    const uint32_t *index = sim_wave_vector(wave, store->index);
    const uint32_t *masks = sim_wave_vector(wave, store->data) + (size_t)3 * SIM_LANES;
    const struct sim_access access = access_of(wave, store, 1, 1, false);
    struct sim_span span;
    sim_vector first, last;
    for (unsigned i = 0; i < wave->n; i++) {
        const uint32_t mask = masks[i] ? masks[i] : ~0u;
        const uint32_t byte = index[i] <= UINT32_MAX / 4 ? index[i] * 4 : UINT32_MAX - 3;
        first[i] = byte + (uint32_t)__builtin_ctz(mask) / 8;
        last[i] = byte + (31u - (uint32_t)__builtin_clz(mask)) / 8;
    }
    return sim_check_access(wave, &rat->view, first, lanes, &access, &span) &&
           sim_check_access(wave, &rat->view, last, lanes, &access, &span);
}

static bool check_atomic(struct sim_wave *wave, const struct sim_store *store,
                         const struct sim_rat *rat, uint64_t lanes)
{
    const struct sim_access access = access_of(wave, store, 4, 4, true);
    struct sim_span span;
    if (store->rat_op == HW_RAT_MSKOR || store->rat_op == HW_RAT_MSKOR_RTN)
        return check_masked(wave, store, rat, lanes);
    return sim_check_access(wave, &rat->view, sim_wave_vector(wave, store->index), lanes, &access,
                            &span);
}

static bool atomic_buffer(struct sim_wave *wave, const struct sim_store *store,
                          const struct sim_rat *rat)
{
    const uint32_t *index = sim_wave_vector(wave, store->index);
    uint64_t inside = wave->exec;
    if (!wave->launch->strict)
        inside &= below(wave, index, rat->elements);
    if (!check_atomic(wave, store, rat, inside))
        return false;
    for (uint64_t lanes = inside; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        uint32_t *dword = (uint32_t *)(void *)(rat->view.memory + (uint64_t)index[lane] * 4);
        if (!atomic_lane(wave, store, rat, lane, dword))
            return false;
    }
    return return_zeros(wave, store, rat, wave->exec & ~inside);
}

static bool atomic_surface(struct sim_wave *wave, const struct sim_store *store,
                           const struct sim_rat *rat)
{
    sim_vector offset;
    if (rat->surface.format.bytes != 4)
        return sim_wave_fail_at(wave, store->word, "%s on a surface whose texels are not one dword",
                                hw_rat_name(store->rat_op));
    const uint64_t inside = texel_offsets(wave, store, rat, offset);
    for (uint64_t lanes = inside; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        uint32_t *dword = (uint32_t *)(void *)(rat->surface.view.memory + offset[lane]);
        if (!atomic_lane(wave, store, rat, lane, dword))
            return false;
    }
    return return_zeros(wave, store, rat, wave->exec & ~inside);
}

/* NOP_RTN: texels as they are in memory; zeros from outside. */
static bool load_texels(struct sim_wave *wave, const struct sim_store *store,
                        const struct sim_rat *rat)
{
    const unsigned bytes = rat->surface.format.bytes;
    sim_vector offset;
    uint64_t inside;
    if (!bytes)
        return sim_wave_fail_at(wave, store->word, "NOP_RTN from format 0x%x is not supported",
                                rat->format);
    if (!typed_offsets(wave, store, rat, offset, &inside))
        return false;
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        uint8_t texel[16] = {0};
        if (inside >> lane & 1u)
            memcpy(texel, typed_memory(rat) + offset[lane], bytes);
        if (!return_value(wave, store, rat, lane, texel, bytes))
            return false;
    }
    return true;
}

static bool store_to_rat(struct sim_wave *wave, const struct sim_store *store)
{
    const struct sim_rat *rat;
    if (store->rat_op == HW_RAT_NOP)
        return store->comp_mask == HW_CHECK_SELECTED ? sim_check_selected(wave, store)
                                                     : sim_check_alignment(wave, store);
    if (!find_rat(wave, store, &rat))
        return false;
    if (store->rat_op == HW_RAT_STORE_RAW)
        return store_raw(wave, store, rat);
    if (store->rat_op == HW_RAT_STORE_TYPED)
        return store_typed(wave, store, rat);
    if (store->rat_op == HW_RAT_NOP_RTN)
        return load_texels(wave, store, rat);
    if (!sim_rat_supported(store->rat_op))
        return sim_wave_fail_at(wave, store->word, "RAT operation %s is not supported",
                                hw_rat_name(store->rat_op));
    return (rat->type == HW_RAT_BUFFER ? atomic_buffer : atomic_surface)(wave, store, rat);
}

bool sim_exec_store(struct sim_wave *wave, const struct sim_store *store)
{
    const uint64_t exec = wave->exec;
    bool done = true;
    if (sim_observed(wave))
        wave->exec = sim_observe_store(wave, store);
    wave->exec &= store->cf_op == HW_CF_MEM_SCRATCH ? ~0ull : ~wave->killed;
    if (wave->exec)
        do {
            done = store->cf_op == HW_CF_MEM_SCRATCH ? sim_exec_scratch_write(wave, store)
                   : store->burst                    ? wave->launch->take_export(wave, store)
                                                     : store_to_rat(wave, store);
        } while (sim_wave_again(wave, &done));
    wave->exec = exec;
    return done;
}
