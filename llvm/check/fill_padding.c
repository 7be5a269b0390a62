/* SPDX-License-Identifier: MIT */
/* fill_padding.c: in a guarded program nobody reads or stores what the source has no name for.
 *
 * A vector of three is stored as one of four, of which the last has any value: 0. A structure is
 * copied member by member: what lies between its members is nobody's, and is not copied, so that it
 * counts for no value that nobody wrote. Clang says in !tbaa.struct where the members are.
 *
 * Requires: nothing. Runs before any optimisation, which splits copies by what is used of them. */
#include <stdlib.h>

#include "llvm/check/check.h"
#include "llvm/ir/ir.h"

static bool is_padded(LLVMValueRef value)
{
    LLVMTypeRef from =
        LLVMIsAShuffleVectorInst(value) ? LLVMTypeOf(LLVMGetOperand(value, 0)) : NULL;
    if (!from || LLVMGetVectorSize(from) != 3 || LLVMGetNumMaskElements(value) != 4)
        return false;
    for (int i = 0; i < 3; i++)
        if (LLVMGetMaskValue(value, (unsigned)i) != i)
            return false;
    return LLVMGetMaskValue(value, 3) == LLVMGetUndefMaskElem();
}

static void fill_store(struct pass_state *state, LLVMValueRef store)
{
    if (!is_padded(LLVMGetOperand(store, 0)))
        return;
    LLVMValueRef value = LLVMGetOperand(store, 0), mask[4];
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(value, 0));
    for (uint32_t i = 0; i < 4; i++)
        mask[i] = ir_i32(state->context, i);
    LLVMBuilderRef builder = ir_builder_before(store);
    LLVMSetOperand(store, 0,
                   LLVMBuildShuffleVector(builder, LLVMGetOperand(value, 0), LLVMConstNull(from),
                                          LLVMConstVector(mask, 4), ""));
    LLVMDisposeBuilder(builder);
}

/* The largest alignment that an address has behind one of an alignment. */
static unsigned align_behind(unsigned align, uint64_t offset)
{
    const uint64_t lowest = offset & (~offset + 1);
    return lowest && lowest < align ? (unsigned)lowest : align;
}

static LLVMValueRef step(LLVMBuilderRef builder, LLVMValueRef pointer, uint64_t bytes)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pointer));
    return LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), pointer,
                                 (LLVMValueRef[]){ir_i32(context, (uint32_t)bytes)}, 1, "");
}

/* Operands of !tbaa.struct for each member: its offset, its size, and its type. */
enum { OFFSET, SIZE, OPERANDS = 3 };

static uint64_t number_at(LLVMValueRef *operands, unsigned member, unsigned which)
{
    return LLVMConstIntGetZExtValue(operands[member * OPERANDS + which]);
}

/* Whether members lie one behind the other, with no byte between them. */
static bool is_whole(LLVMValueRef *operands, unsigned members, uint64_t size)
{
    uint64_t end = 0;
    for (unsigned i = 0; i < members && end == number_at(operands, i, OFFSET); i++)
        end += number_at(operands, i, SIZE);
    return end == size;
}

static void copy_members(LLVMValueRef copy, LLVMValueRef *operands, unsigned members)
{
    const unsigned to = ir_argument_align(copy, 0), from = ir_argument_align(copy, 1);
    LLVMBuilderRef builder = ir_builder_before(copy);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(copy)));
    for (unsigned i = 0; i < members; i++) {
        const uint64_t at = number_at(operands, i, OFFSET);
        LLVMValueRef target = step(builder, LLVMGetOperand(copy, 0), at);
        LLVMValueRef source = step(builder, LLVMGetOperand(copy, 1), at);
        LLVMBuildMemCpy(builder, target, align_behind(to, at), source, align_behind(from, at),
                        LLVMConstInt(i32, number_at(operands, i, SIZE), 0));
    }
    LLVMDisposeBuilder(builder);
    LLVMInstructionEraseFromParent(copy);
}

static int split_copy(struct pass_state *state, LLVMValueRef copy)
{
    static const char kind[] = "tbaa.struct";
    LLVMValueRef node =
        LLVMGetMetadata(copy, LLVMGetMDKindIDInContext(state->context, kind, sizeof(kind) - 1));
    LLVMValueRef size = LLVMGetOperand(copy, 2);
    if (!node || !LLVMIsAConstantInt(size))
        return 0;
    const unsigned count = (unsigned)LLVMGetMDNodeNumOperands(node);
    LLVMValueRef *operands = malloc((count + 1) * sizeof(LLVMValueRef));
    if (!operands)
        return pass_error(state, NULL, "out of memory");
    LLVMGetMDNodeOperands(node, operands);
    if (!is_whole(operands, count / OPERANDS, LLVMConstIntGetZExtValue(size)))
        copy_members(copy, operands, count / OPERANDS);
    free(operands);
    return 0;
}

static int fill(LLVMValueRef instruction, void *data)
{
    if (ir_calls_prefix(instruction, "llvm.memcpy."))
        return split_copy(data, instruction);
    if (LLVMIsAStoreInst(instruction))
        fill_store(data, instruction);
    return 0;
}

int check_fill_padding(struct pass_state *state)
{
    return ir_visit_module(state->module, fill, state);
}
