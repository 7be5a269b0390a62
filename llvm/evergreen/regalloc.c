/* SPDX-License-Identifier: MIT */
/* regalloc.c: virtual registers to GPR channels.
 *
 * Live ranges are exact, with holes. Registers joined by copies are merged into classes when their
 * ranges do not meet; classes of a tuple stay side by side. Then every class or tuple, in the order
 * of its first position, takes the first place whose occupancy bits are clear over its ranges. */
#include <stdlib.h>
#include <string.h>

#include "llvm/evergreen/passes.h"

enum {
    CHANNELS = 4,
    USABLE_GPRS = HW_GPRS - HW_CLAUSE_TEMPS,
    ARRAY_FIRST_GPR = 2,
    ARRAY_CHANNEL = 3,
    SPREAD_GPRS = 1, /* more than needed, and one in SPREAD_SHARE, where operations gain by it */
    SPREAD_SHARE = 8,
    SPREAD_LEAST = 3
};

struct range {
    uint32_t from, to; /* positions, `to` excluded */
};

/* A set of virtual registers that share a place; valid at its root only. */
struct class
{
    uint32_t parent;
    struct range *ranges; /* falling positions */
    size_t count, capacity;
    uint32_t tuple;
    uint8_t channel, pinned;
    uint8_t gpr;
};

struct tuple {
    uint32_t parent;
    uint32_t member[CHANNELS]; /* class roots, 0 for none */
};

/* What is placed at once: a tuple, or a class outside tuples. */
struct unit {
    uint32_t tuple, class, start;
};

struct allocator {
    struct mir_function *f;
    struct class *classes;
    struct tuple *tuples;
    uint64_t *busy[USABLE_GPRS * CHANNELS]; /* occupancy by position; NULL: never used */
    uint32_t words;
    uint32_t gprs;  /* used so far */
    uint32_t limit; /* places may be taken below it */
    uint32_t next;  /* place to look at first */
    bool spread;
};

static uint32_t find_class(const struct allocator *a, uint32_t v)
{
    while (a->classes[v].parent != v)
        v = a->classes[v].parent = a->classes[a->classes[v].parent].parent;
    return v;
}

static uint32_t find_tuple(const struct allocator *a, uint32_t t)
{
    while (a->tuples[t].parent != t)
        t = a->tuples[t].parent;
    return t;
}

/* --- Live ranges --- */

/* Ranges come in falling order; touching ones join. */
static void add_range(struct allocator *a, uint32_t v, uint32_t from, uint32_t to)
{
    struct class *class = &a->classes[v];
    if (class->count && class->ranges[class->count - 1].from <= to) {
        class->ranges[class->count - 1].from = from;
        return;
    }
    class->ranges = evg_arena_grow(a->f->arena, class->ranges, class->count, &class->capacity,
                                   sizeof(struct range));
    class->ranges[class->count++] = (struct range){from, to};
}

static void open_at(uint32_t *open, const struct mir_operand *operand, uint32_t end)
{
    if (operand->kind == MIR_VREG && !open[operand->value])
        open[operand->value] = end;
}

static void block_ranges(struct allocator *a, const struct mir_block *block, uint32_t *open)
{
    for (uint32_t v = 1; v < a->f->vreg_count; v++)
        open[v] = mir_bit(block->live_out, v) ? block->end + 2 : 0;
    open_at(open, &block->cond, block->end + 1);
    open_at(open, &block->cond_other, block->end + 1);
    for (const struct mir_inst *inst = block->last; inst; inst = inst->prev) {
        uint32_t written = inst->position + 1;
        for (unsigned d = 0; d < inst->dst_count; d++) {
            uint32_t v = inst->dst[d];
            if (!v)
                continue;
            add_range(a, v, written, open[v] ? open[v] : written + 1);
            open[v] = 0;
        }
        for (uint32_t i = 0; i < inst->src_count; i++)
            open_at(open, &inst->src[i], written);
    }
    for (uint32_t v = 1; v < a->f->vreg_count; v++)
        if (open[v])
            add_range(a, v, block->begin, open[v]);
}

