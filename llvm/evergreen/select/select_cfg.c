/* SPDX-License-Identifier: MIT */
/* select_cfg.c: recovers the tree of ifs and loops from the structured control-flow graph, and
 * selects the blocks on the way. A join is the immediate post-dominator of the branch; a loop is a
 * header with one latch, its only exit. */
#include <stdlib.h>
#include <string.h>

#include "llvm/evergreen/select/select.h"
#include "llvm/evergreen/select/structure.h"

enum { NO_BLOCK = -1 };

struct cfg_block {
    LLVMBasicBlockRef bb;
    LLVMValueRef terminator;
    int succ[2], succ_count;
    int join;  /* immediate post-dominator, or NO_BLOCK */
    int latch; /* of the loop that this block heads, or NO_BLOCK */
    int state; /* depth-first search: 0 unseen, 1 open, 2 done */
    int order; /* post-order number in the reverse graph */
    bool selected;
    struct mir_block *mir;
};

/* For finding a block's number. */
struct cfg_index {
    LLVMBasicBlockRef bb;
    int number;
};

struct cfg {
    struct select *s;
    struct cfg_block *blocks;
    struct cfg_index *index; /* sorted by block */
    int count;
    int **preds; /* index `count` is the virtual exit */
    int *pred_count;
    int *reverse_order; /* reverse post-order from the virtual exit */
    int reverse_count;
    LLVMValueRef *incoming; /* by MIR block, while a phi is filled */
    uint32_t loop_depth;
    bool only_shape; /* blocks stay empty */
};

static int compare_index(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t)((const struct cfg_index *)left)->bb;
    uintptr_t b = (uintptr_t)((const struct cfg_index *)right)->bb;
    return (a > b) - (a < b);
}

static int index_of(const struct cfg *cfg, LLVMBasicBlockRef bb)
{
    const struct cfg_index key = {.bb = bb};
    const struct cfg_index *found =
        bsearch(&key, cfg->index, (size_t)cfg->count, sizeof(key), compare_index);
    return found ? found->number : NO_BLOCK;
}

static void read_terminator(struct cfg *cfg, struct cfg_block *block)
{
    LLVMValueRef term = LLVMGetBasicBlockTerminator(block->bb);
    block->terminator = term;
    block->join = block->latch = NO_BLOCK;
    cfg->s->inst = term;
    if (!term || LLVMIsAReturnInst(term) || LLVMIsAUnreachableInst(term))
        return;
    if (!LLVMIsABranchInst(term)) {
        select_fail(cfg->s, "a block ends neither in a branch nor in a return");
        return;
    }
    unsigned count = LLVMGetNumSuccessors(term);
    for (unsigned i = 0; i < count; i++)
        block->succ[i] = index_of(cfg, LLVMGetSuccessor(term, i));
    block->succ_count = (int)count;
    if (count == 2 && block->succ[0] == block->succ[1])
        block->succ_count = 1;
}

static void find_loops(struct cfg *cfg, int b)
{
    struct cfg_block *block = &cfg->blocks[b];
    block->state = 1;
    for (int i = 0; i < block->succ_count; i++) {
        struct cfg_block *succ = &cfg->blocks[block->succ[i]];
        if (succ->state == 0)
            find_loops(cfg, block->succ[i]);
        else if (succ->state == 1 && succ->latch != NO_BLOCK)
            select_fail(cfg->s, "control flow is not structured: a loop has two latches");
        else if (succ->state == 1)
            succ->latch = b;
    }
    block->state = 2;
}

/* --- Post-dominators, by the iterative algorithm of Cooper, Harvey and Kennedy on the reverse
 * graph --- */

static void add_edge(struct cfg *cfg, size_t *capacity, int from, int to)
{
    int count = cfg->pred_count[to];
    cfg->preds[to] = evg_arena_grow(cfg->s->f->arena, cfg->preds[to], (uint32_t)count,
                                    &capacity[to], sizeof(int));
    cfg->preds[to][count] = from;
    cfg->pred_count[to]++;
}

