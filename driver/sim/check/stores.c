/* SPDX-License-Identifier: MIT */
/* stores.c: stores to the pool and to private memory, and atomic operations. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "driver/sim/check/transfer.h"
#include "driver/sim/exec/rat_ops.h"

/* A store to the pool. */
struct store {
    struct sim_check *check;
    struct sim_wave *wave;
    const struct sim_store *is;
    const struct sim_rat *rat;
    const uint32_t *index, *data;
    struct check_vector pointer;      /* the index's shadow */
    struct check_vector component[4]; /* the data's */
};

/* Whether memory has what is stored, or gets it from a lane before, whose components are equal. */
static bool is_there(const struct store *s, struct check_access *access, const void *value)
{
    const int before = check_stored_by(s->check, access->address, access->lane);
    access->beside = before >= 0;
    for (unsigned c = 0; before >= 0 && c < 4; c++)
        if (s->is->comp_mask >> c & 1u &&
            s->data[c * SIM_LANES + (unsigned)before] != s->data[c * SIM_LANES + access->lane])
            return false;
    if (before >= 0)
        return true;
    const uint64_t at = access->address - s->rat->view.bo_offset;
    return at + access->bytes <= s->rat->view.size &&
           !memcmp(s->rat->view.memory + at, value, access->bytes);
}

static bool check_access(const struct store *s, const struct check_access *access)
{
    if (!check_bounds(s->check, s->wave, check_tag_at(s->pointer, access->lane), access))
        return false;
    check_race(s->check, s->wave, access);
    return true;
}

static void store_component(const struct store *s, const struct check_access *all, unsigned c)
{
    const unsigned lane = all->lane;
    const uint32_t undefined = check_undefined_at(s->component[c], lane);
    struct check_access access = *all;
    access.address += c * 4ull;
    access.bytes = 4;
    if (undefined)
        check_use_at(s->check, s->wave, &access, s->component[c].origins[lane], "is stored");
    check_store_shadow(&s->check->pool, access.address, 4, check_tag_at(s->component[c], lane),
                       undefined);
}

/* STORE_RAW: up to four dwords, of which comp_mask chooses. */
static bool store_raw(const struct store *s, unsigned lane)
{
    assert(s->is->comp_mask && s->is->comp_mask < 16);
    const unsigned count = 32u - (unsigned)__builtin_clz(s->is->comp_mask | 1u);
    uint32_t value[4];
    for (unsigned c = 0; c < 4; c++)
        value[c] = s->data[c * SIM_LANES + lane];
    struct check_access access = {.space = GUIDE_POOL,
                                  .lane = lane,
                                  .word = s->is->word,
                                  .address = s->rat->view.bo_offset + s->index[lane] * 4ull,
                                  .bytes = count * 4,
                                  .store = true};
    access.same = is_there(s, &access, value);
    if (!check_access(s, &access))
        return false;
    for (unsigned c = 0; c < count; c++)
        if (s->is->comp_mask >> c & 1u)
            store_component(s, &access, c);
    return true;
}

/* MSKOR of one part of a dword, which is how bytes and half-words are stored. */
static bool store_part(const struct store *s, unsigned lane, uint32_t mask)
{
    assert(mask);
    const unsigned first = (unsigned)__builtin_ctz(mask) / 8;
    const unsigned last = (31u - (unsigned)__builtin_clz(mask)) / 8;
    const uint32_t value = s->data[lane] >> first * 8;
    const uint32_t undefined = check_undefined_at(s->component[0], lane) & mask;
    struct check_access access = {.space = GUIDE_POOL,
                                  .lane = lane,
                                  .word = s->is->word,
                                  .address = s->rat->view.bo_offset + s->index[lane] * 4ull + first,
                                  .bytes = last - first + 1,
                                  .store = true};
    access.same = is_there(s, &access, &value);
    if (!check_access(s, &access))
        return false;
    if (undefined)
        check_use_at(s->check, s->wave, &access, s->component[0].origins[lane], "is stored");
    check_store_shadow(&s->check->pool, access.address, access.bytes, CHECK_NUMBER,
                       undefined >> first * 8);
    return true;
}

/* Whether an atomic operation leaves its dword as it is: a compare and exchange that fails does,
 * and an OR with 0, which is an atomic load. */
