/* SPDX-License-Identifier: MIT */
/* regalloc.c: virtual registers to GPR channels.
 *
 * Every tuple, and every register outside tuples, in the order of its first position, takes the
 * first place whose occupancy bits are clear over its live ranges. */
#include <stdlib.h>
#include <string.h>

#include "llvm/evergreen/passes.h"
#include "llvm/evergreen/ranges.h"

enum {
    CHANNELS = 4,
    ARRAY_FIRST_GPR = 2,
    ARRAY_CHANNEL = 3,
    SPREAD_GPRS = 1, /* more than needed, and one in SPREAD_SHARE, where operations gain by it */
    SPREAD_SHARE = 8,
    SPREAD_LEAST = 3
};

struct tuple {
    uint32_t member[CHANNELS]; /* registers, 0 for none */
};

/* What is placed at once: a tuple, or a register outside tuples. */
struct unit {
    uint32_t tuple, vreg, start;
};

struct allocator {
    struct mir_function *f;
    const struct mir_ranges *ranges; /* by register */
    struct tuple *tuples;
    uint64_t *busy[MIR_USABLE_GPRS * CHANNELS]; /* occupancy by position; NULL: never used */
    uint32_t words;
    uint32_t gprs;  /* used so far */
    uint32_t limit; /* places may be taken below it */
    uint32_t next;  /* place to look at first */
    bool spread;
};

static uint64_t word_mask(const struct mir_range *r, uint32_t word)
{
    uint64_t mask = UINT64_MAX;
    if (r->from / 64 == word)
        mask &= UINT64_MAX << r->from % 64;
    if ((r->to - 1) / 64 == word)
        mask &= UINT64_MAX >> (63 - (r->to - 1) % 64);
    return mask;
}

static bool is_free(const struct allocator *a, uint32_t place, const struct mir_ranges *ranges)
{
    const uint64_t *busy = a->busy[place];
    for (uint32_t i = 0; busy && i < ranges->count; i++) {
        const struct mir_range *range = &ranges->range[i];
        for (uint32_t w = range->from / 64; w <= (range->to - 1) / 64; w++)
            if (busy[w] & word_mask(range, w))
                return false;
    }
    return true;
}

static void occupy(struct allocator *a, uint32_t place, const struct mir_ranges *ranges)
{
    if (!a->busy[place])
        a->busy[place] = evg_arena_array(a->f->arena, a->words, sizeof(uint64_t));
    for (uint32_t i = 0; i < ranges->count; i++) {
        const struct mir_range *range = &ranges->range[i];
        for (uint32_t w = range->from / 64; w <= (range->to - 1) / 64; w++)
            a->busy[place][w] |= word_mask(range, w);
    }
    if (place / CHANNELS + 1 > a->gprs)
        a->gprs = place / CHANNELS + 1;
}

static void settle(struct allocator *a, uint32_t v, uint32_t gpr, uint32_t channel)
{
    a->f->vregs[v].gpr = (uint8_t)gpr;
    a->f->vregs[v].assigned_channel = (uint8_t)channel;
    occupy(a, gpr * CHANNELS + channel, &a->ranges[v]);
}

static bool place_tuple(struct allocator *a, const struct tuple *tuple)
{
    for (uint32_t gpr = 0; gpr < a->limit; gpr++) {
        bool fits = true;
        for (uint32_t c = 0; c < CHANNELS && fits; c++)
            fits =
                !tuple->member[c] || is_free(a, gpr * CHANNELS + c, &a->ranges[tuple->member[c]]);
        if (!fits)
            continue;
        for (uint32_t c = 0; c < CHANNELS; c++)
            if (tuple->member[c])
                settle(a, tuple->member[c], gpr, c);
        return true;
    }
    return false;
}

static bool place_vreg(struct allocator *a, uint32_t v)
{
    const struct mir_vreg *vreg = &a->f->vregs[v];
    for (uint32_t i = 0; i < a->limit * CHANNELS; i++) {
        uint32_t place = (a->next + i) % (a->limit * CHANNELS);
        if (vreg->pinned != MIR_NO_GPR && vreg->pinned != place / CHANNELS)
            continue;
        if (vreg->channel != MIR_ANY_CHANNEL && vreg->channel != place % CHANNELS)
            continue;
        if (!is_free(a, place, &a->ranges[v]))
            continue;
        settle(a, v, place / CHANNELS, place % CHANNELS);
        if (a->spread)
            a->next = place + 1;
        return true;
    }
    return false;
}

