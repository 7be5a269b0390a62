/* SPDX-License-Identifier: MIT */
/* merges.c: choices between a mix of bits and one of what it is mixed from.
 *
 * Such a choice becomes a VPTERNLOG under a mask. LLVM writes a wrong table of truth into it if a
 * source comes from memory, as constants do, and the source that is kept is not the first: its
 * issue 157929, mended in July 2026. A fence between the two keeps them two instructions. */
#include "llvm/recompile/merges.h"

#include <stdbool.h>
#include <string.h>

/* Operations that LLVM joins into one of three sources, counted from the last. */
enum { MOST_JOINED = 4 };

static LLVMValueRef without_casts(LLVMValueRef value)
{
    while (LLVMIsABitCastInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

static bool is_logic(LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value))
        return false;
    const LLVMOpcode op = LLVMGetInstructionOpcode(value);
    return op == LLVMAnd || op == LLVMOr || op == LLVMXor;
}

static bool is_mixed_from(LLVMValueRef mix, LLVMValueRef source, unsigned depth)
{
    mix = without_casts(mix);
    if (!depth || !is_logic(mix))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef operand = without_casts(LLVMGetOperand(mix, i));
        if (operand == source || is_mixed_from(operand, source, depth - 1))
            return true;
    }
    return false;
}

/* The value through llvm.arithmetic.fence, which is for vectors of floats, of as many bits. */
static LLVMValueRef fence(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef value)
{
    static const char name[] = "llvm.arithmetic.fence";
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef type = LLVMTypeOf(value), element = LLVMGetElementType(type);
    const unsigned bits = LLVMGetTypeKind(element) == LLVMIntegerTypeKind
                              ? LLVMGetIntTypeWidth(element) * LLVMGetVectorSize(type)
                              : 0;
    if (bits % 32)
        return value;
    LLVMTypeRef floats = bits ? LLVMVectorType(LLVMFloatTypeInContext(context), bits / 32) : type;
    const unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, id, &floats, 1),
                 cast = LLVMBuildBitCast(builder, value, floats, "");
    LLVMValueRef fenced =
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &cast, 1, "");
    return LLVMBuildBitCast(builder, fenced, type, "");
}

static void keep_apart(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef choice)
{
    for (unsigned arm = 1; arm <= 2; arm++) {
        LLVMValueRef mix = LLVMGetOperand(choice, arm),
                     kept = without_casts(LLVMGetOperand(choice, 3 - arm));
        if (!is_mixed_from(mix, kept, MOST_JOINED))
            continue;
        LLVMPositionBuilderBefore(builder, choice);
        LLVMSetOperand(choice, arm, fence(module, builder, mix));
    }
}

void merges_keep_apart(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsASelectInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind)
                    keep_apart(module, builder, i);
    LLVMDisposeBuilder(builder);
}
