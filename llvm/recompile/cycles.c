/* SPDX-License-Identifier: MIT */
/* cycles.c: see cycles.h.
 *
 * Blocks that poll, and edges that are taken so often at the most, are taken away. What is left
 * must have no cycle: its blocks can be put in an order in which all edges lead forward. */
#include "llvm/recompile/cycles.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/free_all.h"

/* ---- counters ---- */

static bool is_constant(LLVMValueRef value, unsigned long long *number)
{
    if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) != 32)
        return false;
    *number = LLVMConstIntGetZExtValue(value);
    return true;
}

static bool is_op(LLVMValueRef value, LLVMOpcode op)
{
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == op;
}

/* Returns the alloca that a sum steps, and by how much; NULL: it steps none. */
static LLVMValueRef stepped(LLVMValueRef sum, unsigned long long *step)
{
    if (!is_op(sum, LLVMAdd) || !is_constant(LLVMGetOperand(sum, 1), step))
        return NULL;
    LLVMValueRef load = LLVMGetOperand(sum, 0), store = LLVMGetNextInstruction(sum);
    if (!is_op(load, LLVMLoad) || LLVMGetNextInstruction(load) != sum || !is_op(store, LLVMStore) ||
        LLVMGetOperand(store, 0) != sum)
        return NULL;
    LLVMValueRef place = LLVMGetOperand(load, 0);
    return LLVMIsAAllocaInst(place) && LLVMGetOperand(store, 1) == place ? place : NULL;
}

static bool polls(LLVMBasicBlockRef block);
static bool asks(LLVMBasicBlockRef block);

/* Whether nobody comes to a block but from one that polls, or asks, or from such a one by so many
 * more on the way. */
static bool follows_poll(LLVMBasicBlockRef block, unsigned more)
{
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    for (; use; use = LLVMGetNextUse(use)) {
        LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(use));
        if (!polls(from) && !asks(from) && !(more && follows_poll(from, more - 1)))
            return false;
    }
    return true;
}

/* Whether a use of an alloca leaves it a counter of such steps. `again`: blocks that poll may have
 * it begin anew, as may those that follow them, which may set it to anything. Whoever passes an
 * edge often enough then has polled. */
static bool keeps_count(LLVMValueRef user, LLVMValueRef place, unsigned long long step, bool again)
{
    unsigned long long other;
    if (is_op(user, LLVMLoad))
        return true;
    if (!is_op(user, LLVMStore) || LLVMGetOperand(user, 1) != place)
        return false;
    LLVMValueRef value = LLVMGetOperand(user, 0);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
    if (again && follows_poll(block, 1))
        return true;
    if (LLVMIsAConstantInt(value))
        return block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)) ||
               (again && polls(block));
    return stepped(value, &other) == place && other == step &&
           LLVMGetNextInstruction(value) == user;
}

/* Whether a block steps a counter to a sum; by how much. */
static bool counts(LLVMBasicBlockRef block, LLVMValueRef sum, unsigned long long *step, bool again)
{
    LLVMValueRef place = stepped(sum, step);
    if (!place || LLVMGetInstructionParent(sum) != block || !*step)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use))
        if (!keeps_count(LLVMGetUser(use), place, *step, again))
            return false;
    return true;
}

/* ---- blocks that poll, edges that are limited ---- */

static LLVMValueRef condition(LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    return is_op(end, LLVMBr) && LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
}

static LLVMBasicBlockRef successor(LLVMBasicBlockRef block, unsigned i)
{
    return LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), i);
}

static bool compares(LLVMValueRef value, LLVMIntPredicate how)
{
    return value && is_op(value, LLVMICmp) && LLVMGetICmpPredicate(value) == how;
}

static bool returns(LLVMBasicBlockRef block)
{
    return is_op(LLVMGetBasicBlockTerminator(block), LLVMRet);
}

