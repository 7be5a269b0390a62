/* SPDX-License-Identifier: MIT */
/* select_uniform.c: which conditions all lanes of a wavefront agree on. */
#include "driver/abi/kernel_abi.h"
#include "llvm/evergreen/select/select.h"

enum { MAX_STEPS = 8 /* from a condition back to what it is made of */ };

static bool only_computes(LLVMValueRef inst)
{
    return LLVMIsABinaryOperator(inst) || LLVMIsACastInst(inst) || LLVMIsACmpInst(inst) ||
           LLVMIsASelectInst(inst) || LLVMIsAExtractElementInst(inst) ||
           LLVMIsAInsertElementInst(inst) || LLVMIsAShuffleVectorInst(inst);
}

static bool loads_input(LLVMValueRef inst)
{
    return LLVMIsALoadInst(inst) &&
           LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(inst, 0))) == ABI_SPACE_INPUTS;
}

static bool made_of_arguments(LLVMValueRef value, unsigned steps)
{
    if (LLVMIsAConstant(value))
        return true;
    if (!steps || !LLVMIsAInstruction(value) || !(only_computes(value) || loads_input(value)))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
        if (!made_of_arguments(LLVMGetOperand(value, i), steps - 1))
            return false;
    return true;
}

bool select_is_uniform(LLVMValueRef condition)
{
    return made_of_arguments(condition, MAX_STEPS);
}