static void find_ranges(struct allocator *a)
{
    uint32_t *open = evg_arena_array(a->f->arena, a->f->vreg_count, sizeof(*open));
    for (uint32_t b = a->f->block_count; b-- > 0;)
        block_ranges(a, a->f->blocks[b], open);
}

/* --- Merging --- */

static bool overlap(const struct class *a, const struct class *b)
{
    size_t i = 0, k = 0;
    while (i < a->count && k < b->count) {
        if (a->ranges[i].from >= b->ranges[k].to)
            i++;
        else if (b->ranges[k].from >= a->ranges[i].to)
            k++;
        else
            return true;
    }
    return false;
}

static void join_classes(struct allocator *a, uint32_t into, uint32_t from)
{
    struct class *x = &a->classes[into], *y = &a->classes[from];
    struct range *ranges = evg_arena_array(a->f->arena, x->count + y->count, sizeof(*ranges));
    size_t i = 0, k = 0, n = 0;
    while (i < x->count || k < y->count)
        if (k == y->count || (i < x->count && x->ranges[i].from > y->ranges[k].from))
            ranges[n++] = x->ranges[i++];
        else
            ranges[n++] = y->ranges[k++];
    x->ranges = ranges;
    x->count = x->capacity = n;
    y->parent = into;
    if (x->channel == MIR_ANY_CHANNEL)
        x->channel = y->channel;
    if (x->pinned == MIR_NO_GPR)
        x->pinned = y->pinned;
    if (y->tuple && !x->tuple)
        x->tuple = y->tuple;
    if (x->tuple)
        a->tuples[find_tuple(a, x->tuple)].member[x->channel] = into;
}

/* Two tuples become one when none of their channels collide. */
static bool join_tuples(struct allocator *a, uint32_t t, uint32_t u)
{
    for (unsigned c = 0; c < CHANNELS; c++) {
        uint32_t x = a->tuples[t].member[c], y = a->tuples[u].member[c];
        if (x && y && overlap(&a->classes[x], &a->classes[y]))
            return false;
    }
    a->tuples[u].parent = t;
    for (unsigned c = 0; c < CHANNELS; c++) {
        uint32_t x = a->tuples[t].member[c], y = a->tuples[u].member[c];
        if (x && y)
            join_classes(a, x, y);
        else if (y)
            a->tuples[t].member[c] = y;
    }
    return true;
}

static void try_merge(struct allocator *a, uint32_t v, uint32_t w)
{
    uint32_t x = find_class(a, v), y = find_class(a, w);
    const struct class *p = &a->classes[x], *q = &a->classes[y];
    if (x == y)
        return;
    if (p->channel != MIR_ANY_CHANNEL && q->channel != MIR_ANY_CHANNEL && p->channel != q->channel)
        return;
    if ((p->pinned != MIR_NO_GPR || q->pinned != MIR_NO_GPR) &&
        (p->tuple || q->tuple || p->pinned == q->pinned))
        return;
    if (p->pinned != MIR_NO_GPR && q->pinned != MIR_NO_GPR)
        return;
    if (p->tuple && q->tuple) {
        uint32_t t = find_tuple(a, p->tuple), u = find_tuple(a, q->tuple);
        if (t != u)
            join_tuples(a, t, u);
        return;
    }
    if (!overlap(p, q))
        join_classes(a, x, y);
}

static void merge_copies(struct allocator *a)
{
    for (uint32_t b = 0; b < a->f->block_count; b++)
        for (const struct mir_inst *inst = a->f->blocks[b]->first; inst; inst = inst->next)
            if (mir_is_copy(inst) && inst->src[0].kind == MIR_VREG)
                try_merge(a, inst->dst[0], inst->src[0].value);
}

/* --- Placing --- */

static uint64_t word_mask(const struct range *r, uint32_t word)
{
    uint64_t mask = UINT64_MAX;
    if (r->from / 64 == word)
        mask &= UINT64_MAX << r->from % 64;
    if ((r->to - 1) / 64 == word)
        mask &= UINT64_MAX >> (63 - (r->to - 1) % 64);
    return mask;
}