/* Calls NATIVE_POLL, and returns if that is false. */
static bool asks(LLVMBasicBlockRef block)
{
    LLVMValueRef call = condition(block);
    if (!call || !is_op(call, LLVMCall) || LLVMGetInstructionParent(call) != block)
        return false;
    LLVMValueRef called = LLVMGetCalledValue(call);
    size_t size;
    return LLVMIsAFunction(called) && !LLVMIsDeclaration(called) &&
           !strcmp(LLVMGetValueName2(called, &size), NATIVE_POLL) && returns(successor(block, 1));
}

static bool polls(LLVMBasicBlockRef block)
{
    unsigned long long low, zero, step;
    LLVMValueRef test = condition(block);
    if (!compares(test, LLVMIntEQ) || !is_op(LLVMGetOperand(test, 0), LLVMAnd) ||
        !is_constant(LLVMGetOperand(test, 1), &zero) || zero)
        return false;
    LLVMValueRef bits = LLVMGetOperand(test, 0);
    return is_constant(LLVMGetOperand(bits, 1), &low) && !(low & (low + 1)) && low <= UINT16_MAX &&
           counts(block, LLVMGetOperand(bits, 0), &step, false) && step == 1 &&
           asks(successor(block, 0));
}

/* Whether a value is that a sum which the block steps is below a constant. */
static bool is_below(LLVMBasicBlockRef block, LLVMValueRef value)
{
    unsigned long long limit, step;
    return compares(value, LLVMIntULT) && is_constant(LLVMGetOperand(value, 1), &limit) &&
           counts(block, LLVMGetOperand(value, 0), &step, true) && limit + step <= UINT32_MAX;
}

/* Whether the block's first edge is taken so many times at the most: the sum rises by a step each
 * time that the block runs, and does not wrap around before it passes the limit. */
static bool is_limited(LLVMBasicBlockRef block)
{
    LLVMValueRef test = condition(block);
    if (!test)
        return false;
    if (is_op(test, LLVMAnd))
        return is_below(block, LLVMGetOperand(test, 0)) || is_below(block, LLVMGetOperand(test, 1));
    return is_below(block, test);
}

/* ---- cycles ---- */

/* The rest of a function's graph: blocks, in the order of their addresses, and how many of the
 * remaining edges lead to each. */
struct graph {
    LLVMBasicBlockRef *block, *work;
    unsigned *entering;
    unsigned count, work_count;
};

static int by_address(const void *a, const void *b)
{
    const uintptr_t x = (uintptr_t)*(LLVMBasicBlockRef const *)a,
                    y = (uintptr_t)*(LLVMBasicBlockRef const *)b;
    return (x > y) - (x < y);
}

static unsigned number_of(const struct graph *g, LLVMBasicBlockRef block)
{
    const LLVMBasicBlockRef *at = bsearch(&block, g->block, g->count, sizeof(block), by_address);
    return (unsigned)(at - g->block);
}

/* Edges of a block that are left, from the first one's number on. */
static unsigned first_edge(LLVMBasicBlockRef block)
{
    if (polls(block))
        return UINT_MAX;
    return is_limited(block) ? 1 : 0;
}

/* Calls `visit` for the end of each edge that is left. */
static void for_edges(struct graph *g, LLVMBasicBlockRef block,
                      void (*visit)(struct graph *g, unsigned to))
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    const unsigned count = LLVMGetNumSuccessors(end);
    for (unsigned i = first_edge(block); i < count; i++)
        visit(g, number_of(g, LLVMGetSuccessor(end, i)));
}

static void enter(struct graph *g, unsigned to)
{
    g->entering[to]++;
}

static void leave(struct graph *g, unsigned to)
{
    if (!--g->entering[to])
        g->work[g->work_count++] = g->block[to];
}