static void collect_preds(struct cfg *cfg)
{
    struct evg_arena *arena = cfg->s->f->arena;
    size_t nodes = (size_t)cfg->count + 1;
    cfg->preds = evg_arena_array(arena, nodes, sizeof(*cfg->preds));
    cfg->pred_count = evg_arena_array(arena, nodes, sizeof(*cfg->pred_count));
    size_t *capacity = evg_arena_array(arena, nodes, sizeof(*capacity));
    for (int b = 0; b < cfg->count; b++) {
        struct cfg_block *block = &cfg->blocks[b];
        if (block->state == 0)
            continue;
        for (int i = 0; i < block->succ_count; i++)
            add_edge(cfg, capacity, b, block->succ[i]);
        if (block->terminator && LLVMIsAReturnInst(block->terminator))
            add_edge(cfg, capacity, b, cfg->count);
    }
}

static void reverse_search(struct cfg *cfg, int node, bool *seen, int *done)
{
    seen[node] = true;
    for (int i = 0; i < cfg->pred_count[node]; i++)
        if (!seen[cfg->preds[node][i]])
            reverse_search(cfg, cfg->preds[node][i], seen, done);
    done[cfg->reverse_count] = node;
    if (node < cfg->count)
        cfg->blocks[node].order = cfg->reverse_count;
    cfg->reverse_count++;
}

static int common_join(const int *ipdom, const int *order, int a, int b)
{
    while (a != b) {
        while (order[a] < order[b])
            a = ipdom[a];
        while (order[b] < order[a])
            b = ipdom[b];
    }
    return a;
}

static void find_joins(struct cfg *cfg)
{
    struct evg_arena *arena = cfg->s->f->arena;
    size_t nodes = (size_t)cfg->count + 1;
    int *done = evg_arena_array(arena, nodes, sizeof(int));
    int *ipdom = evg_arena_array(arena, nodes, sizeof(int));
    int *order = evg_arena_array(arena, nodes, sizeof(int));
    collect_preds(cfg);
    reverse_search(cfg, cfg->count, evg_arena_array(arena, nodes, sizeof(bool)), done);
    for (size_t i = 0; i < nodes; i++)
        ipdom[i] = NO_BLOCK;
    for (int i = 0; i < cfg->reverse_count; i++)
        order[done[i]] = i;
    ipdom[cfg->count] = cfg->count;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = cfg->reverse_count - 2; i >= 0; i--) {
            const struct cfg_block *block = &cfg->blocks[done[i]];
            int join = block->succ_count == 0 ? cfg->count : NO_BLOCK;
            for (int k = 0; k < block->succ_count; k++) {
                int succ = block->succ[k];
                if (ipdom[succ] == NO_BLOCK)
                    continue; /* not visited yet, or leads to no return at all */
                join = join == NO_BLOCK ? succ : common_join(ipdom, order, join, succ);
            }
            changed |= ipdom[done[i]] != join;
            ipdom[done[i]] = join;
        }
    }
    for (int b = 0; b < cfg->count; b++)
        cfg->blocks[b].join = ipdom[b] == cfg->count ? NO_BLOCK : ipdom[b];
}

/* --- The tree --- */

static struct mir_node *new_node(struct cfg *cfg, enum mir_node_kind kind, struct mir_block *block)
{
    struct mir_node *node = evg_arena_alloc(cfg->s->f->arena, sizeof(*node));
    node->kind = (uint8_t)kind;
    node->block = block;
    return node;
}

