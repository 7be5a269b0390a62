/* SPDX-License-Identifier: MIT */
/* flatten.c: if-conversion: turns ifs with short sides that only compute into straight code with
 * conditional moves, and joins the blocks before and behind. A branch costs a clause and two
 * control-flow instructions, and the scheduler cannot overlap code across it. SSA form in and out.
 */
#include "llvm/evergreen/mir/passes.h"
#include "llvm/evergreen/mir/values.h"

#include <assert.h>

enum { MAX_COST = 12 /* operations of both sides and conditional moves */ };

enum { REMOVED = UINT32_MAX /* the index of a block that is gone */ };

struct sides {
    struct mir_block *before, *behind;
    struct mir_block *yes, *no; /* where the condition holds and where not; NULL: nothing there */
};

static bool only_computes(const struct mir_block *block, unsigned *cost)
{
    for (const struct mir_inst *inst = block->first; inst; inst = inst->next) {
        if (inst->kind != MIR_ALU || ++*cost > MAX_COST)
            return false;
    }
    return block->pred_count == 1 && !block->succ[1];
}

/* A side of one block, or none. */
static bool is_short(const struct mir_node *side, unsigned *cost)
{
    return !side ||
           (!side->next && side->kind == MIR_NODE_BLOCK && only_computes(side->block, cost));
}

/* The block behind a side; where there is no side, the block that the test leads to. */
static bool leads_to(const struct mir_block *side, const struct mir_block *before,
                     const struct mir_block *behind)
{
    return side ? side->succ[0] == behind : before->succ[0] == behind || before->succ[1] == behind;
}

/* The block behind may be the join of outer ifs too, if those have no join of their own. */
static bool find_sides(const struct mir_node *test, struct sides *sides)
{
    const struct mir_node *next = test->next;
    unsigned cost = 0;
    if (!test->body || !is_short(test->body, &cost) || !is_short(test->orelse, &cost))
        return false;
    struct mir_block *first = test->body->block;
    struct mir_block *second = test->orelse ? test->orelse->block : NULL;
    struct mir_block *behind = first->succ[0];
    if (!behind || !leads_to(second, test->block, behind) ||
        (next && (next->kind != MIR_NODE_BLOCK || next->block != behind)))
        return false;
    *sides = (struct sides){.before = test->block,
                            .behind = behind,
                            .yes = test->invert ? second : first,
                            .no = test->invert ? first : second};
    for (const struct mir_inst *phi = behind->first; phi && phi->kind == MIR_PHI; phi = phi->next)
        cost++;
    return cost <= MAX_COST;
}

static void move_instructions(struct mir_block *to, struct mir_block *from)
{
    for (struct mir_inst *inst; from && (inst = from->first);) {
        mir_remove(from, inst);
        mir_append(to, inst);
    }
}

static unsigned predecessor(const struct mir_block *of, const struct mir_block *block)
{
    unsigned p = 0;
    assert(of->pred_count > 0);
    while (p < of->pred_count && of->preds[p] != block)
        p++;
    assert(p < of->pred_count);
    return p;
}

/* Replaces a phi of the two sides by a conditional move to `dst` before them. */
static void choose(struct mir_function *f, const struct sides *s, const struct mir_inst *phi,
                   uint32_t dst)
{
    assert(s->before->cond.kind != MIR_NONE && !s->before->test); /* combine.c comes later */
    struct mir_inst *move = mir_new_inst(f, MIR_ALU, HW_ALU_OP_CNDE_INT, 3);
    move->dst_count = 1;
    move->dst[0] = dst;
    move->line = phi->line;
    move->point = phi->point;
    move->src[0] = s->before->cond;
    move->src[1] = phi->src[predecessor(s->behind, s->no ? s->no : s->before)];
    move->src[2] = phi->src[predecessor(s->behind, s->yes ? s->yes : s->before)];
    mir_append(s->before, move);
}

