/* SPDX-License-Identifier: MIT */
/* flow.c: finds ifs and loops in a graph of blocks. */
#include "llvm/r500/select/flow.h"
#include "driver/base/free_all.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

/* A block; others by their place in reverse postorder. */
struct node {
    LLVMBasicBlockRef block;
    int successor[2];
    int latch; /* of the loop that begins here, or NONE */
    int exit;  /* where that loop goes on; NONE: it has no end */
    bool told, in_loop;
};

struct walk {
    struct node *nodes;
    int count;
    const struct r500_flow_visitor *visitor;
    void *data;
    bool *reached[2]; /* of the two arms of a branch */
    bool *body;
    bool failed;
};

/* The loop that is walked, and where a region ends. */
struct region {
    int stop;         /* what is behind it */
    int header, exit; /* of the loop around it, or NONE */
};

static unsigned successors(LLVMBasicBlockRef block, LLVMBasicBlockRef next[2])
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    unsigned count = LLVMGetInstructionOpcode(last) == LLVMBr ? LLVMGetNumSuccessors(last) : 0;
    for (unsigned i = 0; i < count; i++)
        next[i] = LLVMGetSuccessor(last, i);
    return count;
}

/* ---- the graph ---- */

struct number {
    LLVMBasicBlockRef *order; /* postorder, from the end */
    int at, count;
    LLVMBasicBlockRef *seen;
    int seen_count;
};

static bool mark_seen(struct number *n, LLVMBasicBlockRef block)
{
    for (int i = 0; i < n->seen_count; i++)
        if (n->seen[i] == block)
            return false;
    n->seen[n->seen_count++] = block;
    return true;
}

static void number_blocks(struct number *n, LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef next[2];
    unsigned count = successors(block, next);
    for (unsigned i = count; i-- > 0;)
        if (mark_seen(n, next[i]))
            number_blocks(n, next[i]);
    n->order[--n->at] = block;
}

static int place_of(const struct walk *w, LLVMBasicBlockRef block)
{
    for (int i = 0; i < w->count; i++)
        if (w->nodes[i].block == block)
            return i;
    return NONE;
}

/* Marks what reaches `from` without passing `header`. */
static void mark_body(struct walk *w, int from)
{
    if (w->body[from])
        return;
    w->body[from] = true;
    for (int i = 0; i < w->count; i++)
        for (unsigned s = 0; s < 2; s++)
            if (w->nodes[i].successor[s] == from)
                mark_body(w, i);
}

/* A loop has one latch (loop-simplify); all its exits must go to one block. */
static bool find_exit(struct walk *w, int header)
{
    struct node *loop = &w->nodes[header];
    memset(w->body, 0, (size_t)w->count * sizeof(*w->body));
    w->body[header] = true;
    mark_body(w, loop->latch);
    for (int i = 0; i < w->count; i++) {
        for (unsigned s = 0; s < 2; s++) {
            const int next = w->nodes[i].successor[s];
            if (!w->body[i] || next == NONE || w->body[next])
                continue;
            if (loop->exit != NONE && loop->exit != next)
                return false;
            loop->exit = next;
        }
    }
    return loop->exit != NONE;
}

static bool connect(struct walk *w)
{
    for (int i = 0; i < w->count; i++) {
        LLVMBasicBlockRef next[2];
        const unsigned count = successors(w->nodes[i].block, next);
        LLVMOpcode last = LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(w->nodes[i].block));
        if (last != LLVMBr && last != LLVMRet && last != LLVMUnreachable)
            return false;
        for (unsigned s = 0; s < 2; s++) {
            const int to = s < count ? place_of(w, next[s]) : NONE;
            w->nodes[i].successor[s] = to;
            if (to == NONE || to > i)
                continue;
            if (w->nodes[to].latch != NONE && w->nodes[to].latch != i)
                return false;
            w->nodes[to].latch = i;
        }
    }
    for (int i = 0; i < w->count; i++)
        if (w->nodes[i].latch != NONE && !find_exit(w, i))
            return false;
    return true;
}

static bool build_graph(struct walk *w, LLVMValueRef function)
{
    const unsigned blocks = LLVMCountBasicBlocks(function);
    struct number n = {.at = (int)blocks};
    n.order = calloc(blocks, sizeof(*n.order));
    n.seen = calloc(blocks, sizeof(*n.seen));
    w->nodes = calloc(blocks, sizeof(*w->nodes));
    w->reached[0] = calloc(blocks + 1, 1);
    w->reached[1] = calloc(blocks + 1, 1);
    w->body = calloc(blocks + 1, 1);
    const bool enough = n.order && n.seen && w->nodes && w->reached[0] && w->reached[1] && w->body;
    if (enough) {
        mark_seen(&n, LLVMGetEntryBasicBlock(function));
        number_blocks(&n, LLVMGetEntryBasicBlock(function));
        w->count = (int)blocks - n.at;
        for (int i = 0; i < w->count; i++)
            w->nodes[i] = (struct node){.block = n.order[n.at + i], .latch = NONE, .exit = NONE};
    }
    free(n.order);
    free(n.seen);
    return enough && connect(w);
}

