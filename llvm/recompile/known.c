/* SPDX-License-Identifier: MIT */
/* known.c: see known.h. */
#include "llvm/recompile/known.h"

#include <stddef.h>

#include "llvm/ir/ir.h"

/* The constant that an empty piece of assembly hides; NULL: it is no such. */
static LLVMValueRef find_known(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction) || !LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)) ||
        LLVMGetNumArgOperands(instruction) != 1)
        return NULL;
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    return LLVMIsAConstantInt(value) ? value : NULL;
}

static int show(LLVMValueRef instruction, void *any)
{
    LLVMValueRef value = find_known(instruction);
    if (value) {
        ir_replace(instruction, value);
        *(bool *)any = true;
    }
    return 0;
}

bool known_show(LLVMModuleRef module)
{
    bool any = false;
    ir_visit_module(module, show, &any);
    return any;
}
