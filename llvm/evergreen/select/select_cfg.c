/* SPDX-License-Identifier: MIT */
/* select_cfg.c: selects the blocks of a function in the order of the tree that llvm/ir/structure.h
 * finds, and makes the same tree of machine IR. */
#include <assert.h>
#include <stdlib.h>

#include "llvm/evergreen/select/select.h"
#include "llvm/evergreen/select/variables.h"
#include "llvm/ir/structure.h"

struct cfg {
    struct select *s;
    struct ir_structure structure;
    struct mir_block **mir; /* by block; NULL: not in the tree */
    LLVMValueRef *incoming; /* by MIR block, while a phi is filled */
    uint32_t loop_depth;
};

static struct mir_node *new_node(struct cfg *cfg, enum mir_node_kind kind, struct mir_block *block)
{
    struct mir_node *node = arena_alloc(cfg->s->f->arena, sizeof(*node));
    node->kind = (uint8_t)kind;
    node->block = block;
    return node;
}

static struct mir_node *select_block(struct cfg *cfg, int b)
{
    const struct ir_block *block = &cfg->structure.blocks[b];
    struct select *s = cfg->s;
    assert(!cfg->mir[b]);
    cfg->mir[b] = s->block = mir_new_block(s->f);
    s->block->loop_depth = cfg->loop_depth;
    s->inst = block->terminator;
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block->block); inst && !s->failed;
         inst = LLVMGetNextInstruction(inst)) {
        if (s->finds)
            s->finds->note(s, inst);
        if (inst != block->terminator)
            select_instruction(s, inst);
    }
    if (block->terminator)
        s->line = select_line(s, block->terminator);
    cfg->mir[b]->line = s->line;
    cfg->mir[b]->point = s->point;
    if (block->succ_count == 2 && !s->failed) {
        LLVMValueRef condition = LLVMGetCondition(block->terminator);
        cfg->mir[b]->cond = *select_value(s, condition);
        cfg->mir[b]->uniform = select_is_uniform(condition);
    }
    return new_node(cfg, MIR_NODE_BLOCK, cfg->mir[b]);
}

static struct mir_node *select_nodes(struct cfg *cfg, const struct ir_node *from);

/* The arms of a branch: an if whose first arm is not empty. */
static struct mir_node *select_if(struct cfg *cfg, const struct ir_node *from)
{
    struct mir_node *node = new_node(cfg, MIR_NODE_IF, cfg->mir[from->block]);
    struct mir_node *yes = select_nodes(cfg, from->body);
    struct mir_node *no = select_nodes(cfg, from->orelse);
    node->invert = !yes;
    node->body = yes ? yes : no;
    node->orelse = yes ? no : NULL;
    return node;
}

static struct mir_node *select_loop(struct cfg *cfg, const struct ir_node *from)
{
    const int latch = cfg->structure.blocks[from->block].latch;
    const struct ir_block *last = &cfg->structure.blocks[latch];
    struct mir_node *node = new_node(cfg, MIR_NODE_LOOP, NULL);
    cfg->loop_depth++;
    node->body = select_nodes(cfg, from->body);
    cfg->loop_depth--;
    node->block = cfg->mir[latch];
    if (last->succ_count == 2)
        node->invert = last->succ[1] == from->block;
    return node;
}

static struct mir_node *select_nodes(struct cfg *cfg, const struct ir_node *from)
{
    struct mir_node *first = NULL, **tail = &first;
    for (; from && !cfg->s->failed; from = from->next) {
        if (from->kind == IR_NODE_BLOCK)
            *tail = select_block(cfg, from->block);
        else if (from->kind == IR_NODE_IF)
            *tail = select_if(cfg, from);
        else
            *tail = select_loop(cfg, from);
        tail = &(*tail)->next;
    }
    return first;
}

/* --- Plain edges and phi sources --- */

/* Blocks have room for the predecessors that the structure has counted, and for the inputs' block.
 */
static void add_pred(struct mir_block *block, struct mir_block *pred)
{
    block->preds[block->pred_count++] = pred;
}

static void connect_blocks(struct cfg *cfg)
{
    const struct ir_structure *structure = &cfg->structure;
    for (int b = 0; b < structure->count; b++)
        if (cfg->mir[b])
            cfg->mir[b]->preds =
                arena_array(cfg->s->f->arena, (size_t)structure->blocks[b].pred_count + 1,
                            sizeof(struct mir_block *));
    for (int b = 0; b < structure->count; b++) {
        const struct ir_block *block = &structure->blocks[b];
        for (int i = 0; cfg->mir[b] && i < block->succ_count; i++) {
            struct mir_block *succ = cfg->mir[block->succ[i]];
            assert(succ);
            cfg->mir[b]->succ[i] = succ;
            add_pred(succ, cfg->mir[b]);
        }
    }
}

/* Notes a phi's values at the blocks that they come from. */
static void note_incoming(struct cfg *cfg, LLVMValueRef phi)
{
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        int b = ir_structure_place(&cfg->structure, LLVMGetIncomingBlock(phi, i));
        if (cfg->mir[b])
            cfg->incoming[cfg->mir[b]->index] = LLVMGetIncomingValue(phi, i);
    }
}

static void fill_phi(struct cfg *cfg, const struct pending_phi *pending)
{
    struct select *s = cfg->s;
    const struct mir_block *block = pending->block;
    unsigned words = select_words(s, LLVMTypeOf(pending->phi));
    s->inst = pending->phi;
    for (unsigned w = 0; w < words; w++) {
        assert(pending->insts[w]->kind == MIR_PHI);
        pending->insts[w]->src_count = block->pred_count;
        pending->insts[w]->src =
            arena_array(s->f->arena, block->pred_count, sizeof(struct mir_operand));
    }
    note_incoming(cfg, pending->phi);
    for (uint32_t p = 0; p < block->pred_count; p++) {
        LLVMValueRef *value = &cfg->incoming[block->preds[p]->index];
        if (!*value) {
            select_fail(s, "a phi lacks a value for one of its edges");
            return;
        }
        /* A constant expression may need instructions: they belong to the predecessor. */
        s->block = block->preds[p];
        const struct mir_operand *source = select_value(s, *value);
        for (unsigned w = 0; w < words; w++)
            pending->insts[w]->src[p] = source[w];
        *value = NULL;
    }
}

void select_control_flow(struct select *s, LLVMValueRef function)
{
    struct cfg cfg = {.s = s};
    struct mir_block *inputs = s->block;
    if (!ir_find_structure(function, s->f->arena, &cfg.structure)) {
        s->inst = cfg.structure.at;
        select_fail(s, "%s", cfg.structure.fault);
        return;
    }
    cfg.mir = arena_array(s->f->arena, (size_t)cfg.structure.count, sizeof(*cfg.mir));
    s->f->root = new_node(&cfg, MIR_NODE_BLOCK, inputs);
    s->f->root->next = select_nodes(&cfg, cfg.structure.root);
    if (s->failed)
        return;
    connect_blocks(&cfg);
    inputs->succ[0] = cfg.mir[0];
    add_pred(cfg.mir[0], inputs);
    cfg.incoming = arena_array(s->f->arena, s->f->block_count, sizeof(LLVMValueRef));
    for (const struct pending_phi *phi = s->phis; phi && !s->failed; phi = phi->next)
        fill_phi(&cfg, phi);
}