/* ---- the walk ---- */

#define TELL(w, what, ...)                                                                         \
    do {                                                                                           \
        if ((w)->visitor)                                                                          \
            (w)->visitor->what((w)->data __VA_OPT__(, ) __VA_ARGS__);                              \
    } while (0)

static void tell_edge(struct walk *w, int from, int to)
{
    TELL(w, edge, w->nodes[from].block, w->nodes[to].block);
}

/* Marks what is run behind `from` before the region ends, its end too. */
static void reach(const struct walk *w, int from, const struct region *region, bool *reached)
{
    if (from == NONE || from == region->header || from == region->exit || reached[from])
        return;
    reached[from] = true;
    if (from == region->stop)
        return;
    const struct node *node = &w->nodes[from];
    for (unsigned s = 0; s < 2; s++)
        if (node->successor[s] > from)
            reach(w, node->successor[s], region, reached);
}

/* Where two arms meet, or NONE. */
static int find_join(struct walk *w, const int arm[2], const struct region *region)
{
    for (unsigned s = 0; s < 2; s++) {
        memset(w->reached[s], 0, (size_t)w->count);
        reach(w, arm[s], region, w->reached[s]);
    }
    for (int i = 0; i < w->count; i++)
        if (w->reached[0][i] && w->reached[1][i])
            return i;
    return NONE;
}

static void walk_region(struct walk *w, int at, const struct region *region);

/* One way from a block: to the end of its region, out of the loop, to the loop's next turn, or to
 * blocks of its own. */
static void walk_arm(struct walk *w, int from, int to, const struct region *region)
{
    tell_edge(w, from, to);
    if (to == region->stop)
        return;
    if (to == region->exit)
        TELL(w, leave, NULL, true);
    else if (to == region->header)
        TELL(w, next);
    else
        walk_region(w, to, region);
}

/* Returns where the region goes on. */
static int walk_branch(struct walk *w, int at, const struct region *region)
{
    const struct node *node = &w->nodes[at];
    LLVMValueRef condition = LLVMGetCondition(LLVMGetBasicBlockTerminator(node->block));
    for (unsigned s = 0; s < 2; s++) {
        if (region->exit == NONE || node->successor[s] != region->exit)
            continue;
        /* The break's edge comes before the test: every other edge to its phis overwrites the
         * values. */
        tell_edge(w, at, region->exit);
        TELL(w, leave, condition, s == 0);
        tell_edge(w, at, node->successor[!s]);
        return node->successor[!s];
    }
    const int join = find_join(w, node->successor, region);
    const struct region arm = {join == NONE ? region->stop : join, region->header, region->exit};
    TELL(w, begin_if, condition);
    walk_arm(w, at, node->successor[0], &arm);
    TELL(w, begin_else);
    walk_arm(w, at, node->successor[1], &arm);
    TELL(w, end_if);
    return join == NONE ? region->stop : join;
}

static int walk_loop(struct walk *w, int at)
{
    const struct node *loop = &w->nodes[at];
    const struct region body = {at, at, loop->exit};
    w->nodes[at].in_loop = true;
    TELL(w, begin_loop, loop->block);
    walk_region(w, at, &body);
    TELL(w, end_loop);
    return loop->exit;
}

static void walk_region(struct walk *w, int at, const struct region *region)
{
    bool first = true;
    while (!w->failed && at != NONE && (at != region->stop || (first && at == region->header))) {
        struct node *node = &w->nodes[at];
        first = false;
        if (node->latch != NONE && !node->in_loop) {
            at = walk_loop(w, at);
            continue;
        }
        w->failed |= node->told || (at == region->exit && region->exit != NONE);
        node->told = true;
        if (w->failed)
            return;
        TELL(w, block, node->block);
        if (node->successor[0] == NONE)
            return;
        if (node->successor[1] != NONE && node->successor[1] != node->successor[0]) {
            at = walk_branch(w, at, region);
            continue;
        }
        const int next = node->successor[0];
        tell_edge(w, at, next);
        if (next != region->stop && next == region->exit) {
            TELL(w, leave, NULL, true);
            return;
        }
        if (next != region->stop && next == region->header) {
            TELL(w, next);
            return;
        }
        at = next;
    }
}

bool r500_walk_flow(LLVMValueRef function, const struct r500_flow_visitor *visitor, void *data)
{
    struct walk w = {.visitor = visitor, .data = data};
    const struct region all = {NONE, NONE, NONE};
    w.failed = !build_graph(&w, function);
    if (!w.failed)
        walk_region(&w, 0, &all);
    for (int i = 0; !w.failed && i < w.count; i++)
        w.failed = !w.nodes[i].told;
    FREE_ALL(w.nodes, w.reached[0], w.reached[1], w.body);
    return !w.failed;
}

bool r500_is_structured(LLVMValueRef function)
{
    return r500_walk_flow(function, NULL, NULL);
}
