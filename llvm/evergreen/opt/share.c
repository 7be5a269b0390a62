/* SPDX-License-Identifier: MIT */
/* share.c: common subexpressions: an ALU operation with the operands of an earlier one of its
 * block, or of the kernel's first block, takes that one's result. This serves the address
 * arithmetic of neighbouring accesses. Other blocks share nothing: LLVM has done what pays, and
 * more would cost registers. SSA form in and out; leaves dead instructions behind. */
#include "llvm/evergreen/mir/passes.h"
#include "llvm/evergreen/mir/values.h"

#include <assert.h>

/* A block's operations, by open addressing. */
struct table {
    struct mir_inst **slot;
    uint32_t slots;
};

struct share {
    struct mir_function *f;
    uint32_t *replacement; /* of a virtual register; 0: itself */
    struct table entry, block;
};

static uint32_t hash_inst(const struct mir_inst *inst)
{
    uint32_t hash = inst->op;
    for (uint32_t i = 0; i < inst->src_count; i++) {
        const struct mir_operand *source = &inst->src[i];
        hash = (hash ^ source->value ^ (uint32_t)source->kind << 28 ^ (uint32_t)source->neg << 27 ^
                (uint32_t)source->abs << 26) *
               2654435761u;
        hash ^= hash >> 15;
    }
    return hash;
}

static bool same_inst(const struct mir_inst *a, const struct mir_inst *b)
{
    if (a->op != b->op || a->clamp != b->clamp || a->omod != b->omod)
        return false;
    for (uint32_t i = 0; i < a->src_count; i++)
        if (!mir_same_operand(&a->src[i], &b->src[i]))
            return false;
    return true;
}

static void rename_operand(const struct share *s, struct mir_operand *operand)
{
    if (operand->kind == MIR_VREG && s->replacement[operand->value])
        operand->value = s->replacement[operand->value];
}

static void rename_sources(const struct share *s, struct mir_inst *inst)
{
    for (uint32_t i = 0; i < inst->src_count; i++)
        rename_operand(s, &inst->src[i]);
}

static struct table new_table(const struct share *s, const struct mir_block *block)
{
    struct table table = {.slots = 16};
    uint32_t count = 0;
    for (const struct mir_inst *inst = block->first; inst; inst = inst->next)
        count++;
    while (table.slots < count * 2)
        table.slots *= 2;
    table.slot = arena_array(s->f->arena, table.slots, sizeof(struct mir_inst *));
    return table;
}

/* Where the operation is in a table, or would be. */
static struct mir_inst **find(const struct table *table, const struct mir_inst *inst)
{
    assert(table->slots && (table->slots & (table->slots - 1)) == 0);
    uint32_t i = hash_inst(inst) & (table->slots - 1);
    while (table->slot[i] && !same_inst(table->slot[i], inst))
        i = (i + 1) & (table->slots - 1);
    return &table->slot[i];
}

static void find_or_add(struct share *s, struct mir_inst *inst)
{
    struct mir_inst **slot = find(&s->block, inst);
    struct mir_inst *earlier = *slot;
    if (!earlier && s->entry.slots)
        earlier = *find(&s->entry, inst);
    if (earlier) {
        assert(!s->replacement[earlier->dst[0]]); /* one step leads to the first */
        s->replacement[inst->dst[0]] = earlier->dst[0];
        earlier->no_wrap &= inst->no_wrap;
        earlier->any_order &= inst->any_order;
        earlier->no_nan &= inst->no_nan;
        earlier->any_zero &= inst->any_zero;
    } else {
        *slot = inst;
    }
}

static void replace_values(const struct share *s)
{
    struct mir_operand *replacement =
        arena_array(s->f->arena, s->f->vreg_count, sizeof(*replacement));
    for (uint32_t v = 1; v < s->f->vreg_count; v++)
        if (s->replacement[v])
            replacement[v] = mir_vreg_operand(s->replacement[v]);
    mir_values_replace(s->f, replacement);
}

void mir_share(struct mir_function *f)
{
    assert(f->ssa);
    struct share s = {.f = f,
                      .replacement = arena_array(f->arena, f->vreg_count, sizeof(uint32_t))};
    for (uint32_t b = 0; b < f->block_count; b++) {
        s.block = new_table(&s, f->blocks[b]);
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next) {
            rename_sources(&s, inst);
            if (inst->kind == MIR_ALU)
                find_or_add(&s, inst);
        }
        /* The block behind the inputs; both dominate the others. */
        if (f->blocks[b] == f->blocks[0]->succ[0])
            s.entry = s.block;
        rename_operand(&s, &f->blocks[b]->cond);
        rename_operand(&s, &f->blocks[b]->cond_other);
    }
    /* Sources of phis may come from blocks further down. */
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst && inst->kind == MIR_PHI;
             inst = inst->next)
            rename_sources(&s, inst);
    if (f->values)
        replace_values(&s);
}