static bool is_free(const struct allocator *a, uint32_t place, const struct class *class)
{
    const uint64_t *busy = a->busy[place];
    for (size_t i = 0; busy && i < class->count; i++)
        for (uint32_t w = class->ranges[i].from / 64; w <= (class->ranges[i].to - 1) / 64; w++)
            if (busy[w] & word_mask(&class->ranges[i], w))
                return false;
    return true;
}

static void occupy(struct allocator *a, uint32_t place, const struct class *class)
{
    if (!a->busy[place])
        a->busy[place] = evg_arena_array(a->f->arena, a->words, sizeof(uint64_t));
    for (size_t i = 0; i < class->count; i++)
        for (uint32_t w = class->ranges[i].from / 64; w <= (class->ranges[i].to - 1) / 64; w++)
            a->busy[place][w] |= word_mask(&class->ranges[i], w);
    if (place / CHANNELS + 1 > a->gprs)
        a->gprs = place / CHANNELS + 1;
}

static void settle(struct allocator *a, uint32_t class, uint32_t gpr, uint32_t channel)
{
    a->classes[class].gpr = (uint8_t)gpr;
    a->classes[class].channel = (uint8_t)channel;
    occupy(a, gpr * CHANNELS + channel, &a->classes[class]);
}

static bool place_tuple(struct allocator *a, const struct tuple *tuple)
{
    for (uint32_t gpr = 0; gpr < a->limit; gpr++) {
        bool fits = true;
        for (uint32_t c = 0; c < CHANNELS && fits; c++)
            fits =
                !tuple->member[c] || is_free(a, gpr * CHANNELS + c, &a->classes[tuple->member[c]]);
        if (!fits)
            continue;
        for (uint32_t c = 0; c < CHANNELS; c++)
            if (tuple->member[c])
                settle(a, tuple->member[c], gpr, c);
        return true;
    }
    return false;
}

static bool place_class(struct allocator *a, uint32_t root)
{
    const struct class *class = &a->classes[root];
    for (uint32_t i = 0; i < a->limit * CHANNELS; i++) {
        uint32_t place = (a->next + i) % (a->limit * CHANNELS);
        if (class->pinned != MIR_NO_GPR && class->pinned != place / CHANNELS)
            continue;
        if (class->channel != MIR_ANY_CHANNEL && class->channel != place % CHANNELS)
            continue;
        if (!is_free(a, place, class))
            continue;
        settle(a, root, place / CHANNELS, place % CHANNELS);
        if (a->spread)
            a->next = place + 1;
        return true;
    }
    return false;
}

/* Private memory in registers: one channel of successive GPRs, for the whole program. */
static bool place_array(struct allocator *a)
{
    struct range whole = {0, a->words * 64};
    const struct class array = {.ranges = &whole, .count = 1};
    a->f->array_gpr = ARRAY_FIRST_GPR;
    a->f->array_channel = ARRAY_CHANNEL;
    if (ARRAY_FIRST_GPR + a->f->array_dwords > USABLE_GPRS)
        return false;
    for (uint32_t i = 0; i < a->f->array_dwords; i++)
        occupy(a, (ARRAY_FIRST_GPR + i) * CHANNELS + ARRAY_CHANNEL, &array);
    return true;
}

static uint32_t start_of(const struct allocator *a, uint32_t class)
{
    const struct class *c = &a->classes[class];
    return c->count ? c->ranges[c->count - 1].from : 0;
}

static int compare_units(const void *left, const void *right)
{
    const struct unit *x = left, *y = right;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->class > y->class) - (x->class < y->class);
}

