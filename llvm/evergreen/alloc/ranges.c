/* SPDX-License-Identifier: MIT */
/* ranges.c: live ranges of virtual registers, from liveness at the ends of blocks. */
#include "llvm/evergreen/alloc/ranges.h"

#include <assert.h>
#include <string.h>

struct finder {
    struct mir_function *f;
    struct mir_ranges *ranges;
    uint32_t *open;    /* by register: end of the range being walked; 0: none */
    uint32_t *touched; /* registers that may be open */
    uint32_t touched_count;
};

/* Adds a range. Ranges come in falling order, and are reversed in the end; touching ones join. */
static void add_range(struct finder *s, uint32_t v, uint32_t from, uint32_t to)
{
    struct mir_ranges *ranges = &s->ranges[v];
    assert(from < to);
    if (ranges->count && ranges->range[ranges->count - 1].from <= to) {
        struct mir_range *last = &ranges->range[ranges->count - 1];
        last->from = from < last->from ? from : last->from;
        return;
    }
    ranges->range = arena_grow(s->f->arena, ranges->range, ranges->count, &ranges->capacity,
                               sizeof(*ranges->range));
    ranges->range[ranges->count++] = (struct mir_range){from, to};
}

static void open_at(struct finder *s, uint32_t v, uint32_t end)
{
    if (s->open[v])
        return;
    s->open[v] = end;
    s->touched[s->touched_count++] = v;
}

static void open_operand(struct finder *s, const struct mir_operand *operand, uint32_t end)
{
    if (operand->kind == MIR_VREG)
        open_at(s, operand->value, end);
}

static void open_live_out(struct finder *s, const struct mir_block *block)
{
    const struct mir_live_set *set = &block->live_out;
    for (uint32_t w = 0; w < set->count; w++)
        for (uint64_t bits = set->words[w].bits; bits; bits &= bits - 1)
            open_at(s, set->words[w].index * 64 + (uint32_t)__builtin_ctzll(bits), block->end + 2);
}

static void close_destinations(struct finder *s, const struct mir_inst *inst)
{
    uint32_t written = inst->position + 1;
    for (unsigned d = 0; d < inst->dst_count; d++) {
        uint32_t v = inst->dst[d];
        if (!v)
            continue;
        add_range(s, v, written, s->open[v] ? s->open[v] : written + 1);
        s->open[v] = 0;
    }
}

static void block_ranges(struct finder *s, const struct mir_block *block)
{
    s->touched_count = 0;
    open_live_out(s, block);
    open_operand(s, &block->cond, block->end + 1);
    open_operand(s, &block->cond_other, block->end + 1);
    for (const struct mir_inst *inst = block->last; inst; inst = inst->prev) {
        close_destinations(s, inst);
        for (uint32_t i = 0; i < inst->src_count; i++)
            open_operand(s, &inst->src[i], inst->position + 1);
    }
    for (uint32_t i = 0; i < s->touched_count; i++) {
        uint32_t v = s->touched[i];
        if (s->open[v])
            add_range(s, v, block->begin, s->open[v]);
        s->open[v] = 0;
    }
}

