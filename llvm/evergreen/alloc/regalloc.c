/* SPDX-License-Identifier: MIT */
/* regalloc.c: virtual registers to GPR channels.
 *
 * Every tuple, and every register outside tuples, in the order of its first position, takes the
 * first place whose occupancy bits are clear over its live ranges. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/evergreen/alloc/beside.h"
#include "llvm/evergreen/alloc/ranges.h"
#include "llvm/evergreen/mir/passes.h"

enum {
    CHANNELS = 4,
    ALL_CHANNELS = 0xf,
    W_CHANNEL = 3,
    CONFLICT = 16, /* the cost of two operations that need the same slot of a group; where the fifth
                      slot can take one of them, the cost is 1 */
    ROUNDS = 4,    /* of giving out registers, at most */
    MEETING = 8    /* the cost of a GPR that work beside fetches had better leave alone */
};

struct tuple {
    uint32_t member[CHANNELS]; /* registers, 0 for none */
};

/* The slots of a planned group that the results placed so far have taken. */
struct issue {
    uint8_t channels;
    bool trans;
};

/* An operation that writes a register. */
struct write {
    uint32_t next, issue;
    uint8_t slots; /* enum hw_alu_slots */
};

/* The unit of placement: a tuple, or a register outside tuples. */
struct unit {
    uint32_t tuple, vreg, start;
};

struct allocator {
    struct mir_function *f;
    const struct mir_ranges *ranges; /* by register */
    struct tuple *tuples;
    uint64_t *busy[MIR_USABLE_GPRS * CHANNELS]; /* occupancy by position; NULL: never used */
    uint32_t words;
    uint32_t cost;         /* of the channels taken so far */
    uint32_t gprs;         /* used so far */
    uint32_t limit;        /* only registers below it may be taken */
    struct issue *issues;  /* by planned group; NULL: take the first place that is free */
    uint32_t *first_write; /* by register: index in `writes`, 0: none */
    struct write *writes;
    struct mir_beside *beside; /* NULL: likewise */
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
        a->busy[place] = arena_array(a->f->arena, a->words, sizeof(uint64_t));
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
    assert(gpr < a->limit && channel < CHANNELS);
    a->f->vregs[v].gpr = (uint8_t)gpr;
    a->f->vregs[v].assigned_channel = (uint8_t)channel;
    if (a->beside)
        mir_beside_take(a->beside, v, gpr);
    occupy(a, gpr * CHANNELS + channel, &a->ranges[v]);
}

static bool tuple_fits(const struct allocator *a, const struct tuple *tuple, uint32_t gpr)
{
    bool fits = true;
    for (uint32_t c = 0; c < CHANNELS && fits; c++)
        fits = !tuple->member[c] || is_free(a, gpr * CHANNELS + c, &a->ranges[tuple->member[c]]);
    return fits;
}

static uint32_t tuple_cost(const struct allocator *a, const struct tuple *tuple, uint32_t gpr)
{
    bool meets = false;
    for (uint32_t c = 0; a->beside && c < CHANNELS; c++)
        meets |= tuple->member[c] && mir_beside_meets(a->beside, tuple->member[c], gpr);
    return meets ? MEETING : 0;
}

/* The cheapest register that is free in all channels. */
static bool place_tuple(struct allocator *a, const struct tuple *tuple)
{
    uint32_t best = 0, best_cost = UINT32_MAX;
    for (uint32_t gpr = 0; gpr < a->limit && best_cost > 0; gpr++) {
        const uint32_t cost = tuple_cost(a, tuple, gpr);
        if (cost < best_cost && tuple_fits(a, tuple, gpr)) {
            best = gpr;
            best_cost = cost;
        }
    }
    if (best_cost == UINT32_MAX)
        return false;
    for (uint32_t c = 0; c < CHANNELS; c++)
        if (tuple->member[c])
            settle(a, tuple->member[c], best, c);
    a->cost += best_cost;
    return true;
}

/* Returns the cost of a channel for a register: the sum, over the planned groups that write it, of
 * the cost of a conflict with another operation of the group in that slot. */
static uint32_t channel_cost(const struct allocator *a, uint32_t v, uint32_t channel)
{
    uint32_t cost = 0;
    for (uint32_t w = a->first_write[v]; w; w = a->writes[w].next) {
        const struct issue *issue = &a->issues[a->writes[w].issue];
        bool in_xyz = a->writes[w].slots == HW_SLOTS_XYZ;
        cost += in_xyz && channel == W_CHANNEL; /* which takes a slot more */
        if (a->writes[w].slots == HW_SLOTS_T || (in_xyz && channel != W_CHANNEL) ||
            !(issue->channels >> channel & 1))
            continue;
        cost += a->writes[w].slots == HW_SLOTS_VT && !issue->trans ? 1 : CONFLICT;
    }
    return cost;
}

