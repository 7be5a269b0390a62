/* SPDX-License-Identifier: MIT */
/* ranges.c: live ranges of virtual registers, from liveness at the ends of blocks. */
#include "llvm/evergreen/alloc/ranges.h"

#include <string.h>

struct finder {
    struct mir_function *f;
    struct mir_ranges *ranges;
    uint32_t *open;    /* by register: end of the range being walked; 0: none */
    uint32_t *touched; /* registers that may be open */
    uint32_t touched_count;
};

/* Ranges come in falling order; touching ones join. */
static void add_range(struct finder *s, uint32_t v, uint32_t from, uint32_t to)
{
    struct mir_ranges *ranges = &s->ranges[v];
    if (ranges->count && ranges->range[ranges->count - 1].from <= to) {
        struct mir_range *last = &ranges->range[ranges->count - 1];
        last->from = from < last->from ? from : last->from;
        return;
    }
    ranges->range = evg_arena_grow(s->f->arena, ranges->range, ranges->count, &ranges->capacity,
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
    for (uint32_t w = 0; w <= s->f->vreg_count / 64; w++)
        for (uint64_t bits = block->live_out[w]; bits; bits &= bits - 1)
            open_at(s, w * 64 + (uint32_t)__builtin_ctzll(bits), block->end + 2);
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

struct mir_ranges *mir_find_ranges(struct mir_function *f)
{
    struct finder s = {.f = f};
    s.ranges = evg_arena_array(f->arena, f->vreg_count, sizeof(*s.ranges));
    s.open = evg_arena_array(f->arena, f->vreg_count, sizeof(*s.open));
    s.touched = evg_arena_array(f->arena, most_openings(f), sizeof(*s.touched));
    for (uint32_t b = f->block_count; b-- > 0;)
        block_ranges(&s, f->blocks[b]);
    return s.ranges;
}

/* Whether one range overlaps some of many, by bisection. */
static bool range_overlaps(const struct mir_ranges *many, const struct mir_range *one)
{
    uint32_t low = 0, high = many->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (many->range[middle].from >= one->to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < many->count && many->range[low].to > one->from;
}

/* Of numbers of ranges that are alike. */
static bool walk_overlaps(const struct mir_ranges *a, const struct mir_ranges *b)
{
    uint32_t i = 0, k = 0;
    while (i < a->count && k < b->count) {
        if (a->range[i].from >= b->range[k].to)
            i++;
        else if (b->range[k].from >= a->range[i].to)
            k++;
        else
            return true;
    }
    return false;
}

bool mir_ranges_overlap(const struct mir_ranges *a, const struct mir_ranges *b)
{
    enum { FEW = 8 /* times fewer, for which bisection pays */ };
    const struct mir_ranges *few = a->count < b->count ? a : b, *many = few == a ? b : a;
    bool overlap = false;
    if (many->count / FEW < few->count)
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
    grown.range = evg_arena_array(f->arena, grown.capacity, sizeof(*grown.range));
    memcpy(grown.range, ranges->range, ranges->count * sizeof(*grown.range));
    evg_arena_release(f->arena, ranges->range);
    *ranges = grown;
}

/* From the back, where the room is. */
void mir_ranges_join(struct mir_function *f, struct mir_ranges *into, struct mir_ranges *from)
{
    if (into->count < from->count) {
        struct mir_ranges swapped = *into;
        *into = *from;
        *from = swapped;
    }
    uint32_t i = into->count, k = from->count;
    make_room(f, into, i + k);
    into->count = i + k;
    while (k > 0)
        if (i > 0 && into->range[i - 1].from < from->range[k - 1].from) {
            into->range[i + k - 1] = into->range[i - 1];
            i--;
        } else {
            into->range[i + k - 1] = from->range[k - 1];
            k--;
        }
}
