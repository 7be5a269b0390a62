/* SPDX-License-Identifier: MIT */
/* order.c: what atomic operations order, by the memory model of OpenCL 3.0 (3.3.6): a work-item
 * that has read what another one published sees all that came before that.
 *
 * Fences say who publishes and who has seen (HW_FENCE_*). A clock is a set of entries: of a group,
 * whose accesses before a number of barriers it has seen, and of a work-item, whose accesses it has
 * seen up to that number. A dword has the clock of those who published by it; a work-item has one
 * of what it has seen, which is the whole group's from the next barrier on. What is not exact here
 * orders too much rather than too little: no race is made up. */
#include <stdlib.h>

#include "driver/sim/check/check.h"

/* The accesses of a group (item ALL), or of one of its work-items, that are seen: of local memory,
 * and of other memory by work-items of the same group and by others. Each is the number of barriers
 * that were passed behind them. */
struct entry {
    uint64_t key; /* 1 + group << ITEM_BITS | item; 0: free */
    uint32_t local, inside, outside;
};
enum { ITEM_BITS = 20, ALL = (1 << ITEM_BITS) - 1 };
/* A larger clock is not worth its time: all is taken for ordered. */
enum { MOST_ENTRIES = 8192 };

struct check_clock {
    struct entry *entries; /* a hash table; NULL: empty */
    uint32_t count, size;
};

struct published {
    bool used;
    enum guide_space space;
    uint64_t dword;
    struct check_clock clock;
};

struct item {
    struct check_clock read; /* by atomic operations, which it sees from its next fence on */
    struct check_clock seen;
    /* HW_FENCE_* of its last fence that published, and of the last one that saw: code for local
     * memory may come behind fences that it was in front of. */
    unsigned releases, acquires;
};

struct check_order {
    struct published *published; /* a hash table by dword */
    uint32_t count, size;
    struct item *items; /* of the group that runs */
    uint32_t item_count;
    struct check_clock seen; /* by the whole group */
    bool lost;               /* everything is taken for ordered */
};

/* ---- clocks ---- */

static uint64_t key_of(uint64_t group, uint32_t item)
{
    return 1 + (group << ITEM_BITS | item);
}

static struct entry *find(const struct check_clock *clock, uint64_t key)
{
    uint64_t at = key * 0x9e3779b97f4a7c15ull >> 20;
    if (!clock->size)
        return NULL;
    while (clock->entries[at & (clock->size - 1)].key &&
           clock->entries[at & (clock->size - 1)].key != key)
        at++;
    return &clock->entries[at & (clock->size - 1)];
}

static bool grow(struct check_clock *clock)
{
    struct check_clock larger = {.size = clock->size ? clock->size * 2 : 16, .count = clock->count};
    larger.entries = calloc(larger.size, sizeof(*larger.entries));
    if (!larger.entries)
        return false;
    for (uint32_t i = 0; i < clock->size; i++)
        if (clock->entries[i].key)
            *find(&larger, clock->entries[i].key) = clock->entries[i];
    free(clock->entries);
    *clock = larger;
    return true;
}

static void add(struct check_order *order, struct check_clock *clock, struct entry entry)
{
    order->lost |=
        clock->count >= MOST_ENTRIES || (clock->count * 2 >= clock->size && !grow(clock));
    if (order->lost)
        return;
    struct entry *place = find(clock, entry.key);
    clock->count += !place->key;
    place->key = entry.key;
    place->local = place->local > entry.local ? place->local : entry.local;
    place->inside = place->inside > entry.inside ? place->inside : entry.inside;
    place->outside = place->outside > entry.outside ? place->outside : entry.outside;
}

static void join(struct check_order *order, struct check_clock *to, const struct check_clock *from)
{
    for (uint32_t i = 0; i < from->size && !order->lost; i++)
        if (from->entries[i].key)
            add(order, to, from->entries[i]);
}

static void clear(struct check_clock *clock)
{
    free(clock->entries);
    *clock = (struct check_clock){0};
}

static bool has_seen(const struct check_clock *clock, const struct check_past *past)
{
    const struct entry *all = find(clock, key_of(past->group, ALL));
    const struct entry *one = find(clock, key_of(past->group, past->item));
    return (all && all->key && (past->local ? all->local : all->inside) > past->epoch) ||
           (one && one->key && (past->local ? one->local : one->inside) > past->epoch);
}

/* ---- dwords ---- */

static struct published *find_dword(const struct check_order *order, enum guide_space space,
                                    uint64_t dword)
{
    uint64_t at = (dword * 4 + (unsigned)space) * 0x9e3779b97f4a7c15ull >> 20;
    if (!order->size)
        return NULL;
    for (;; at++) {
        struct published *place = &order->published[at & (order->size - 1)];
        if (!place->used || (place->dword == dword && place->space == space))
            return place;
    }
}

static struct published *make_dword(struct check_order *order, enum guide_space space,
                                    uint64_t dword)
{
    if (order->count * 2 >= order->size) {
        struct check_order larger = {.size = order->size ? order->size * 2 : 64};
        larger.published = calloc(larger.size, sizeof(*larger.published));
        if (!larger.published)
            return NULL;
        for (uint32_t i = 0; i < order->size; i++)
            if (order->published[i].used)
                *find_dword(&larger, order->published[i].space, order->published[i].dword) =
                    order->published[i];
        free(order->published);
        order->published = larger.published;
        order->size = larger.size;
    }
    struct published *place = find_dword(order, space, dword);
    order->count += !place->used;
    place->used = true;
    place->space = space;
    place->dword = dword;
    return place;
}