/* Joins the block behind to the one before, its only predecessor. */
static void join(struct mir_function *f, const struct sides *s)
{
    struct mir_block *before = s->before, *behind = s->behind;
    for (struct mir_inst *phi; (phi = behind->first) && phi->kind == MIR_PHI;) {
        choose(f, s, phi, phi->dst[0]);
        mir_remove(behind, phi);
    }
    move_instructions(before, behind);
    before->cond = behind->cond;
    before->uniform = behind->uniform;
    before->line = behind->line;
    before->point = behind->point;
    for (unsigned i = 0; i < 2; i++) {
        struct mir_block *succ = before->succ[i] = behind->succ[i];
        for (uint32_t p = 0; succ && p < succ->pred_count; p++)
            if (succ->preds[p] == behind)
                succ->preds[p] = before;
    }
    assert(!behind->first);
    behind->index = REMOVED;
    behind->succ[0] = before; /* for what names it: see where_it_went */
}

static void remove_source(struct mir_inst *phi, unsigned p)
{
    for (phi->src_count--; p < phi->src_count; p++)
        phi->src[p] = phi->src[p + 1];
}

/* Merges two of the edges into the block behind. */
static void merge_edges(struct mir_function *f, const struct sides *s)
{
    struct mir_block *before = s->before, *behind = s->behind;
    unsigned kept = predecessor(behind, s->yes ? s->yes : before);
    unsigned gone = predecessor(behind, s->no ? s->no : before);
    assert(kept != gone);
    for (struct mir_inst *phi = behind->first; phi && phi->kind == MIR_PHI; phi = phi->next) {
        uint32_t value = mir_new_vreg(f);
        choose(f, s, phi, value);
        phi->src[kept] = mir_vreg_operand(value);
        remove_source(phi, gone);
    }
    behind->preds[kept] = before;
    for (behind->pred_count--; gone < behind->pred_count; gone++)
        behind->preds[gone] = behind->preds[gone + 1];
    before->cond = (struct mir_operand){.kind = MIR_NONE};
    before->uniform = false;
    before->succ[0] = behind;
    before->succ[1] = NULL;
}

/* Returns what follows the block before. */
static struct mir_node *flatten_if(struct mir_function *f, const struct sides *s,
                                   struct mir_node *test)
{
    bool alone = test->next && s->behind->pred_count == 2;
    mir_values_hoist(f, s->yes);
    mir_values_hoist(f, s->no);
    move_instructions(s->before, s->yes);
    move_instructions(s->before, s->no);
    if (alone)
        join(f, s);
    else
        merge_edges(f, s);
    if (s->yes)
        s->yes->index = REMOVED;
    if (s->no)
        s->no->index = REMOVED;
    struct mir_node *next = alone ? test->next->next : test->next;
    if (alone && next && next->block == s->behind)
        next->block = s->before;
    return next;
}

static bool tests_block(const struct mir_node *test, const struct mir_node *node)
{
    return test && test->kind == MIR_NODE_IF && node->kind == MIR_NODE_BLOCK &&
           test->block == node->block;
}

/* Visits each node once, inner ifs first: their outer ones may become short. */
static void flatten_nodes(struct mir_function *f, struct mir_node *node)
{
    while (node) {
        struct mir_node *inner = tests_block(node->next, node) ? node->next : node;
        struct sides sides;
        flatten_nodes(f, inner->body);
        flatten_nodes(f, inner->orelse);
        if (inner != node && find_sides(inner, &sides))
            node->next = flatten_if(f, &sides, inner); /* the block may be tested again */
        else
            node = inner->next;
    }
}

static struct mir_block *where_it_went(struct mir_block *block)
{
    while (block && block->index == REMOVED)
        block = block->succ[0];
    return block;
}

/* Renames a block that was joined to another in the loops around it. */
static void rename_latches(struct mir_node *node)
{
    for (; node; node = node->next) {
        if (node->kind == MIR_NODE_LOOP)
            node->block = where_it_went(node->block);
        rename_latches(node->body);
        rename_latches(node->orelse);
    }
}

static void remove_blocks(struct mir_function *f)
{
    uint32_t kept = 0;
    for (uint32_t b = 0; b < f->block_count; b++)
        if (f->blocks[b]->index != REMOVED) {
            f->blocks[b]->index = kept;
            f->blocks[kept++] = f->blocks[b];
        }
    f->block_count = kept;
}

void mir_flatten(struct mir_function *f)
{
    assert(f->ssa);
    flatten_nodes(f, f->root);
    rename_latches(f->root);
    remove_blocks(f);
}
