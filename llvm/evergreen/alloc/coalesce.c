/* SPDX-License-Identifier: MIT */
/* coalesce.c: merges registers that a copy joins and that are not live together, those of inner
 * loops first, and removes the copies. Members of tuples that a copy joins bring their tuples with
 * them. Requires leave_ssa.c. */
#include <assert.h>

#include "llvm/evergreen/alloc/ranges.h"
#include "llvm/evergreen/mir/passes.h"
#include "llvm/evergreen/mir/values.h"

enum { CHANNELS = 4 };

/* A set of virtual registers that will become one register; the fields hold at its root only. */
struct class
{
    uint32_t parent;
    struct mir_ranges ranges;
    uint32_t tuple;
    uint8_t channel, pinned;
};

struct tuple {
    uint32_t parent;
    uint32_t member[CHANNELS]; /* class roots, 0 for none */
};

struct coalescer {
    struct mir_function *f;
    struct class *classes;
    struct tuple *tuples;
};

static uint32_t find_class(const struct coalescer *c, uint32_t v)
{
    while (c->classes[v].parent != v)
        v = c->classes[v].parent = c->classes[c->classes[v].parent].parent;
    return v;
}

static uint32_t find_tuple(const struct coalescer *c, uint32_t t)
{
    while (c->tuples[t].parent != t)
        t = c->tuples[t].parent;
    return t;
}

static void join_classes(struct coalescer *c, uint32_t into, uint32_t from)
{
    struct class *x = &c->classes[into], *y = &c->classes[from];
    assert(into != from && x->parent == into && y->parent == from); /* roots of two classes */
    mir_ranges_join(c->f, &x->ranges, &y->ranges);
    y->parent = into;
    if (x->channel == MIR_ANY_CHANNEL)
        x->channel = y->channel;
    if (x->pinned == MIR_NO_GPR)
        x->pinned = y->pinned;
    if (y->tuple && !x->tuple)
        x->tuple = y->tuple;
    assert(!x->tuple || x->channel < CHANNELS); /* members of tuples have channels */
    if (x->tuple)
        c->tuples[find_tuple(c, x->tuple)].member[x->channel] = into;
}

/* Two tuples become one when none of their channels collide. */
static void join_tuples(struct coalescer *c, uint32_t t, uint32_t u)
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        uint32_t x = c->tuples[t].member[i], y = c->tuples[u].member[i];
        if (x && y && mir_ranges_overlap(&c->classes[x].ranges, &c->classes[y].ranges))
            return;
    }
    assert(c->tuples[t].parent == t && c->tuples[u].parent == u);
    c->tuples[u].parent = t;
    for (unsigned i = 0; i < CHANNELS; i++) {
        uint32_t x = c->tuples[t].member[i], y = c->tuples[u].member[i];
        if (x && y)
            join_classes(c, x, y);
        else if (y)
            c->tuples[t].member[i] = y;
    }
}

/* Whether the channels and GPRs that the two must have allow to merge them. */
static bool places_agree(const struct class *p, const struct class *q)
{
    bool p_pinned = p->pinned != MIR_NO_GPR, q_pinned = q->pinned != MIR_NO_GPR;
    if (p->channel != MIR_ANY_CHANNEL && q->channel != MIR_ANY_CHANNEL && p->channel != q->channel)
        return false;
    return !(p_pinned && q_pinned) && !((p_pinned || q_pinned) && (p->tuple || q->tuple));
}

static void try_merge(struct coalescer *c, uint32_t v, uint32_t w)
{
    uint32_t x = find_class(c, v), y = find_class(c, w);
    const struct class *p = &c->classes[x], *q = &c->classes[y];
    if (x == y || !places_agree(p, q))
        return;
    if (p->tuple && q->tuple) {
        uint32_t t = find_tuple(c, p->tuple), u = find_tuple(c, q->tuple);
        if (t != u)
            join_tuples(c, t, u);
        return;
    }
    if (!mir_ranges_overlap(&p->ranges, &q->ranges))
        join_classes(c, x, y);
}