static void take_channel(struct allocator *a, uint32_t v, uint32_t channel)
{
    for (uint32_t w = a->first_write[v]; w; w = a->writes[w].next) {
        struct issue *issue = &a->issues[a->writes[w].issue];
        if (a->writes[w].slots == HW_SLOTS_T)
            continue;
        issue->trans |= issue->channels >> channel & 1;
        issue->channels |= (uint8_t)(1 << channel);
    }
}

static bool may_lie(const struct mir_vreg *vreg, uint32_t place)
{
    return (vreg->pinned == MIR_NO_GPR || vreg->pinned == place / CHANNELS) &&
           (vreg->channel == MIR_ANY_CHANNEL || vreg->channel == place % CHANNELS);
}

/* The cheapest place, of equal ones the first. */
static bool place_vreg(struct allocator *a, uint32_t v)
{
    uint32_t best = 0, best_cost = UINT32_MAX;
    uint32_t costs[CHANNELS] = {0};
    for (uint32_t c = 0; a->issues && c < CHANNELS; c++)
        costs[c] = channel_cost(a, v, c);
    for (uint32_t place = 0; place < a->limit * CHANNELS && best_cost > 0; place++) {
        const bool meets = a->beside && mir_beside_meets(a->beside, v, place / CHANNELS);
        const uint32_t cost = costs[place % CHANNELS] + (meets ? MEETING : 0);
        if (cost < best_cost && may_lie(&a->f->vregs[v], place) &&
            is_free(a, place, &a->ranges[v])) {
            best = place;
            best_cost = cost;
        }
    }
    if (best_cost == UINT32_MAX)
        return false;
    settle(a, v, best / CHANNELS, best % CHANNELS);
    a->cost += best_cost;
    if (a->issues)
        take_channel(a, v, best % CHANNELS);
    return true;
}

/* Private memory in registers: one channel of successive GPRs, for the whole program. */
static bool place_array(struct allocator *a)
{
    struct mir_range whole = {0, a->words * 64};
    const struct mir_ranges array = {.range = &whole, .count = 1};
    a->f->array_gpr = MIR_ARRAY_GPR;
    a->f->array_channel = MIR_ARRAY_CHANNEL;
    if (MIR_ARRAY_GPR + a->f->array_dwords > a->f->gpr_limit)
        return false;
    for (uint32_t i = 0; i < a->f->array_dwords; i++)
        occupy(a, (MIR_ARRAY_GPR + i) * CHANNELS + MIR_ARRAY_CHANNEL, &array);
    return true;
}

static int compare_units(const void *left, const void *right)
{
    const struct unit *x = left, *y = right;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->vreg > y->vreg) - (x->vreg < y->vreg);
}

