/* SPDX-License-Identifier: MIT */
/* linearise.c: kernels with long switches whose cases fall through become a row of guarded blocks:
 * each block notes the place of the one that comes next, and runs if its own was noted. The row is
 * structured code, and as long as the kernel. LLVM's structurizecfg takes more than the square of
 * the cases' number for them.
 *
 * Kernels with loops are left alone. Requires: legalise_memory. Changes control flow. */
#include <assert.h>
#include <stdlib.h>

#include "driver/base/arena.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

enum { MIN_FALLS = 100 /* fewer are structured well, in reasonable time */ };

/* A block of the row. */
struct place {
    LLVMBasicBlockRef bb, guard; /* guard: what decides whether it runs; the first has none */
    unsigned number;             /* in the row, 0: not there yet */
    bool open;                   /* the search is in it */
};

struct row {
    struct arena arena;
    LLVMValueRef function, next; /* next: variable with the number of the block that comes next */
    LLVMContextRef context;
    struct place *places; /* sorted by block */
    struct place **order; /* by number; the first is the entry */
    unsigned count, left; /* left: numbers that are not given yet */
    bool has_loop;
};

/* --- Where it pays --- */

static bool comes_from_elsewhere(LLVMBasicBlockRef block, LLVMBasicBlockRef from)
{
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
         use = LLVMGetNextUse(use))
        if (LLVMGetInstructionParent(LLVMGetUser(use)) != from)
            return true;
    return false;
}

/* Cases that another one goes on with. */
static unsigned count_falls(LLVMBasicBlockRef bb)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    unsigned falls = 0;
    for (unsigned i = 1; LLVMIsASwitchInst(end) && i < LLVMGetNumSuccessors(end); i++) {
        LLVMBasicBlockRef target = LLVMGetSuccessor(end, i);
        falls += target != LLVMGetSwitchDefaultDest(end) && comes_from_elsewhere(target, bb);
    }
    return falls;
}

static bool has_long_switch(LLVMValueRef function)
{
    LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function);
    while (bb && count_falls(bb) < MIN_FALLS)
        bb = LLVMGetNextBasicBlock(bb);
    return bb != NULL;
}

/* --- The order --- */

static int compare_places(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t)((const struct place *)left)->bb;
    uintptr_t b = (uintptr_t)((const struct place *)right)->bb;
    return (a > b) - (a < b);
}

static struct place *find_place(const struct row *row, LLVMBasicBlockRef bb)
{
    const struct place key = {.bb = bb};
    return bsearch(&key, row->places, row->count, sizeof(key), compare_places);
}

static void read_blocks(struct row *row)
{
    unsigned i = 0;
    row->count = LLVMCountBasicBlocks(row->function);
    row->left = row->count;
    row->places = arena_array(&row->arena, row->count, sizeof(*row->places));
    row->order = arena_array(&row->arena, row->count, sizeof(struct place *));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(row->function); bb;
         bb = LLVMGetNextBasicBlock(bb))
        row->places[i++].bb = bb;
    qsort(row->places, row->count, sizeof(*row->places), compare_places);
}

/* A block's number is greater than those of all that lead to it. */
static void number_blocks(struct row *row, struct place *place)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(place->bb);
    place->open = true;
    for (unsigned i = LLVMGetNumSuccessors(end); i-- > 0 && !row->has_loop;) {
        struct place *successor = find_place(row, LLVMGetSuccessor(end, i));
        row->has_loop = successor->open;
        if (!successor->open && !successor->number)
            number_blocks(row, successor);
    }
    assert(row->left > 0 && !place->number);
    place->open = false;
    place->number = row->left--;
    row->order[place->number - 1] = place;
}

/* --- The row --- */

static LLVMValueRef number_of(const struct row *row, LLVMBasicBlockRef bb)
{
    const struct place *place = find_place(row, bb);
    assert(place && place->number > 0);
    return ir_i32(row->context, place->number);
}

/* A switch chooses a number, in blocks that do nothing else. Returns the number; the builder is
 * behind it. The default has no block: several of the tests that lower-switch makes would lead to
 * it. */
static LLVMValueRef choose(struct row *row, LLVMBuilderRef builder, LLVMValueRef end)
{
    LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext(row->context, row->function, "");
    unsigned count = LLVMGetNumSuccessors(end);
    LLVMBasicBlockRef *blocks = arena_array(&row->arena, count, sizeof(*blocks));
    LLVMValueRef *numbers = arena_array(&row->arena, count, sizeof(*numbers));
    numbers[0] = number_of(row, LLVMGetSwitchDefaultDest(end));
    blocks[0] = LLVMGetInstructionParent(end);
    LLVMSetSuccessor(end, 0, join);
    for (unsigned i = 1; i < count; i++) {
        numbers[i] = number_of(row, LLVMGetSuccessor(end, i));
        blocks[i] = LLVMInsertBasicBlockInContext(row->context, join, "");
        LLVMPositionBuilderAtEnd(builder, blocks[i]);
        LLVMBuildBr(builder, join);
        LLVMSetSuccessor(end, i, blocks[i]);
    }
    LLVMPositionBuilderAtEnd(builder, join);
    LLVMValueRef phi = LLVMBuildPhi(builder, LLVMInt32TypeInContext(row->context), "");
    LLVMAddIncoming(phi, numbers, blocks, count);
    return phi;
}

