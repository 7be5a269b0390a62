/* SPDX-License-Identifier: MIT */
/* structure.c: recovers the tree of ifs and loops from a control-flow graph. A join is the
 * immediate post-dominator of the branch; a loop is a header with one latch, its only exit. */
#include "llvm/ir/structure.h"

#include <assert.h>
#include <stdlib.h>

/* For finding a block's place. */
struct ir_block_index {
    LLVMBasicBlockRef block;
    int place;
};

/* Edges turned round. Index `count` is the virtual exit. */
struct reverse {
    int **preds, *pred_count;
    int *order; /* post-order number, by place */
    int *done;  /* places in post-order */
    int done_count;
};

static void fail(struct ir_structure *s, LLVMValueRef at, const char *fault)
{
    if (s->fault)
        return;
    s->fault = fault;
    s->at = at;
}

/* ---- blocks and edges ---- */

static int compare_index(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t)((const struct ir_block_index *)left)->block;
    uintptr_t b = (uintptr_t)((const struct ir_block_index *)right)->block;
    return (a > b) - (a < b);
}

int ir_structure_place(const struct ir_structure *s, LLVMBasicBlockRef block)
{
    const struct ir_block_index key = {.block = block};
    const struct ir_block_index *found =
        bsearch(&key, s->index, (size_t)s->count, sizeof(key), compare_index);
    assert(found);
    return found->place;
}

static void list_blocks(struct ir_structure *s, LLVMValueRef function)
{
    int place = 0;
    s->count = (int)LLVMCountBasicBlocks(function);
    s->blocks = arena_array(s->arena, (size_t)s->count, sizeof(*s->blocks));
    s->index = arena_array(s->arena, (size_t)s->count, sizeof(*s->index));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        s->index[place] = (struct ir_block_index){block, place};
        s->blocks[place++] = (struct ir_block){.block = block,
                                               .terminator = LLVMGetBasicBlockTerminator(block),
                                               .join = IR_NO_BLOCK,
                                               .latch = IR_NO_BLOCK};
    }
    assert(place == s->count);
    qsort(s->index, (size_t)s->count, sizeof(*s->index), compare_index);
}

static void read_terminator(struct ir_structure *s, struct ir_block *block)
{
    LLVMValueRef term = block->terminator;
    if (!term || LLVMIsAReturnInst(term) || LLVMIsAUnreachableInst(term))
        return;
    if (!LLVMIsABranchInst(term)) {
        fail(s, term, "a block ends neither in a branch nor in a return");
        return;
    }
    unsigned count = LLVMGetNumSuccessors(term);
    assert(count == 1 || count == 2);
    for (unsigned i = 0; i < count; i++)
        block->succ[i] = ir_structure_place(s, LLVMGetSuccessor(term, i));
    block->succ_count = (int)count;
    if (count == 2 && block->succ[0] == block->succ[1])
        block->succ_count = 1;
}

static void find_loops(struct ir_structure *s, int place)
{
    struct ir_block *block = &s->blocks[place];
    block->search = IR_OPEN;
    for (int i = 0; i < block->succ_count; i++) {
        struct ir_block *succ = &s->blocks[block->succ[i]];
        if (succ->search == IR_UNSEEN)
            find_loops(s, block->succ[i]);
        else if (succ->search == IR_OPEN && succ->latch != IR_NO_BLOCK)
            fail(s, block->terminator, "control flow is not structured: a loop has two latches");
        else if (succ->search == IR_OPEN)
            succ->latch = place;
    }
    block->search = IR_DONE;
}

/* ---- post-dominators, by the iterative algorithm of Cooper, Harvey and Kennedy on the reverse
 * graph ---- */

static void add_edge(struct ir_structure *s, struct reverse *r, size_t *capacity, int from, int to)
{
    int count = r->pred_count[to];
    r->preds[to] = arena_grow(s->arena, r->preds[to], (size_t)count, &capacity[to], sizeof(int));
    r->preds[to][count] = from;
    r->pred_count[to]++;
}

static void collect_preds(struct ir_structure *s, struct reverse *r)
{
    size_t nodes = (size_t)s->count + 1;
    size_t *capacity = arena_array(s->arena, nodes, sizeof(*capacity));
    r->preds = arena_array(s->arena, nodes, sizeof(*r->preds));
    r->pred_count = arena_array(s->arena, nodes, sizeof(*r->pred_count));
    for (int b = 0; b < s->count; b++) {
        const struct ir_block *block = &s->blocks[b];
        if (block->search == IR_UNSEEN)
            continue;
        for (int i = 0; i < block->succ_count; i++)
            add_edge(s, r, capacity, b, block->succ[i]);
        if (block->terminator && LLVMIsAReturnInst(block->terminator))
            add_edge(s, r, capacity, b, s->count);
    }
    for (int b = 0; b < s->count; b++)
        s->blocks[b].pred_count = r->pred_count[b];
}

