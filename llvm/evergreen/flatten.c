/* SPDX-License-Identifier: MIT */
/* flatten.c: ifs with short sides that only compute become straight code with conditional moves;
 * the blocks before and behind become one. A branch costs a clause, two control-flow instructions
 * and what the scheduler cannot overlap. SSA form in and out. */
#include "llvm/evergreen/passes.h"

enum { MAX_COST = 12 /* operations of both sides and conditional moves */ };

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

static bool is_predecessor(const struct mir_block *block, const struct mir_block *of)
{
    return of->preds[0] == block || of->preds[1] == block;
}

static bool find_sides(const struct mir_node *test, struct sides *sides)
{
    const struct mir_node *next = test->next;
    unsigned cost = 0;
    if (!test->body || !next || next->kind != MIR_NODE_BLOCK || next->block->pred_count != 2 ||
        !is_short(test->body, &cost) || !is_short(test->orelse, &cost))
        return false;
    struct mir_block *first = test->body->block;
    struct mir_block *second = test->orelse ? test->orelse->block : NULL;
    *sides = (struct sides){.before = test->block,
                            .behind = next->block,
                            .yes = test->invert ? second : first,
                            .no = test->invert ? first : second};
    for (const struct mir_inst *phi = next->block->first; phi && phi->kind == MIR_PHI;
         phi = phi->next)
        cost++;
    return cost <= MAX_COST && is_predecessor(first, next->block) &&
           is_predecessor(second ? second : test->block, next->block);
}

static void move_instructions(struct mir_block *to, struct mir_block *from)
{
    for (struct mir_inst *inst; from && (inst = from->first);) {
        mir_remove(from, inst);
        mir_append(to, inst);
    }
}

/* A phi of two values as a conditional move. */
static void choose(struct mir_function *f, const struct sides *s, struct mir_inst *phi)
{
    unsigned yes = s->behind->preds[0] == (s->yes ? s->yes : s->before) ? 0 : 1;
    struct mir_inst *move = mir_new_inst(f, MIR_ALU, HW_ALU_OP_CNDE_INT, 3);
    move->dst_count = 1;
    move->dst[0] = phi->dst[0];
    move->src[0] = s->before->cond;
    move->src[1] = phi->src[!yes];
    move->src[2] = phi->src[yes];
    mir_remove(s->behind, phi);
    mir_append(s->before, move);
}

static void replace_block(struct mir_node *node, struct mir_block *old, struct mir_block *new)
{
    for (; node; node = node->next) {
        if (node->block == old)
            node->block = new;
        replace_block(node->body, old, new);
        replace_block(node->orelse, old, new);
    }
}

enum { REMOVED = UINT32_MAX };

/* The block behind the if goes on where the one before it ended. */
static void join(struct mir_function *f, const struct sides *s)
{
    struct mir_block *before = s->before, *behind = s->behind;
    move_instructions(before, behind);
    before->cond = behind->cond;
    for (unsigned i = 0; i < 2; i++) {
        struct mir_block *succ = before->succ[i] = behind->succ[i];
        for (uint32_t p = 0; succ && p < succ->pred_count; p++)
            if (succ->preds[p] == behind)
                succ->preds[p] = before;
    }
    replace_block(f->root, behind, before);
    behind->index = REMOVED;
    if (s->yes)
        s->yes->index = REMOVED;
    if (s->no)
        s->no->index = REMOVED;
}

static void flatten_if(struct mir_function *f, const struct sides *s)
{
    move_instructions(s->before, s->yes);
    move_instructions(s->before, s->no);
    while (s->behind->first && s->behind->first->kind == MIR_PHI)
        choose(f, s, s->behind->first);
    join(f, s);
}

/* Inner ifs first: their outer ones may become short. */
static void flatten_nodes(struct mir_function *f, struct mir_node *node)
{
    while (node) {
        struct mir_node *test = node->next;
        struct sides sides;
        flatten_nodes(f, node->body);
        flatten_nodes(f, node->orelse);
        if (test && test->kind == MIR_NODE_IF) {
            flatten_nodes(f, test->body);
            flatten_nodes(f, test->orelse);
        }
        if (node->kind == MIR_NODE_BLOCK && test && test->kind == MIR_NODE_IF &&
            test->block == node->block && find_sides(test, &sides)) {
            flatten_if(f, &sides);
            node->next = test->next->next; /* the block may be tested again */
        } else {
            node = test;
        }
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
    flatten_nodes(f, f->root);
    remove_blocks(f);
}