static bool only_reads(const struct store *s, unsigned lane, uint64_t address)
{
    const uint32_t x = s->data[lane], w = s->data[s->is->compare * SIM_LANES + lane];
    const unsigned op = s->is->rat_op % HW_RAT_NOP_RTN;
    const uint64_t at = address - s->rat->view.bo_offset;
    uint32_t before = 0;
    if (at + sizeof(before) > s->rat->view.size)
        return false;
    memcpy(&before, s->rat->view.memory + at, sizeof(before));
    uint32_t *value = check_value_at(s->check, address, before), old = *value;
    *value = sim_rat_result(op, old, x, w);
    return op == HW_RAT_CMPXCHG_INT ? old != w : op == HW_RAT_OR && !x;
}

static bool atomic(const struct store *s, unsigned lane)
{
    const uint64_t address = s->rat->view.bo_offset + s->index[lane] * 4ull;
    const bool exchanges = s->is->rat_op % HW_RAT_NOP_RTN == HW_RAT_XCHG_RTN - HW_RAT_NOP_RTN;
    const struct check_access access = {.space = GUIDE_POOL,
                                        .lane = lane,
                                        .word = s->is->word,
                                        .address = address,
                                        .bytes = 4,
                                        .store = true,
                                        .atomic = true,
                                        .only_reads = only_reads(s, lane, address)};
    uint16_t tag;
    uint32_t undefined;
    if (!check_access(s, &access))
        return false;
    check_order_atomic(s->check, s->wave, &access);
    check_load_shadow(&s->check->pool, access.address, 4, &tag, &undefined);
    if (undefined && !exchanges)
        check_use_at(s->check, s->wave, &access, check_origin(GUIDE_POOL, access.address),
                     "is changed by an atomic operation");
    if (check_undefined_at(s->component[0], lane))
        check_use_at(s->check, s->wave, &access, s->component[0].origins[lane], "is stored");
    check_store_shadow(&s->check->pool, access.address, 4, CHECK_NUMBER, 0);
    return true;
}

static bool store_lane(const struct store *s, unsigned lane)
{
    const uint32_t mask = s->data[3 * SIM_LANES + lane];
    if (s->is->rat_op == HW_RAT_STORE_RAW)
        return !s->is->comp_mask || store_raw(s, lane);
    if (s->is->rat_op == HW_RAT_MSKOR || s->is->rat_op == HW_RAT_MSKOR_RTN)
        return !mask || store_part(s, lane, mask);
    return atomic(s, lane);
}

static uint64_t store_to_pool(struct sim_check *check, struct sim_wave *wave,
                              const struct sim_store *is, const struct sim_rat *rat)
{
    const struct check_wave *own = check_wave_of(check, wave);
    struct store store = {.check = check,
                          .wave = wave,
                          .is = is,
                          .rat = rat,
                          .index = sim_wave_vector(wave, is->index),
                          .data = sim_wave_vector(wave, is->data),
                          .pointer = check_at(&own->vectors, is->index)};
    uint64_t may = wave->exec;
    for (unsigned c = 0; c < 4; c++)
        store.component[c] = check_at(&own->vectors, is->data + c * SIM_LANES);
    check_use(check, wave, store.pointer, may, is->word, "is an address");
    check_stores_begin(check);
    for (uint64_t lanes = may; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (!store_lane(&store, lane))
            may &= ~(1ull << lane);
    }
    return may;
}

uint64_t check_private(struct sim_check *check, const struct sim_wave *wave, uint32_t word,
                       const uint32_t *index, uint32_t offset, uint32_t dwords, bool store)
{
    uint64_t may = wave->exec;
    for (uint64_t lanes = may; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const struct check_access access = {.space = GUIDE_PRIVATE,
                                            .lane = lane,
                                            .word = word,
                                            .address =
                                                ((uint64_t)index[lane] + offset) * dwords * 4,
                                            .bytes = 4,
                                            .store = store};
        if (!check_bounds(check, wave, CHECK_NUMBER, &access))
            may &= ~(1ull << lane);
    }
    return may;
}