static struct mir_node *select_block(struct cfg *cfg, int b)
{
    struct cfg_block *block = &cfg->blocks[b];
    struct select *s = cfg->s;
    block->selected = true;
    block->mir = s->block = mir_new_block(s->f);
    block->mir->loop_depth = cfg->loop_depth;
    if (cfg->only_shape)
        return new_node(cfg, MIR_NODE_BLOCK, block->mir);
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block->bb); inst && !s->failed;
         inst = LLVMGetNextInstruction(inst))
        if (inst != block->terminator)
            select_instruction(s, inst);
    if (block->terminator)
        s->line = select_line(s, block->terminator);
    block->mir->line = s->line;
    if (block->succ_count == 2 && !s->failed) {
        LLVMValueRef condition = LLVMGetCondition(block->terminator);
        block->mir->cond = *select_value(s, condition);
        block->mir->uniform = select_is_uniform(condition);
    }
    return new_node(cfg, MIR_NODE_BLOCK, block->mir);
}

static struct mir_node *walk(struct cfg *cfg, int b, int stop, int header);

/* The arms of a branch: an if whose first arm is not empty. */
static struct mir_node *select_if(struct cfg *cfg, int b)
{
    struct cfg_block *block = &cfg->blocks[b];
    struct mir_node *node = new_node(cfg, MIR_NODE_IF, block->mir);
    struct mir_node *yes = walk(cfg, block->succ[0], block->join, NO_BLOCK);
    struct mir_node *no = walk(cfg, block->succ[1], block->join, NO_BLOCK);
    node->invert = !yes;
    node->body = yes ? yes : no;
    node->orelse = yes ? no : NULL;
    return node;
}

/* Returns the loop, and in *exit where it leaves to. */
static struct mir_node *select_loop(struct cfg *cfg, int header, int *exit)
{
    struct cfg_block *latch = &cfg->blocks[cfg->blocks[header].latch];
    struct mir_node *node = new_node(cfg, MIR_NODE_LOOP, NULL);
    cfg->loop_depth++;
    node->body = walk(cfg, header, NO_BLOCK, header);
    cfg->loop_depth--;
    if (!latch->selected) {
        select_fail(cfg->s, "control flow is not structured: a loop's latch is not at its end");
        return node;
    }
    node->block = latch->mir;
    *exit = NO_BLOCK;
    if (latch->succ_count == 2) {
        node->invert = latch->succ[1] == header;
        *exit = latch->succ[node->invert ? 0 : 1];
    }
    return node;
}

static bool is_latch_of(const struct cfg *cfg, int b, int header)
{
    return header != NO_BLOCK && cfg->blocks[header].latch == b;
}

/* Selects from block b on until `stop`; in the body of a loop (header given) until its latch. */
static struct mir_node *walk(struct cfg *cfg, int b, int stop, int header)
{
    struct mir_node *first = NULL, **tail = &first;
    bool enter = header != NO_BLOCK;
    while (b != NO_BLOCK && b != stop && !cfg->s->failed) {
        struct cfg_block *block = &cfg->blocks[b];
        cfg->s->inst = block->terminator;
        if (block->selected) {
            select_fail(cfg->s, "control flow is not structured: a block is reached in two ways");
            break;
        }
        if (block->latch != NO_BLOCK && !enter) {
            *tail = select_loop(cfg, b, &b);
            tail = &(*tail)->next;
            continue;
        }
        enter = false;
        *tail = select_block(cfg, b);
        tail = &(*tail)->next;
        if (is_latch_of(cfg, b, header) || block->succ_count == 0)
            break;
        if (block->succ_count == 1) {
            b = block->succ[0];
            continue;
        }
        *tail = select_if(cfg, b);
        tail = &(*tail)->next;
        b = block->join;
    }
    return first;
}

/* --- Plain edges and phi sources --- */

/* Blocks have room for the predecessors that the search has counted, and for the inputs' block. */
static void add_pred(struct mir_block *block, struct mir_block *pred)
{
    block->preds[block->pred_count++] = pred;
}

