/* SPDX-License-Identifier: MIT */
/* sink_bases.c: LLVM's licm makes base + index + constant, the address of a load in a loop, into
 * (base + constant) + index, as it can compute the first sum in front of the loop. A fetch adds a
 * constant by itself; a base of each constant takes a register all over the loop, and an addition
 * of the index to each. So the constant goes behind the index again.
 *
 * A part of optimise, behind passes over loops. */
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

enum { MAX_FETCH_OFFSET = 0xffff /* bytes, unsigned */ };

/* A constant that a fetch can add. */
static bool is_constant_step(LLVMValueRef value)
{
    return LLVMIsAGetElementPtrInst(value) && LLVMGetNumOperands(value) == 2 &&
           LLVMGetTypeKind(LLVMGetGEPSourceElementType(value)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMGetGEPSourceElementType(value)) == 8 &&
           LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) <= MAX_FETCH_OFFSET &&
           LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static bool is_loaded_from(LLVMValueRef address)
{
    LLVMUseRef use = LLVMGetFirstUse(address);
    while (use && LLVMIsALoadInst(LLVMGetUser(use)))
        use = LLVMGetNextUse(use);
    return use == NULL;
}

/* An address that is the base, which stands in front of its block, and an index. */
static bool is_address_behind(LLVMValueRef value, LLVMValueRef base)
{
    return LLVMIsAGetElementPtrInst(value) && LLVMGetOperand(value, 0) == base &&
           LLVMGetInstructionParent(value) != LLVMGetInstructionParent(base) &&
           LLVMTypeOf(value) == LLVMTypeOf(base) && is_loaded_from(value);
}

/* Whether nothing needs a base but loads. */
static bool is_base(LLVMValueRef value)
{
    LLVMUseRef use = is_constant_step(value) ? LLVMGetFirstUse(value) : NULL;
    bool any = use != NULL;
    while (use && is_address_behind(LLVMGetUser(use), value))
        use = LLVMGetNextUse(use);
    return any && !use;
}

static void step_behind(LLVMValueRef base, LLVMValueRef address)
{
    LLVMBuilderRef builder = ir_builder_before(address);
    LLVMValueRef step = LLVMGetOperand(base, 1), rest = LLVMInstructionClone(address);
    LLVMInsertIntoBuilder(builder, rest);
    LLVMSetOperand(rest, 0, LLVMGetOperand(base, 0));
    LLVMSetIsInBounds(rest, false);
    ir_replace(address,
               LLVMBuildGEP2(builder, LLVMGetGEPSourceElementType(base), rest, &step, 1, ""));
    LLVMDisposeBuilder(builder);
}

static int sink_base(LLVMValueRef base, void *data)
{
    (void)data;
    if (!is_base(base))
        return 0;
    while (LLVMGetFirstUse(base))
        step_behind(base, LLVMGetUser(LLVMGetFirstUse(base)));
    LLVMInstructionEraseFromParent(base);
    return 0;
}

int pass_sink_bases(LLVMValueRef kernel, void *data)
{
    return ir_visit_instructions(kernel, sink_base, data);
}
