/* SPDX-License-Identifier: MIT */
/* sinks.c: shuffles, each before what uses it. Fetches of a clause are written one after the other,
 * and cut all their texels out of a few vectors before the first is used: more than host registers
 * hold. LLVM keeps that order. */
#include "llvm/recompile/sinks.h"

#include <stdbool.h>
#include <string.h>

/* Whether an instruction picks lanes of vectors that others need, too. */
static bool is_shuffle(LLVMValueRef i)
{
    static const char name[] = "llvm.x86.avx512.vpermi2var.";
    size_t length;
    if (!LLVMIsACallInst(i))
        return false;
    LLVMValueRef called = LLVMGetCalledValue(i);
    return LLVMIsAFunction(called) &&
           !strncmp(LLVMGetValueName2(called, &length), name, sizeof(name) - 1);
}

/* The one instruction that uses a value; NULL: there is none, or more of them. */
static LLVMValueRef find_user(LLVMValueRef value)
{
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

/* The same behind casts, which move along. */
static void sink(LLVMBuilderRef builder, LLVMValueRef i)
{
    LLVMValueRef cast = NULL, user = find_user(i);
    if (user && LLVMIsABitCastInst(user)) {
        cast = user;
        user = find_user(cast);
    }
    if (!user || LLVMIsAPHINode(user) ||
        LLVMGetInstructionParent(user) != LLVMGetInstructionParent(i))
        return;
    if (cast && LLVMGetInstructionParent(cast) != LLVMGetInstructionParent(i))
        return;
    LLVMPositionBuilderBefore(builder, user);
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(builder, i);
    if (!cast)
        return;
    LLVMInstructionRemoveFromParent(cast);
    LLVMInsertIntoBuilder(builder, cast);
}

void shuffles_sink(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetLastInstruction(b), before; i; i = before) {
                before = LLVMGetPreviousInstruction(i);
                if (is_shuffle(i))
                    sink(builder, i);
            }
    LLVMDisposeBuilder(builder);
}
