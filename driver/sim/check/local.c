/* SPDX-License-Identifier: MIT */
/* local.c: accesses of local memory. */
#include "driver/sim/exec/lds_ops.h"

#include <assert.h>
#include <string.h>

#include "driver/sim/check/transfer.h"

/* An operation of local memory. */
struct operation {
    struct sim_check *check;
    struct sim_wave *wave;
    const struct sim_alu_op *op;
    const struct sim_lds_how *how;
    const uint32_t *const *src;
    struct check_vector address, data[2]; /* shadows of its sources */
};

static struct check_access access_of(const struct operation *o, unsigned lane, uint32_t address)
{
    const bool reads = o->how->update == sim_lds_read;
    const bool writes = o->how->update == sim_lds_write && o->op->lds_result[0] == SIM_NO_DST;
    const uint32_t bytes = o->how->shape == SIM_LDS_BYTE    ? 1
                           : o->how->shape == SIM_LDS_SHORT ? 2
                                                            : 4;
    return (struct check_access){.space = GUIDE_LOCAL,
                                 .lane = lane,
                                 .word = o->op->word,
                                 .address = address,
                                 .bytes = bytes,
                                 .store = !reads,
                                 .atomic = !reads && !writes};
}

static bool stores_the_same(const struct operation *o, struct check_access *access, unsigned which)
{
    const uint32_t value = o->src[1 + which][access->lane];
    const uint8_t *lds = (const uint8_t *)o->wave->group->lds;
    const uint32_t size = o->wave->launch->lds_dwords * 4;
    if (!access->store || access->atomic)
        return false;
    const int before = check_stored_by(o->check, access->address, access->lane);
    access->beside = before >= 0;
    if (before >= 0)
        return o->src[1 + which][before] == value;
    return access->address + access->bytes <= size &&
           !memcmp(lds + access->address, &value, access->bytes);
}

/* Whether an atomic operation leaves its dword as it is: see stores.c. */
static bool only_reads(const struct operation *o, const struct check_access *access)
{
    const uint32_t a = o->src[1][access->lane], b = o->src[2][access->lane];
    const uint32_t *lds = o->wave->group->lds;
    if (!access->atomic || access->bytes < 4 ||
        access->address + 4 > o->wave->launch->lds_dwords * 4ull)
        return false;
    uint32_t *value = check_value_at(o->check, access->address, lds[access->address / 4]);
    const uint32_t old = *value;
    *value = o->how->update(old, a, b);
    return o->how->update == sim_lds_compare ? old != a : o->how->update == sim_lds_or && !a;
}

/* Moves the shadows of memory and of the result as the access moves their values. */
static void move_shadows(const struct operation *o, const struct check_access *access,
                         unsigned which, struct check_vector result)
{
    uint16_t tag;
    uint32_t undefined;
    check_load_shadow(&o->check->local, access->address, access->bytes, &tag, &undefined);
    if (access->atomic && undefined && o->how->update != sim_lds_write)
        check_use_at(o->check, o->wave, access, check_origin(GUIDE_LOCAL, access->address),
                     "is changed by an atomic operation");
    if (access->store)
        check_store_shadow(&o->check->local, access->address, access->bytes,
                           access->atomic ? CHECK_NUMBER
                                          : check_tag_at(o->data[which], access->lane),
                           check_undefined_at(o->data[which], access->lane));
    result.tags[access->lane] = access->atomic ? CHECK_NUMBER : tag;
    result.undefined[access->lane] = access->atomic ? 0 : undefined;
    result.origins[access->lane] = check_origin(GUIDE_LOCAL, access->address);
}

/* One access, by an address whose shadow is `pointer`. */
static bool act(const struct operation *o, unsigned lane, uint32_t address,
                struct check_vector pointer, unsigned which, struct check_vector result)
{
    struct check_access access = access_of(o, lane, address);
    access.same = stores_the_same(o, &access, which);
    access.only_reads = only_reads(o, &access);
    if (!check_bounds(o->check, o->wave, check_tag_at(pointer, lane), &access))
        return false;
    check_race(o->check, o->wave, &access);
    if (access.atomic)
        check_order_atomic(o->check, o->wave, &access);
    move_shadows(o, &access, which, result);
    return true;
}

/* As lane_action of exec_lds.c finds its addresses. */
static bool run_lane(const struct operation *o, unsigned lane, struct check_vector first,
                     struct check_vector second)
{
    const uint8_t shape = o->how->shape;
    const uint32_t step = o->op->lds_offset * 4;
    const uint32_t address = o->src[0][lane] + (shape == SIM_LDS_PAIR_REL ? 0 : step);
    if (!act(o, lane, address, o->address, 0, first))
        return false;
    if (shape == SIM_LDS_PAIR)
        return act(o, lane, o->src[1][lane], o->data[0], 1, second);
    return shape != SIM_LDS_PAIR_REL || act(o, lane, address + step, o->address, 1, second);
}

static void clear(struct check_vector vector)
{
    memset(vector.tags, 0, SIM_LANES * sizeof(*vector.tags));
    memset(vector.undefined, 0, sizeof(sim_vector));
    memset(vector.origins, 0, sizeof(sim_vector));
    *vector.flags = 0;
}

static void write_results(const struct operation *o, const struct check_vector results[2],
                          uint64_t mask)
{
    const struct check_wave *own = check_wave_of(o->check, o->wave);
    for (unsigned i = 0; i < 2; i++) {
        if (o->op->lds_result[i] == SIM_NO_DST)
            continue;
        check_summarise(results[i], ~0ull);
        check_assign(check_at(&own->vectors, o->op->lds_result[i]), results[i], mask,
                     o->wave->live);
    }
}

uint64_t check_lds(struct sim_check *check, struct sim_wave *wave, const struct sim_alu_op *op,
                   const uint32_t *const src[3], uint64_t mask)
{
    CHECK_ROOM(a);
    CHECK_ROOM(b);
    CHECK_ROOM(c);
    CHECK_ROOM(first);
    CHECK_ROOM(second);
    const struct operation o = {.check = check,
                                .wave = wave,
                                .op = op,
                                .how = &sim_lds_table[op->lds_op],
                                .src = src,
                                .address = check_source(check, wave, &op->src[0], a),
                                .data = {check_source(check, wave, &op->src[1], b),
                                         check_source(check, wave, &op->src[2], c)}};
    uint64_t may = mask;
    assert(op->action == SIM_ACTION_LDS && o.how->update);
    check_stores_begin(check);
    clear(first);
    clear(second);
    check_use(check, wave, o.address, mask, op->word, "is an address of local memory");
    if (o.how->shape == SIM_LDS_PAIR)
        check_use(check, wave, o.data[0], mask, op->word, "is an address of local memory");
    for (uint64_t lanes = mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (!run_lane(&o, lane, first, second))
            may &= ~(1ull << lane);
    }
    write_results(&o, (const struct check_vector[2]){first, second}, mask);
    return may;
}