/* Makes the unit of a tuple, which its first member stands for; false at the others. */
static bool describe_tuple(const struct allocator *a, uint32_t v, struct unit *unit)
{
    const struct tuple *tuple = &a->tuples[unit->tuple];
    uint32_t first = 0;
    assert(tuple->member[a->f->vregs[v].channel] == v); /* no channel has two members */
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
    a->tuples = arena_array(f->arena, f->tuple_count + 1, sizeof(*a->tuples));
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

static void note_write(struct allocator *a, const struct mir_inst *inst, uint32_t index)
{
    uint32_t v = inst->dst[0];
    enum hw_alu_slots slots = mir_slots(a->f, inst);
    assert(inst->group <= a->f->planned_groups);
    struct issue *issue = &a->issues[inst->group];
    if (inst->kind == MIR_DOT || slots == HW_SLOTS_XYZW) {
        issue->channels = ALL_CHANNELS;
        return;
    }
    a->writes[index] = (struct write){a->first_write[v], inst->group, (uint8_t)slots};
    if (slots == HW_SLOTS_XYZ)
        issue->channels |= (uint8_t)hw_alu_slot_mask(slots, 0);
    if (slots == HW_SLOTS_T)
        issue->trans = true;
    else if (a->f->vregs[v].channel != MIR_ANY_CHANNEL)
        issue->channels |= (uint8_t)(1 << a->f->vregs[v].channel);
    if (a->f->vregs[v].channel == MIR_ANY_CHANNEL)
        a->first_write[v] = index;
}

/* Private memory has a channel of its own; the fifth slot takes the second store of a group. */
static void note_array_store(struct issue *issue)
{
    issue->trans |= issue->channels >> MIR_ARRAY_CHANNEL & 1;
    issue->channels |= 1 << MIR_ARRAY_CHANNEL;
}

/* Collects the writes of the planned groups. */
static void collect_writes(struct allocator *a)
{
    uint32_t count = 1;
    for (uint32_t b = 0; b < a->f->block_count; b++)
        for (const struct mir_inst *inst = a->f->blocks[b]->first; inst; inst = inst->next)
            count += inst->group != 0;
    a->writes = arena_array(a->f->arena, count, sizeof(*a->writes));
    a->first_write = arena_array(a->f->arena, a->f->vreg_count, sizeof(uint32_t));
    a->issues = arena_array(a->f->arena, a->f->planned_groups + 1, sizeof(*a->issues));
    count = 1;
    for (uint32_t b = 0; b < a->f->block_count; b++)
        for (const struct mir_inst *inst = a->f->blocks[b]->first; inst; inst = inst->next)
            if (inst->group && inst->dst_count)
                note_write(a, inst, count++);
            else if (inst->group && inst->kind == MIR_ARRAY_STORE)
                note_array_store(&a->issues[inst->group]);
}

/* Places all into at most `limit` registers, operations that are issued together in different
 * channels. The allocator is as it was before the first round. */
static bool place_apart(struct allocator *a, const struct unit *units, uint32_t count,
                        uint32_t limit, struct mir_beside *beside)
{
    a->limit = limit < a->f->gpr_limit ? limit : a->f->gpr_limit;
    collect_writes(a);
    mir_beside_clear(beside);
    a->beside = beside;
    return place_all(a, units, count);
}

/* First-fit needs the fewest registers. Further rounds keep that number, or add a few registers
 * where it does not suffice or they save groups. */
static bool place_spread(struct allocator *a, const struct unit *units, uint32_t count)
{
    static const uint32_t slacks[ROUNDS] = {0, 1, 2, 4};
    const size_t bytes = a->f->vreg_count * sizeof(struct mir_vreg);
    struct allocator best = *a;
    if (!a->f->vreg_count)
        return place_all(a, units, count);
    struct mir_vreg *placed = arena_array(a->f->arena, a->f->vreg_count, sizeof(*placed));
    if (!place_all(&best, units, count))
        return false;
    memcpy(placed, a->f->vregs, bytes);
    const uint32_t fewest = best.gprs;
    struct mir_beside *beside = mir_find_beside(a->f);
    bool apart = false;
    for (size_t i = 0; i < ROUNDS && !(apart && (i > 1 || best.cost < CONFLICT)); i++) {
        struct allocator round = *a;
        if (!place_apart(&round, units, count, fewest + slacks[i], beside) ||
            (apart && round.cost + CONFLICT > best.cost))
            continue;
        apart = true;
        best = round;
        memcpy(placed, a->f->vregs, bytes);
    }
    memcpy(a->f->vregs, placed, bytes);
    a->gprs = best.gprs;
    return true;
}

/* Whether every value that is ever alive has a place among the registers that are used. */
static inline bool all_placed(const struct allocator *a)
{
    for (uint32_t v = 1; v < a->f->vreg_count; v++) {
        const struct mir_vreg *vreg = &a->f->vregs[v];
        if (a->ranges[v].count &&
            (vreg->gpr >= a->gprs || vreg->assigned_channel >= CHANNELS ||
             (vreg->channel != MIR_ANY_CHANNEL && vreg->assigned_channel != vreg->channel)))
            return false;
    }
    return true;
}

void mir_regalloc(struct mir_function *f)
{
    struct allocator a = {.f = f, .gprs = MIR_ARRAY_GPR, .limit = f->gpr_limit};
    assert(!f->ssa && f->gpr_limit <= MIR_USABLE_GPRS);
    a.words = mir_number(f) / 64 + 1;
    mir_liveness(f);
    a.ranges = mir_find_ranges(f);
    collect_tuples(&a);
    struct unit *units = arena_array(f->arena, f->vreg_count, sizeof(*units));
    uint32_t count = collect_units(&a, units);
    bool fits = f->no_spread ? place_all(&a, units, count) : place_spread(&a, units, count);
    f->out_of_gprs = !fits;
    assert(!fits || (a.gprs <= f->gpr_limit && all_placed(&a)));
    f->gprs = a.gprs;
}
