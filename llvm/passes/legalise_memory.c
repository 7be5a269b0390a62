/* SPDX-License-Identifier: MIT */
/* legalise_memory.c: block copies and fills become loads and stores (large ones have become loops
 * of small ones, see copy_loops.c); endless loops get an exit that is never taken; markers that
 * only the optimiser reads, and fences, are removed.
 *
 * Requires: optimisation is over (it would put the copies together again). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

enum { VECTOR_BYTES = 16 };

/* ---- copies and fills ---- */

/* The type for the next chunk of a copy, and its size in bytes. */
static LLVMTypeRef chunk_type(LLVMContextRef context, unsigned align, uint64_t left, uint64_t *size)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    if (align >= 4 && left >= VECTOR_BYTES) {
        *size = VECTOR_BYTES;
        return LLVMVectorType(i32, VECTOR_BYTES / 4);
    }
    *size = align >= 4 && left >= 4 ? 4 : align >= 2 && left >= 2 ? 2 : 1;
    return LLVMIntTypeInContext(context, (unsigned)*size * 8);
}

static LLVMValueRef load_chunk(LLVMBuilderRef builder, LLVMTypeRef type, LLVMValueRef base,
                               uint64_t offset, unsigned align)
{
    LLVMValueRef load = LLVMBuildLoad2(builder, type, ir_byte_address(builder, base, offset), "");
    LLVMSetAlignment(load, align);
    return load;
}

static void store_chunk(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef base,
                        uint64_t offset, unsigned align)
{
    LLVMSetAlignment(LLVMBuildStore(builder, value, ir_byte_address(builder, base, offset)), align);
}

/* memcpy, and memmove: everything is read before anything is written. */
static void expand_copy(LLVMBuilderRef builder, LLVMValueRef call, uint64_t bytes, bool overlapping)
{
    LLVMValueRef target = LLVMGetOperand(call, 0), source = LLVMGetOperand(call, 1);
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
    unsigned align = ir_argument_align(call, 0), source_align = ir_argument_align(call, 1);
    LLVMValueRef values[COPY_LOOP_BYTES];
    uint64_t size, count = 0;
    if (source_align < align)
        align = source_align;
    if (align > 4)
        align = 4;
    for (uint64_t at = 0; at < bytes; at += size) {
        LLVMTypeRef type = chunk_type(context, align, bytes - at, &size);
        assert(count < COUNT(values)); /* copy_loops.c has left no longer copy */
        values[count] = load_chunk(builder, type, source, at, align);
        if (!overlapping)
            store_chunk(builder, values[count], target, at, align);
        count++;
    }
    count = 0;
    for (uint64_t at = 0; at < bytes && overlapping; at += size) {
        chunk_type(context, align, bytes - at, &size);
        store_chunk(builder, values[count++], target, at, align);
    }
}

static LLVMValueRef fill_value(LLVMBuilderRef builder, LLVMValueRef byte, LLVMTypeRef type)
{
    LLVMContextRef context = LLVMGetTypeContext(type);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    LLVMValueRef word = LLVMBuildMul(builder, LLVMBuildZExt(builder, byte, i32, ""),
                                     ir_i32(context, 0x01010101), "");
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        return LLVMBuildTrunc(builder, word, type, "");
    LLVMValueRef vector = LLVMGetPoison(type);
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
        vector = LLVMBuildInsertElement(builder, vector, word, ir_i32(context, i), "");
    return vector;
}

static void expand_fill(LLVMBuilderRef builder, LLVMValueRef call, uint64_t bytes)
{
    LLVMValueRef target = LLVMGetOperand(call, 0), byte = LLVMGetOperand(call, 1);
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
    unsigned align = ir_argument_align(call, 0);
    uint64_t size;
    if (align > 4)
        align = 4;
    for (uint64_t at = 0; at < bytes; at += size) {
        LLVMTypeRef type = chunk_type(context, align, bytes - at, &size);
        store_chunk(builder, fill_value(builder, byte, type), target, at, align);
    }
}

static bool is_marker(LLVMValueRef instruction)
{
    static const char *const prefixes[] = {
        "llvm.lifetime.",  "llvm.assume",
        "llvm.invariant.", "llvm.experimental.noalias.scope.decl",
        "llvm.dbg.",       "__rootle_fence"};
    for (size_t i = 0; i < COUNT(prefixes); i++)
        if (ir_calls_prefix(instruction, prefixes[i]))
            return !LLVMGetFirstUse(instruction);
    return false;
}

static int expand_call(LLVMValueRef instruction, void *data)
{
    (void)data;
    bool copy = ir_calls_prefix(instruction, "llvm.memcpy."),
         move = ir_calls_prefix(instruction, "llvm.memmove."),
         fill = ir_calls_prefix(instruction, "llvm.memset.");
    if (is_marker(instruction))
        LLVMInstructionEraseFromParent(instruction);
    if (!copy && !move && !fill)
        return 0;
    uint64_t bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 2));
    LLVMBuilderRef builder = ir_builder_before(instruction);
    if (fill)
        expand_fill(builder, instruction, bytes);
    else
        expand_copy(builder, instruction, bytes, move);
    LLVMDisposeBuilder(builder);
    LLVMInstructionEraseFromParent(instruction);
    return 0;
}

