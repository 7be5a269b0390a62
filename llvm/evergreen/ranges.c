/* SPDX-License-Identifier: MIT */
/* ranges.c: live ranges of virtual registers, from liveness at the ends of blocks. */
#include "llvm/evergreen/ranges.h"

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

bool mir_ranges_overlap(const struct mir_ranges *a, const struct mir_ranges *b)
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

struct mir_ranges mir_ranges_join(struct mir_function *f, const struct mir_ranges *a,
                                  const struct mir_ranges *b)
{
    struct mir_ranges joined = {.capacity = a->count + b->count};
    uint32_t i = 0, k = 0;
    joined.range = evg_arena_array(f->arena, joined.capacity, sizeof(*joined.range));
    while (i < a->count || k < b->count)
        if (k == b->count || (i < a->count && a->range[i].from > b->range[k].from))
            joined.range[joined.count++] = a->range[i++];
        else
            joined.range[joined.count++] = b->range[k++];
    return joined;
}