/* Takes away blocks that no edge leads to, and their edges. Returns how many blocks are left. */
static unsigned unravel(struct graph *g)
{
    unsigned left = g->count;
    for (unsigned i = 0; i < g->count; i++)
        for_edges(g, g->block[i], enter);
    for (unsigned i = 0; i < g->count; i++)
        if (!g->entering[i])
            g->work[g->work_count++] = g->block[i];
    for (; g->work_count; left--)
        for_edges(g, g->work[--g->work_count], leave);
    return left;
}

/* The first block of the function, as it is written, that is left: in a cycle or behind it. */
static LLVMBasicBlockRef first_left(const struct graph *g, LLVMValueRef function)
{
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
    while (!g->entering[number_of(g, b)])
        b = LLVMGetNextBasicBlock(b);
    return b;
}

static bool function_polls(LLVMValueRef function, FILE *log)
{
    struct graph g = {.count = LLVMCountBasicBlocks(function)};
    g.block = calloc(g.count, sizeof(LLVMBasicBlockRef));
    g.work = calloc(g.count, sizeof(LLVMBasicBlockRef));
    g.entering = calloc(g.count, sizeof(*g.entering));
    bool sound = g.block && g.work && g.entering;
    if (sound) {
        LLVMGetBasicBlocks(function, g.block);
        qsort(g.block, g.count, sizeof(LLVMBasicBlockRef), by_address);
        sound = !unravel(&g);
        if (!sound)
            fprintf(log, "error: '%s': a cycle at '%s' never polls the time\n",
                    LLVMGetValueName2(function, &(size_t){0}),
                    LLVMGetBasicBlockName(first_left(&g, function)));
    } else {
        fprintf(log, "error: out of memory for %u blocks\n", g.count);
    }
    FREE_ALL(g.block, g.work, g.entering);
    return sound;
}

/* ---- what else would hide a cycle ---- */

/* A block of no instruction but `unreachable` that is jumped to may lead anywhere. */
static bool is_run_into(LLVMBasicBlockRef block)
{
    return is_op(LLVMGetBasicBlockTerminator(block), LLVMUnreachable) &&
           LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
}

static bool ends_well(LLVMValueRef function, FILE *log)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        if (is_run_into(b)) {
            fprintf(log, "error: '%s' jumps to '%s', which is unreachable\n",
                    LLVMGetValueName2(function, &(size_t){0}), LLVMGetBasicBlockName(b));
            return false;
        }
    return true;
}

static bool is_internal(LLVMValueRef function)
{
    return LLVMGetLinkage(function) == LLVMInternalLinkage;
}

static LLVMValueRef function_of(LLVMValueRef call)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
}

static bool calls(LLVMValueRef user, LLVMValueRef function)
{
    return is_op(user, LLVMCall) && LLVMGetCalledValue(user) == function;
}

/* Whether nothing is done with a function but that it is called by those that nothing calls. */
static bool is_outermost(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (!calls(LLVMGetUser(use), function) || is_internal(function_of(LLVMGetUser(use))))
            return false;
    return true;
}

/* Whether a call is in a function that nothing calls, or in an outermost one, or is behind the one
 * that it calls. */
static bool is_from_above(LLVMValueRef call, LLVMValueRef called)
{
    LLVMValueRef caller = function_of(call), f = called;
    while (f && f != caller)
        f = LLVMGetNextFunction(f);
    return !is_internal(caller) || is_outermost(caller) || (f && caller != called);
}

/* Whether a function cannot call itself, by whatever way: internal ones are called by name in those
 * behind them alone, or in others, which are called nowhere in the module, or by such alone. */
static bool is_called_from_above(LLVMValueRef function, FILE *log)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_internal(function) && calls(user, function) && is_from_above(user, function))
            continue;
        fprintf(log, "error: '%s' may call itself\n", LLVMGetValueName2(function, &(size_t){0}));
        return false;
    }
    return true;
}

bool cycles_poll(LLVMModuleRef module, FILE *log)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) &&
            (!ends_well(f, log) || !is_called_from_above(f, log) || !function_polls(f, log)))
            return false;
    return true;
}