static bool joins_registers(const struct mir_inst *inst)
{
    return mir_is_copy(inst) && inst->src[0].kind == MIR_VREG;
}

static void merge_copies(struct coalescer *c, uint32_t loop_depth)
{
    for (uint32_t b = 0; b < c->f->block_count; b++) {
        if (c->f->blocks[b]->loop_depth != loop_depth)
            continue;
        for (const struct mir_inst *inst = c->f->blocks[b]->first; inst; inst = inst->next)
            if (joins_registers(inst))
                try_merge(c, inst->dst[0], inst->src[0].value);
    }
}

static void rename_operand(const struct coalescer *c, struct mir_operand *operand)
{
    if (operand->kind == MIR_VREG)
        operand->value = find_class(c, operand->value);
}

static void rename_block(const struct coalescer *c, struct mir_block *block)
{
    for (struct mir_inst *inst = block->first, *next; inst; inst = next) {
        next = inst->next;
        for (unsigned d = 0; d < inst->dst_count; d++)
            inst->dst[d] = inst->dst[d] ? find_class(c, inst->dst[d]) : 0;
        for (uint32_t i = 0; i < inst->src_count; i++)
            rename_operand(c, &inst->src[i]);
        if (joins_registers(inst) && inst->dst[0] == inst->src[0].value)
            mir_remove(block, inst);
    }
    rename_operand(c, &block->cond);
    rename_operand(c, &block->cond_other);
}

static void rename_all(const struct coalescer *c)
{
    for (uint32_t b = 0; b < c->f->block_count; b++)
        rename_block(c, c->f->blocks[b]);
    for (uint32_t i = 0; i < c->f->carrier_count; i++)
        c->f->carriers[i].vreg = find_class(c, c->f->carriers[i].vreg);
    for (uint32_t v = 1; v < c->f->vreg_count; v++) {
        const struct class *class = &c->classes[v];
        struct mir_vreg *vreg = &c->f->vregs[v];
        vreg->tuple = class->parent == v && class->tuple ? find_tuple(c, class->tuple) : 0;
        vreg->channel = class->channel;
        vreg->pinned = class->pinned;
    }
}

static void create_classes(struct coalescer *c, const struct mir_ranges *ranges)
{
    struct mir_function *f = c->f;
    c->classes = arena_array(f->arena, f->vreg_count, sizeof(*c->classes));
    c->tuples = arena_array(f->arena, f->tuple_count + 1, sizeof(*c->tuples));
    for (uint32_t t = 0; t <= f->tuple_count; t++)
        c->tuples[t].parent = t;
    for (uint32_t v = 1; v < f->vreg_count; v++) {
        const struct mir_vreg *vreg = &f->vregs[v];
        c->classes[v] = (struct class){.parent = v,
                                       .ranges = ranges[v],
                                       .tuple = vreg->tuple,
                                       .channel = vreg->channel,
                                       .pinned = vreg->pinned};
        assert(!vreg->tuple || (vreg->channel < CHANNELS && vreg->tuple <= f->tuple_count));
        if (vreg->tuple)
            c->tuples[vreg->tuple].member[vreg->channel] = v;
    }
}

void mir_coalesce(struct mir_function *f)
{
    struct coalescer c = {.f = f};
    uint32_t deepest = 0;
    assert(!f->ssa);
    mir_number(f);
    mir_liveness(f);
    create_classes(&c, mir_find_ranges(f));
    for (uint32_t b = 0; b < f->block_count; b++)
        if (f->blocks[b]->loop_depth > deepest)
            deepest = f->blocks[b]->loop_depth;
    for (uint32_t depth = deepest + 1; depth-- > 0;)
        merge_copies(&c, depth);
    rename_all(&c);
}
