/* SPDX-License-Identifier: MIT */
/* legalise_division.c: division of 64-bit integers, which has no instruction, becomes shifts and
 * subtractions in a loop.
 *
 * Changes control flow. Leaves: no division or remainder wider than 32 bits. */
#include <stdlib.h>

#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

static bool is_wide_division(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        break;
    default:
        return false;
    }
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        type = LLVMGetElementType(type);
    return LLVMGetIntTypeWidth(type) == 64;
}

/* Divides the elements of vectors one by one. */
static int split_vector(LLVMValueRef instruction, void *data)
{
    (void)data;
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (!is_wide_division(instruction) || LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return 0;
    LLVMContextRef context = LLVMGetTypeContext(type);
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef vector = LLVMGetPoison(type);
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        LLVMValueRef index = ir_i32(context, i);
        LLVMValueRef left =
            LLVMBuildExtractElement(builder, LLVMGetOperand(instruction, 0), index, "");
        LLVMValueRef right =
            LLVMBuildExtractElement(builder, LLVMGetOperand(instruction, 1), index, "");
        LLVMValueRef quotient =
            LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(instruction), left, right, "");
        vector = LLVMBuildInsertElement(builder, vector, quotient, index, "");
    }
    LLVMDisposeBuilder(builder);
    ir_replace(instruction, vector);
    return 0;
}

static int find_division(LLVMValueRef instruction, void *data)
{
    if (!is_wide_division(instruction))
        return 0;
    *(LLVMValueRef *)data = instruction;
    return 1;
}

static int expand_kernel(LLVMValueRef kernel, void *data)
{
    LLVMValueRef division;
    ir_visit_instructions(kernel, split_vector, NULL);
    /* Each expansion splits blocks, so the search starts over. */
    while (ir_visit_instructions(kernel, find_division, &division))
        if (!shim_expand_division(division))
            return pass_error(data, division, "this division is not supported");
    return 0;
}

int pass_legalise_division(struct pass_state *state)
{
    return ir_visit_kernels(state->module, expand_kernel, state);
}