/* Private memory in registers: one channel of successive GPRs, for the whole program. */
static bool place_array(struct allocator *a)
{
    struct mir_range whole = {0, a->words * 64};
    const struct mir_ranges array = {.range = &whole, .count = 1};
    a->f->array_gpr = ARRAY_FIRST_GPR;
    a->f->array_channel = ARRAY_CHANNEL;
    if (ARRAY_FIRST_GPR + a->f->array_dwords > a->f->gpr_limit)
        return false;
    for (uint32_t i = 0; i < a->f->array_dwords; i++)
        occupy(a, (ARRAY_FIRST_GPR + i) * CHANNELS + ARRAY_CHANNEL, &array);
    return true;
}

static int compare_units(const void *left, const void *right)
{
    const struct unit *x = left, *y = right;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->vreg > y->vreg) - (x->vreg < y->vreg);
}

/* A tuple, where its first member stands for it; false at the others. */
static bool describe_tuple(const struct allocator *a, uint32_t v, struct unit *unit)
{
    const struct tuple *tuple = &a->tuples[unit->tuple];
    uint32_t first = 0;
    while (!tuple->member[first])
        first++;
    for (unsigned c = 0; c < CHANNELS; c++)
        if (tuple->member[c] && mir_ranges_start(&a->ranges[tuple->member[c]]) + 1 < unit->start)
            unit->start = mir_ranges_start(&a->ranges[tuple->member[c]]) + 1;
    return tuple->member[first] == v;
}

/* Pinned registers come first: nothing else may take their places. */
static uint32_t collect_units(const struct allocator *a, struct unit *units)
{
    uint32_t count = 0;
    for (uint32_t v = 1; v < a->f->vreg_count; v++) {
        const struct mir_vreg *vreg = &a->f->vregs[v];
        struct unit unit = {.vreg = v, .tuple = vreg->tuple};
        if (!a->ranges[v].count)
            continue;
        unit.start = vreg->pinned != MIR_NO_GPR ? 0 : mir_ranges_start(&a->ranges[v]) + 1;
        if (!unit.tuple || describe_tuple(a, v, &unit))
            units[count++] = unit;
    }
    qsort(units, count, sizeof(*units), compare_units);
    return count;
}

static void collect_tuples(struct allocator *a)
{
    struct mir_function *f = a->f;
    a->tuples = evg_arena_array(f->arena, f->tuple_count + 1, sizeof(*a->tuples));
    for (uint32_t v = 1; v < f->vreg_count; v++)
        if (f->vregs[v].tuple && a->ranges[v].count)
            a->tuples[f->vregs[v].tuple].member[f->vregs[v].channel] = v;
}

static bool place_all(struct allocator *a, const struct unit *units, uint32_t count)
{
    bool fits = place_array(a);
    for (uint32_t i = 0; i < count && fits; i++)
        fits = units[i].tuple ? place_tuple(a, &a->tuples[units[i].tuple])
                              : place_vreg(a, units[i].vreg);
    return fits;
}

/* The first place that fits everything needs the fewest registers, but uses the same few again and
 * again, so that independent operations wait for each other. A second round goes on from place to
 * place, within a few registers more. The allocator starts as it was before the first. */
static bool place_spread(struct allocator *a, const struct unit *units, uint32_t count)
{
    struct allocator first = *a;
    struct mir_vreg *placed = evg_arena_array(a->f->arena, a->f->vreg_count, sizeof(*placed));
    if (!place_all(&first, units, count))
        return false;
    memcpy(placed, a->f->vregs, a->f->vreg_count * sizeof(*placed));
    a->limit = first.gprs + first.gprs / SPREAD_SHARE + SPREAD_GPRS;
    if (a->limit < SPREAD_LEAST)
        a->limit = SPREAD_LEAST;
    a->limit = a->limit < a->f->gpr_limit ? a->limit : a->f->gpr_limit;
    a->spread = true;
    if (place_all(a, units, count))
        return true;
    memcpy(a->f->vregs, placed, a->f->vreg_count * sizeof(*placed));
    a->gprs = first.gprs;
    return true;
}

int mir_allocate(struct mir_function *f, bool spread, char *error, size_t error_size)
{
    struct allocator a = {.f = f, .gprs = ARRAY_FIRST_GPR, .limit = f->gpr_limit};
    a.words = mir_number(f) / 64 + 1;
    mir_liveness(f);
    a.ranges = mir_find_ranges(f);
    collect_tuples(&a);
    struct unit *units = evg_arena_array(f->arena, f->vreg_count, sizeof(*units));
    uint32_t count = collect_units(&a, units);
    if (spread ? !place_spread(&a, units, count) : !place_all(&a, units, count)) {
        snprintf(error, error_size, "kernel %s: too many values are alive at once for %u registers",
                 f->name, f->gpr_limit);
        return -1;
    }
    f->gprs = a.gprs;
    return 0;
}