/* The number of the block behind one; of none behind a return. The builder is where code may go. */
static LLVMValueRef number_behind(struct row *row, LLVMBuilderRef builder, LLVMValueRef end)
{
    if (LLVMIsASwitchInst(end))
        return choose(row, builder, end);
    LLVMValueRef number = ir_i32(row->context, 0);
    if (LLVMGetNumSuccessors(end) > 0)
        number = number_of(row, LLVMGetSuccessor(end, 0));
    if (LLVMGetNumSuccessors(end) > 1)
        number = LLVMBuildSelect(builder, LLVMGetCondition(end), number,
                                 number_of(row, LLVMGetSuccessor(end, 1)), "");
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(end);
    LLVMInstructionEraseFromParent(end);
    LLVMPositionBuilderAtEnd(builder, bb);
    return number;
}

/* Ends a block of the row: stores the number of the block to run next, and branches to the guard in
 * front of the row's next block. */
static void end_block(struct row *row, LLVMBuilderRef builder, LLVMBasicBlockRef bb,
                      LLVMBasicBlockRef guard)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    LLVMPositionBuilderBefore(builder, end);
    LLVMBuildStore(builder, number_behind(row, builder, end), row->next);
    LLVMBuildBr(builder, guard);
}

static void build_guard(struct row *row, LLVMBuilderRef builder, LLVMBasicBlockRef guard,
                        const struct place *place, LLVMBasicBlockRef otherwise)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(row->context);
    LLVMPositionBuilderAtEnd(builder, guard);
    LLVMValueRef is_next =
        LLVMBuildICmp(builder, LLVMIntEQ, LLVMBuildLoad2(builder, i32, row->next, ""),
                      ir_i32(row->context, place->number), "");
    LLVMBuildCondBr(builder, is_next, place->bb, otherwise);
}

/* Terminators are changed when all numbers are known. */
static void build_row(struct row *row)
{
    assert(row->left == 0 && !row->has_loop); /* every block has its number */
    LLVMBuilderRef builder = ir_builder_at_entry(row->function);
    row->next = LLVMBuildAlloca(builder, LLVMInt32TypeInContext(row->context), "");
    LLVMBasicBlockRef last = LLVMAppendBasicBlockInContext(row->context, row->function, "");
    LLVMPositionBuilderAtEnd(builder, last);
    LLVMBuildRetVoid(builder);
    for (unsigned i = row->count; i-- > 0;) {
        LLVMBasicBlockRef guard = last;
        end_block(row, builder, row->order[i]->bb, last);
        if (i == 0)
            break;
        last = LLVMAppendBasicBlockInContext(row->context, row->function, "");
        row->order[i]->guard = last;
        build_guard(row, builder, last, row->order[i], guard);
    }
    LLVMDisposeBuilder(builder);
}

/* --- Variables --- */

/* The first block of the row that sets a variable; NULL where that is not known, or no matter. */
static const struct place *first_that_sets(const struct row *row, LLVMValueRef variable)
{
    const struct place *first = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool sets = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable;
        if (!sets && !LLVMIsALoadInst(user))
            return NULL;
        const struct place *place = sets ? find_place(row, LLVMGetInstructionParent(user)) : NULL;
        if (sets && !place)
            return NULL;
        if (sets && (!first || place->number < first->number))
            first = place;
    }
    return first;
}

/* In front of what sets a variable first it may hold anything. There is a way past all that sets
 * it, by which it would else be carried from the entry through all guards. */
static void begin_variables(const struct row *row)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(row->context);
    LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(row->function));
    for (; at; at = LLVMGetNextInstruction(at)) {
        const struct place *first = LLVMIsAAllocaInst(at) ? first_that_sets(row, at) : NULL;
        if (!first || !first->guard)
            continue;
        LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(first->guard));
        LLVMBuildStore(builder, LLVMGetUndef(LLVMGetAllocatedType(at)), at);
    }
    LLVMDisposeBuilder(builder);
}

static int linearise_kernel(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    struct row row = {.function = kernel, .context = state->context};
    if (!has_long_switch(kernel))
        return 0;
    read_blocks(&row);
    number_blocks(&row, find_place(&row, LLVMGetEntryBasicBlock(kernel)));
    bool built = !row.has_loop && row.left == 0;
    arena_finish(&row.arena);
    if (!built)
        return 0;
    /* Values become variables, so that it does not matter which way leads to where they are used.
     * What a switch gives to a phi is set in a block of its own, right before the phi's, and not
     * before the switch: variables that live along the whole row would make a phi in every guard.
     */
    row = (struct row){.function = kernel, .context = state->context};
    bool done =
        shim_run_function_passes(kernel, "break-crit-edges,reg2mem", state->watch, state->log);
    read_blocks(&row);
    number_blocks(&row, find_place(&row, LLVMGetEntryBasicBlock(kernel)));
    build_row(&row);
    begin_variables(&row);
    arena_finish(&row.arena);
    shim_promote_variables(kernel);
    return done ? 0 : -1;
}

int pass_linearise(struct pass_state *state)
{
    /* Takes away blocks that nothing reaches, which would have no place in the row. */
    if (pass_run_llvm(state, "function(simplifycfg)"))
        return -1;
    return ir_visit_kernels(state->module, linearise_kernel, state);
}