/* ---- what happens ---- */

/* Adds what a work-item has seen to what it publishes, to the device or to its group alone. */
static void publish(struct check_order *order, struct check_clock *to,
                    const struct check_clock *from, bool device)
{
    for (uint32_t i = 0; i < from->size && !order->lost; i++) {
        struct entry entry = from->entries[i];
        entry.outside = device ? entry.inside : 0;
        if (entry.key)
            add(order, to, entry);
    }
}

/* A work-item sees what was published to it: by its own group, or by others to the device. */
static void see(struct check_order *order, struct item *item, uint64_t group, bool device)
{
    const struct check_clock *from = &item->read;
    for (uint32_t i = 0; i < from->size && !order->lost; i++) {
        struct entry entry = from->entries[i];
        const bool own = entry.key && (entry.key - 1) >> ITEM_BITS == group;
        if (!own)
            entry.inside = entry.outside = device ? entry.outside : 0;
        if (entry.key && (own || entry.inside))
            add(order, &item->seen, entry);
    }
}

static struct item *item_of(const struct sim_check *check, const struct sim_wave *wave,
                            unsigned lane)
{
    return &check->order->items[wave->index * wave->launch->wave_size + wave->first + lane];
}

void check_order_fence(struct sim_check *check, const struct sim_wave *wave, unsigned bits)
{
    struct check_order *order = check->order;
    for (uint64_t lanes = order ? wave->exec : 0; lanes; lanes &= lanes - 1) {
        struct item *item = item_of(check, wave, (unsigned)__builtin_ctzll(lanes));
        if (bits & HW_FENCE_RELEASE)
            item->releases = bits;
        if (bits & HW_FENCE_ACQUIRE)
            item->acquires = bits;
        if (bits & HW_FENCE_ACQUIRE)
            see(order, item, check->group, bits & HW_FENCE_DEVICE);
    }
}

void check_order_atomic(struct sim_check *check, const struct sim_wave *wave,
                        const struct check_access *access)
{
    struct check_order *order = check->order;
    if (!order || order->lost)
        return;
    struct item *item = item_of(check, wave, access->lane);
    const uint32_t number = (uint32_t)(item - order->items);
    const bool device = item->releases & HW_FENCE_DEVICE;
    struct published *at = make_dword(order, access->space, access->address / 4);
    order->lost |= !at;
    if (at)
        join(order, &item->read, &at->clock);
    if (item->acquires)
        see(order, item, check->group, item->acquires & HW_FENCE_DEVICE);
    if (!at || !item->releases || access->only_reads)
        return;
    publish(order, &at->clock, &order->seen, device);
    publish(order, &at->clock, &item->seen, device);
    struct entry own = {key_of(check->group, ALL), check->local_epoch, check->epoch,
                        device ? check->epoch : 0};
    add(order, &at->clock, own);
    own = (struct entry){key_of(check->group, number), check->local_epoch + 1, check->epoch + 1,
                         device ? check->epoch + 1 : 0};
    add(order, &at->clock, own);
}

bool check_order_has(const struct sim_check *check, uint32_t item, const struct check_past *past)
{
    const struct check_order *order = check->order;
    return order && (order->lost || has_seen(&order->seen, past) ||
                     (item < order->item_count && has_seen(&order->items[item].seen, past)));
}

void check_order_barrier(struct sim_check *check)
{
    struct check_order *order = check->order;
    for (uint32_t i = 0; order && i < order->item_count; i++) {
        struct item *item = &order->items[i];
        join(order, &order->seen, &item->seen);
        clear(&item->seen);
    }
}

void check_order_group(struct sim_check *check)
{
    struct check_order *order = check->order;
    if (!order)
        return;
    for (uint32_t i = 0; i < order->item_count; i++) {
        clear(&order->items[i].read);
        clear(&order->items[i].seen);
        order->items[i].releases = order->items[i].acquires = 0;
    }
    clear(&order->seen);
    for (uint32_t i = 0; i < order->size; i++)
        if (order->published[i].used && order->published[i].space == GUIDE_LOCAL)
            clear(&order->published[i].clock);
}

static bool has_fences(const struct sim_program *program)
{
    for (uint32_t i = 0; i < program->store_count; i++)
        if (program->stores[i].rat_op == HW_RAT_NOP &&
            program->stores[i].comp_mask == HW_CHECK_FENCE &&
            program->stores[i].rat & (HW_FENCE_RELEASE | HW_FENCE_ACQUIRE))
            return true;
    return false;
}

bool check_order_init(struct sim_check *check)
{
    const struct sim_launch *launch = check->launch;
    if (!check_does(check, CHECK_races) || !has_fences(launch->program))
        return true;
    check->order = calloc(1, sizeof(*check->order));
    if (!check->order)
        return false;
    check->order->item_count =
        (launch->local_size + launch->wave_size - 1) / launch->wave_size * launch->wave_size;
    check->order->items = calloc(check->order->item_count, sizeof(*check->order->items));
    return check->order->items;
}

void check_order_finish(struct sim_check *check)
{
    struct check_order *order = check->order;
    if (!order)
        return;
    if (order->items)
        check_order_group(check);
    for (uint32_t i = 0; i < order->size; i++)
        clear(&order->published[i].clock);
    free(order->published);
    free(order->items);
    free(order);
}