/* Pinned classes come first: nothing else may take their places. */
static uint32_t collect_units(const struct allocator *a, struct unit *units)
{
    uint32_t count = 0;
    for (uint32_t v = 1; v < a->f->vreg_count; v++) {
        const struct class *class = &a->classes[v];
        if (class->parent != v || !class->count)
            continue;
        struct unit unit = {.class = v,
                            .start = class->pinned != MIR_NO_GPR ? 0 : start_of(a, v) + 1};
        if (class->tuple) {
            unit.tuple = find_tuple(a, class->tuple);
            const struct tuple *tuple = &a->tuples[unit.tuple];
            uint32_t first = 0;
            while (!tuple->member[first])
                first++;
            if (tuple->member[first] != v)
                continue; /* the tuple's first member stands for it */
            for (unsigned c = 0; c < CHANNELS; c++)
                if (tuple->member[c] && start_of(a, tuple->member[c]) + 1 < unit.start)
                    unit.start = start_of(a, tuple->member[c]) + 1;
        }
        units[count++] = unit;
    }
    qsort(units, count, sizeof(*units), compare_units);
    return count;
}

static void create_classes(struct allocator *a)
{
    struct mir_function *f = a->f;
    a->classes = evg_arena_array(f->arena, f->vreg_count, sizeof(*a->classes));
    a->tuples = evg_arena_array(f->arena, f->tuple_count + 1, sizeof(*a->tuples));
    for (uint32_t t = 0; t <= f->tuple_count; t++)
        a->tuples[t].parent = t;
    for (uint32_t v = 1; v < f->vreg_count; v++) {
        const struct mir_vreg *vreg = &f->vregs[v];
        a->classes[v] = (struct class){
            .parent = v, .tuple = vreg->tuple, .channel = vreg->channel, .pinned = vreg->pinned};
        if (vreg->tuple)
            a->tuples[vreg->tuple].member[vreg->channel] = v;
    }
}

static bool place_all(struct allocator *a, const struct unit *units, uint32_t count)
{
    bool fits = place_array(a);
    for (uint32_t i = 0; i < count && fits; i++)
        fits = units[i].tuple ? place_tuple(a, &a->tuples[units[i].tuple])
                              : place_class(a, units[i].class);
    return fits;
}

/* The first place that fits everything needs the fewest registers, but uses the same few again and
 * again, so that independent operations wait for each other. A second round goes on from place to
 * place, within a few registers more. The allocator starts as it was before the first. */
static bool place_spread(struct allocator *a, const struct unit *units, uint32_t count)
{
    struct class *classes = evg_arena_array(a->f->arena, a->f->vreg_count, sizeof(*classes));
    struct allocator first = *a;
    memcpy(classes, a->classes, a->f->vreg_count * sizeof(*classes));
    if (!place_all(&first, units, count))
        return false;
    a->limit = first.gprs + first.gprs / SPREAD_SHARE + SPREAD_GPRS;
    if (a->limit < SPREAD_LEAST)
        a->limit = SPREAD_LEAST;
    a->limit = a->limit < USABLE_GPRS ? a->limit : USABLE_GPRS;
    a->spread = true;
    struct class *placed = a->classes;
    a->classes = classes;
    if (place_all(a, units, count))
        return true;
    a->classes = placed;
    a->gprs = first.gprs;
    return true;
}

int mir_allocate(struct mir_function *f, bool merge, bool spread, char *error, size_t error_size)
{
    struct allocator a = {.f = f, .gprs = ARRAY_FIRST_GPR, .limit = USABLE_GPRS};
    a.words = mir_number(f) / 64 + 1;
    mir_liveness(f);
    create_classes(&a);
    find_ranges(&a);
    if (merge)
        merge_copies(&a);
    struct unit *units = evg_arena_array(f->arena, f->vreg_count, sizeof(*units));
    uint32_t count = collect_units(&a, units);
    if (spread ? !place_spread(&a, units, count) : !place_all(&a, units, count)) {
        snprintf(error, error_size, "kernel %s: too many values are alive at once for %d registers",
                 f->name, USABLE_GPRS);
        return -1;
    }
    for (uint32_t v = 1; v < f->vreg_count; v++) {
        const struct class *class = &a.classes[find_class(&a, v)];
        f->vregs[v].gpr = class->gpr;
        f->vregs[v].assigned_channel = class->channel & 3;
    }
    f->gprs = a.gprs;
    return 0;
}