/* ---- endless loops ---- */

struct block_set {
    LLVMBasicBlockRef *blocks; /* sorted by address */
    bool *leaves;              /* whether the function's end can be reached from there */
    unsigned count;
};

static int compare_blocks(const void *a, const void *b)
{
    LLVMBasicBlockRef left = *(const LLVMBasicBlockRef *)a, right = *(const LLVMBasicBlockRef *)b;
    return (left > right) - (left < right);
}

static bool leaves(const struct block_set *set, LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef *found =
        bsearch(&block, set->blocks, set->count, sizeof(*set->blocks), compare_blocks);
    return found && set->leaves[found - set->blocks];
}

static bool any_successor_leaves(const struct block_set *set, LLVMBasicBlockRef block)
{
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    unsigned successors = LLVMGetNumSuccessors(terminator);
    for (unsigned i = 0; i < successors; i++)
        if (leaves(set, LLVMGetSuccessor(terminator, i)))
            return true;
    return successors == 0;
}

static void find_leaving(struct block_set *set)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (unsigned i = set->count; i-- > 0;) {
            if (set->leaves[i] || !any_successor_leaves(set, set->blocks[i]))
                continue;
            set->leaves[i] = changed = true;
        }
    }
}

static bool reaches(LLVMBasicBlockRef from, LLVMBasicBlockRef to, const struct block_set *set,
                    bool *seen)
{
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(from);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(terminator, i);
        LLVMBasicBlockRef *found =
            bsearch(&next, set->blocks, set->count, sizeof(*set->blocks), compare_blocks);
        if (next == to)
            return true;
        if (!found || seen[found - set->blocks])
            continue;
        seen[found - set->blocks] = true;
        if (reaches(next, to, set, seen))
            return true;
    }
    return false;
}

/* A block of an endless loop that ends in a plain branch, as a simplified loop's latch does. */
static LLVMBasicBlockRef find_latch(const struct block_set *set)
{
    bool *seen = calloc(set->count, sizeof(*seen));
    LLVMBasicBlockRef latch = NULL;
    for (unsigned i = 0; i < set->count && seen && !latch; i++) {
        if (set->leaves[i] ||
            LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(set->blocks[i])) != 1)
            continue;
        memset(seen, 0, set->count * sizeof(*seen));
        if (reaches(set->blocks[i], set->blocks[i], set, seen))
            latch = set->blocks[i];
    }
    free(seen);
    return latch;
}

/* The condition is one that no pass can know and no launch makes true: a global size of zero. */
static void add_exit(LLVMContextRef context, LLVMBasicBlockRef latch)
{
    LLVMValueRef old = LLVMGetBasicBlockTerminator(latch);
    LLVMValueRef function = LLVMGetBasicBlockParent(latch);
    LLVMBasicBlockRef target = LLVMGetSuccessor(old, 0);
    LLVMBasicBlockRef exit = LLVMAppendBasicBlockInContext(context, function, "never");
    LLVMBuilderRef builder = ir_builder_before(old);
    LLVMValueRef size = ir_load_input(builder, LLVMInt32TypeInContext(context), 12, 4);
    LLVMValueRef never = LLVMBuildICmp(builder, LLVMIntEQ, size, ir_i32(context, 0), "");
    LLVMBuildCondBr(builder, never, exit, target);
    LLVMInstructionEraseFromParent(old);
    LLVMPositionBuilderAtEnd(builder, exit);
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
}

/* Gives one endless loop an exit. 1: did; 0: there is none; -1: could not. */
static int open_one_loop(struct pass_state *state, LLVMValueRef function)
{
    struct block_set set = {.count = LLVMCountBasicBlocks(function)};
    int result = -1;
    set.blocks = calloc(set.count, sizeof(LLVMBasicBlockRef));
    set.leaves = calloc(set.count, sizeof(bool));
    if (set.blocks && set.leaves) {
        LLVMGetBasicBlocks(function, set.blocks);
        qsort(set.blocks, set.count, sizeof(LLVMBasicBlockRef), compare_blocks);
        find_leaving(&set);
        bool endless = false;
        for (unsigned i = 0; i < set.count; i++)
            endless |= !set.leaves[i];
        LLVMBasicBlockRef latch = endless ? find_latch(&set) : NULL;
        if (latch)
            add_exit(state->context, latch);
        result = latch ? 1 : endless ? -1 : 0;
    }
    free(set.blocks);
    free(set.leaves);
    return result;
}

static int open_loops(struct pass_state *state, LLVMValueRef function)
{
    int result;
    while ((result = open_one_loop(state, function)) == 1)
        ;
    return result ? pass_error(state, function, "a loop without an end is not supported") : 0;
}

int pass_legalise_memory(struct pass_state *state)
{
    if (pass_run_llvm(state, "function(loop-simplify)"))
        return -1;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        if (!ir_is_kernel(f))
            continue;
        if (open_loops(state, f))
            return -1;
        ir_visit_instructions(f, expand_call, NULL);
    }
    return 0;
}