/* A register is opened anew after each of its definitions. */
static size_t most_openings(const struct mir_function *f)
{
    size_t count = f->vreg_count + 2;
    for (uint32_t b = 0; b < f->block_count; b++)
        for (const struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            count += inst->src_count;
    return count;
}

static void turn_round(struct mir_ranges *ranges)
{
    for (uint32_t i = 0, k = ranges->count; i + 1 < k; i++) {
        struct mir_range last = ranges->range[--k];
        ranges->range[k] = ranges->range[i];
        ranges->range[i] = last;
    }
}

struct mir_ranges *mir_find_ranges(struct mir_function *f)
{
    struct finder s = {.f = f};
    assert(!f->ssa); /* a phi reads its sources elsewhere than where it is */
    s.ranges = arena_array(f->arena, f->vreg_count, sizeof(*s.ranges));
    s.open = arena_array(f->arena, f->vreg_count, sizeof(*s.open));
    s.touched = arena_array(f->arena, most_openings(f), sizeof(*s.touched));
    for (uint32_t b = f->block_count; b-- > 0;)
        block_ranges(&s, f->blocks[b]);
    for (uint32_t v = 1; v < f->vreg_count; v++)
        turn_round(&s.ranges[v]);
    return s.ranges;
}

/* The first range that ends behind a position; the count: none does. */
static uint32_t find_end(const struct mir_ranges *ranges, uint32_t position)
{
    uint32_t low = 0, high = ranges->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (ranges->range[middle].to <= position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool range_overlaps(const struct mir_ranges *many, const struct mir_range *one)
{
    uint32_t next = find_end(many, one->from);
    return next < many->count && many->range[next].from < one->to;
}

/* Tests for an overlap by a walk along both lists, for lists of similar length. */
static bool walk_overlaps(const struct mir_ranges *a, const struct mir_ranges *b)
{
    uint32_t i = 0, k = 0;
    while (i < a->count && k < b->count) {
        if (a->range[i].to <= b->range[k].from)
            i++;
        else if (b->range[k].to <= a->range[i].from)
            k++;
        else
            return true;
    }
    return false;
}

/* Whether a binary search for each of `few` is faster than a walk along both. */
static bool are_few(const struct mir_ranges *few, const struct mir_ranges *many)
{
    enum { FEW = 8 /* times fewer */ };
    return many->count / FEW >= few->count;
}

bool mir_ranges_overlap(const struct mir_ranges *a, const struct mir_ranges *b)
{
    const struct mir_ranges *few = a->count < b->count ? a : b, *many = few == a ? b : a;
    bool overlap = false;
    if (!are_few(few, many))
        return walk_overlaps(a, b);
    for (uint32_t i = 0; i < few->count && !overlap; i++)
        overlap = range_overlaps(many, &few->range[i]);
    return overlap;
}

static void make_room(struct mir_function *f, struct mir_ranges *ranges, uint32_t count)
{
    if (count <= ranges->capacity)
        return;
    struct mir_ranges grown = {.count = ranges->count, .capacity = 2 * (size_t)count};
    grown.range = arena_array(f->arena, grown.capacity, sizeof(*grown.range));
    memcpy(grown.range, ranges->range, ranges->count * sizeof(*grown.range));
    arena_release(f->arena, ranges->range);
    *ranges = grown;
}

/* From the back, where the room is. */
static void merge(struct mir_ranges *into, const struct mir_ranges *from)
{
    uint32_t i = into->count, k = from->count;
    into->count = i + k;
    while (k > 0)
        if (i > 0 && into->range[i - 1].from > from->range[k - 1].from) {
            into->range[i + k - 1] = into->range[i - 1];
            i--;
        } else {
            into->range[i + k - 1] = from->range[k - 1];
            k--;
        }
}

/* Inserts a range. Of two registers that a copy joins, one ends where the other begins, and the
 * ranges become one in place. */
static void insert(struct mir_ranges *into, struct mir_range one)
{
    uint32_t next = find_end(into, one.from);
    struct mir_range *at = &into->range[next];
    size_t behind = (into->count - next) * sizeof(*at);
    if (next > 0 && at[-1].to == one.from) {
        at[-1].to = one.to;
    } else if (next < into->count && at->from == one.to) {
        at->from = one.from;
    } else {
        memmove(at + 1, at, behind);
        *at = one;
        into->count++;
    }
}

void mir_ranges_join(struct mir_function *f, struct mir_ranges *into, struct mir_ranges *from)
{
    assert(!mir_ranges_overlap(into, from));
    if (into->count < from->count) {
        struct mir_ranges swapped = *into;
        *into = *from;
        *from = swapped;
    }
    make_room(f, into, into->count + from->count);
    if (!are_few(from, into)) {
        merge(into, from);
        return;
    }
    for (uint32_t i = 0; i < from->count; i++)
        insert(into, from->range[i]);
}