static void search_back(struct reverse *r, int node, bool *seen)
{
    seen[node] = true;
    for (int i = 0; i < r->pred_count[node]; i++)
        if (!seen[r->preds[node][i]])
            search_back(r, r->preds[node][i], seen);
    r->order[node] = r->done_count;
    r->done[r->done_count++] = node;
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

/* Returns the block that a block's ways to the exit have in common, as far as is known. */
static int join_of(const struct ir_structure *s, const struct reverse *r, const int *ipdom, int b)
{
    const struct ir_block *block = &s->blocks[b];
    int join = block->succ_count == 0 ? s->count : IR_NO_BLOCK;
    for (int k = 0; k < block->succ_count; k++) {
        int succ = block->succ[k];
        if (ipdom[succ] == IR_NO_BLOCK)
            continue; /* not visited yet, or leads to no return at all */
        join = join == IR_NO_BLOCK ? succ : common_join(ipdom, r->order, join, succ);
    }
    return join;
}

static void find_joins(struct ir_structure *s)
{
    size_t nodes = (size_t)s->count + 1;
    struct reverse r = {.order = arena_array(s->arena, nodes, sizeof(int)),
                        .done = arena_array(s->arena, nodes, sizeof(int))};
    int *ipdom = arena_array(s->arena, nodes, sizeof(int));
    collect_preds(s, &r);
    search_back(&r, s->count, arena_array(s->arena, nodes, sizeof(bool)));
    for (size_t i = 0; i < nodes; i++)
        ipdom[i] = IR_NO_BLOCK;
    ipdom[s->count] = s->count;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = r.done_count - 2; i >= 0; i--) {
            const int b = r.done[i], join = join_of(s, &r, ipdom, b);
            changed |= ipdom[b] != join;
            ipdom[b] = join;
        }
    }
    for (int b = 0; b < s->count; b++)
        s->blocks[b].join = ipdom[b] == s->count ? IR_NO_BLOCK : ipdom[b];
}

/* ---- the tree ---- */

static struct ir_node *new_node(struct ir_structure *s, enum ir_node_kind kind, int block)
{
    struct ir_node *node = arena_alloc(s->arena, sizeof(*node));
    node->kind = kind;
    node->block = block;
    return node;
}

static struct ir_node *walk(struct ir_structure *s, int b, int stop, int header);

static struct ir_node *walk_if(struct ir_structure *s, int b)
{
    const struct ir_block *block = &s->blocks[b];
    struct ir_node *node = new_node(s, IR_NODE_IF, b);
    node->body = walk(s, block->succ[0], block->join, IR_NO_BLOCK);
    node->orelse = walk(s, block->succ[1], block->join, IR_NO_BLOCK);
    return node;
}

/* Returns the loop, and in *exit where it leaves to. */
static struct ir_node *walk_loop(struct ir_structure *s, int header, int *exit)
{
    struct ir_node *node = new_node(s, IR_NODE_LOOP, header);
    const struct ir_block *latch = &s->blocks[s->blocks[header].latch];
    node->body = walk(s, header, IR_NO_BLOCK, header);
    if (!latch->in_tree)
        fail(s, latch->terminator,
             "control flow is not structured: a loop's latch is not at its end");
    *exit = IR_NO_BLOCK;
    if (latch->succ_count == 2)
        *exit = latch->succ[latch->succ[0] == header];
    return node;
}

static bool is_latch_of(const struct ir_structure *s, int b, int header)
{
    return header != IR_NO_BLOCK && s->blocks[header].latch == b;
}

/* From block b on until `stop`; in the body of a loop (header given) until its latch. */
static struct ir_node *walk(struct ir_structure *s, int b, int stop, int header)
{
    struct ir_node *first = NULL, **tail = &first;
    bool enter = header != IR_NO_BLOCK;
    while (b != IR_NO_BLOCK && b != stop && !s->fault) {
        struct ir_block *block = &s->blocks[b];
        if (block->in_tree) {
            fail(s, block->terminator,
                 "control flow is not structured: a block is reached in two ways");
            break;
        }
        if (block->latch != IR_NO_BLOCK && !enter) {
            *tail = walk_loop(s, b, &b);
            tail = &(*tail)->next;
            continue;
        }
        enter = false;
        block->in_tree = true;
        *tail = new_node(s, IR_NODE_BLOCK, b);
        tail = &(*tail)->next;
        if (is_latch_of(s, b, header) || block->succ_count == 0)
            break;
        if (block->succ_count == 1) {
            b = block->succ[0];
            continue;
        }
        *tail = walk_if(s, b);
        tail = &(*tail)->next;
        b = block->join;
    }
    return first;
}

bool ir_find_structure(LLVMValueRef function, struct arena *arena, struct ir_structure *structure)
{
    *structure = (struct ir_structure){.arena = arena};
    list_blocks(structure, function);
    for (int i = 0; i < structure->count; i++)
        read_terminator(structure, &structure->blocks[i]);
    if (!structure->fault)
        find_loops(structure, 0);
    if (!structure->fault) {
        find_joins(structure);
        structure->root = walk(structure, 0, IR_NO_BLOCK, IR_NO_BLOCK);
    }
    for (int b = 0; b < structure->count && !structure->fault; b++)
        if (structure->blocks[b].search != IR_UNSEEN && !structure->blocks[b].in_tree)
            fail(structure, structure->blocks[b].terminator,
                 "control flow is not structured: a block is left out");
    return !structure->fault;
}

bool ir_is_structured(LLVMValueRef function)
{
    struct arena arena = {0};
    struct ir_structure structure;
    const bool found = ir_find_structure(function, &arena, &structure);
    arena_finish(&arena);
    return found;
}