static void connect_blocks(struct cfg *cfg)
{
    for (int b = 0; b < cfg->count; b++)
        if (cfg->blocks[b].mir)
            cfg->blocks[b].mir->preds = evg_arena_array(
                cfg->s->f->arena, (size_t)cfg->pred_count[b] + 1, sizeof(struct mir_block *));
    for (int b = 0; b < cfg->count; b++) {
        struct cfg_block *block = &cfg->blocks[b];
        for (int i = 0; block->mir && i < block->succ_count; i++) {
            struct mir_block *succ = cfg->blocks[block->succ[i]].mir;
            block->mir->succ[i] = succ;
            if (succ)
                add_pred(succ, block->mir);
            else
                select_fail(cfg->s, "control flow is not structured: a block is left out");
        }
    }
}

/* Notes a phi's values at the blocks that they come from. */
static void note_incoming(struct cfg *cfg, LLVMValueRef phi)
{
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        int b = index_of(cfg, LLVMGetIncomingBlock(phi, i));
        if (b != NO_BLOCK && cfg->blocks[b].mir)
            cfg->incoming[cfg->blocks[b].mir->index] = LLVMGetIncomingValue(phi, i);
    }
}

static void fill_phi(struct cfg *cfg, const struct pending_phi *pending)
{
    struct select *s = cfg->s;
    const struct mir_block *block = pending->block;
    unsigned words = select_words(s, LLVMTypeOf(pending->phi));
    s->inst = pending->phi;
    for (unsigned w = 0; w < words; w++) {
        pending->insts[w]->src_count = block->pred_count;
        pending->insts[w]->src =
            evg_arena_array(s->f->arena, block->pred_count, sizeof(struct mir_operand));
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

/* The tree of a function's blocks; in an empty cfg but for what the caller has set. */
static struct mir_node *build_tree(struct cfg *cfg, LLVMValueRef function)
{
    struct select *s = cfg->s;
    int index = 0;
    cfg->count = (int)LLVMCountBasicBlocks(function);
    cfg->blocks = evg_arena_array(s->f->arena, (size_t)cfg->count, sizeof(*cfg->blocks));
    cfg->index = evg_arena_array(s->f->arena, (size_t)cfg->count, sizeof(*cfg->index));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb;
         bb = LLVMGetNextBasicBlock(bb)) {
        cfg->index[index] = (struct cfg_index){bb, index};
        cfg->blocks[index++].bb = bb;
    }
    qsort(cfg->index, (size_t)cfg->count, sizeof(*cfg->index), compare_index);
    for (int i = 0; i < cfg->count; i++)
        read_terminator(cfg, &cfg->blocks[i]);
    if (!s->failed)
        find_loops(cfg, 0);
    if (!s->failed)
        find_joins(cfg);
    return s->failed ? NULL : walk(cfg, 0, NO_BLOCK, NO_BLOCK);
}

bool evg_is_structured(LLVMValueRef function)
{
    char error[256];
    struct evg_arena arena = {0};
    struct mir_function f = {.arena = &arena, .name = ""};
    struct select s = {.f = &f, .error = error, .error_size = sizeof(error)};
    struct cfg cfg = {.s = &s, .only_shape = true};
    build_tree(&cfg, function);
    for (int b = 0; b < cfg.count && !s.failed; b++)
        s.failed = cfg.blocks[b].state && !cfg.blocks[b].selected;
    evg_arena_finish(&arena);
    return !s.failed;
}

void select_control_flow(struct select *s, LLVMValueRef function)
{
    struct cfg cfg = {.s = s};
    struct mir_block *inputs = s->block;
    s->f->root = new_node(&cfg, MIR_NODE_BLOCK, inputs);
    s->f->root->next = build_tree(&cfg, function);
    if (s->failed)
        return;
    connect_blocks(&cfg);
    inputs->succ[0] = cfg.blocks[0].mir;
    add_pred(cfg.blocks[0].mir, inputs);
    cfg.incoming = evg_arena_array(s->f->arena, s->f->block_count, sizeof(LLVMValueRef));
    for (const struct pending_phi *phi = s->phis; phi && !s->failed; phi = phi->next)
        fill_phi(&cfg, phi);
}