static uint64_t write_scratch(struct sim_check *check, struct sim_wave *wave,
                              const struct sim_store *store)
{
    uint64_t may = wave->exec;
    const struct check_wave *own = check_wave_of(check, wave);
    const uint32_t *index = sim_wave_vector(wave, store->index);
    if (store->indexed) {
        check_use(check, wave, check_at(&own->vectors, store->index), may, store->word,
                  "is the index of an array");
        may = check_private(check, wave, store->word, index, store->array_base, store->elem_dwords,
                            true);
    }
    for (unsigned c = 0; c < store->elem_dwords; c++) {
        const struct check_vector from = check_at(&own->vectors, store->data + c * SIM_LANES);
        for (uint64_t lanes = store->comp_mask >> c & 1u ? may : 0; lanes; lanes &= lanes - 1) {
            const unsigned lane = (unsigned)__builtin_ctzll(lanes);
            const uint64_t element =
                (uint64_t)store->array_base + (store->indexed ? index[lane] : 0);
            const uint64_t dword = element * store->elem_dwords + c;
            if (dword >= wave->launch->scratch_dwords)
                continue;
            const size_t at = dword * SIM_LANES + lane;
            own->scratch.tags[at] = check_tag_at(from, lane);
            own->scratch.undefined[at] = check_undefined_at(from, lane);
            if (check_undefined_at(from, lane))
                own->scratch.origins[at] = from.origins[lane];
        }
    }
    return may;
}

/* Checks the components of a typed store's index that are coordinates. */
static void check_coordinates(struct sim_check *check, struct sim_wave *wave,
                              const struct sim_store *store, const struct sim_rat *rat)
{
    struct sim_store_how how;
    sim_store_state(rat, &how);
    for (unsigned c = 0; c < 3; c++)
        if (how.coordinates >> c & 1u)
            check_use(check, wave,
                      check_at(&check_wave_of(check, wave)->vectors, store->index + c * SIM_LANES),
                      wave->exec, store->word, "is a coordinate of an image");
}

/* The indices of elements, and how many of them there are. */
static void check_elements(struct sim_check *check, const struct sim_wave *wave,
                           const struct sim_store *store)
{
    const uint32_t *index = sim_wave_vector(wave, store->index);
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint32_t count = index[SIM_LANES + lane];
        struct guide_fault fault = {.byte = store->word * 4};
        if (index[lane] < count)
            continue;
        sim_wave_item(wave, lane, &fault);
        check_report(check, CHECK_memory, &fault, NULL, NULL,
                     "access of element %" PRId32 " of an array of %" PRIu32, (int32_t)index[lane],
                     count);
    }
}

static void fence(struct sim_check *check, struct sim_wave *wave, unsigned bits)
{
    if (bits & (HW_FENCE_RELEASE | HW_FENCE_ACQUIRE))
        check_order_fence(check, wave, bits);
    else
        check_wave_of(check, wave)->unfenced = ~bits;
}

uint64_t check_store(struct sim_watch *watch, struct sim_wave *wave, const struct sim_store *store)
{
    struct sim_check *check = (struct sim_check *)watch;
    uint32_t number = store->rat;
    if (store->cf_op == HW_CF_MEM_SCRATCH) {
        return write_scratch(check, wave, store);
    }
    if (store->rat_op == HW_RAT_NOP && store->comp_mask == HW_CHECK_FENCE)
        fence(check, wave, store->rat);
    if (store->rat_op == HW_RAT_NOP && store->comp_mask == HW_CHECK_LOCKSTEP &&
        store->rat == HW_CHECK_ELEMENT)
        check_elements(check, wave, store);
    else if (store->rat_op == HW_RAT_NOP && store->comp_mask == HW_CHECK_LOCKSTEP &&
             store->rat == HW_CHECK_ARITHMETIC)
        check_arithmetic(check, wave, store);
    else if (store->rat_op == HW_RAT_NOP && store->comp_mask == HW_CHECK_LOCKSTEP)
        check_copies_marker(check, wave, store);
    if (store->rat_index_mode)
        number += wave->cf_index[store->rat_index_mode - 1];
    if (store->rat_op == HW_RAT_NOP || number >= HW_RATS || !wave->launch->rats[number].bound)
        return wave->exec;
    const struct sim_rat *rat = &wave->launch->rats[number];
    if (rat->type == HW_RAT_BUFFER && rat->view.ranges && store->rat_op != HW_RAT_NOP_RTN &&
        store->rat_op != HW_RAT_STORE_TYPED)
        return store_to_pool(check, wave, store, rat);
    check->images_ordered |= store->rat_op != HW_RAT_STORE_TYPED && store->rat_op != HW_RAT_NOP_RTN;
    check_coordinates(check, wave, store, rat);
    check_image_store(check, wave, store, rat, number);
    check_texel_stores(check, wave, store, rat, number);
    return wave->exec;
}
