/* SPDX-License-Identifier: MIT */
/* signs.c: see signs.h. LLVM turns the sign of what all lanes share before it spreads it: a shuffle
 * of the first lane of an operation on integers, whose other lanes are poison. */
#include "llvm/recompile/signs.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether a shuffle gives all lanes the first operand's first one. */
static bool spreads(LLVMValueRef shuffle)
{
    if (!LLVMIsAShuffleVectorInst(shuffle))
        return false;
    for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++)
        if (LLVMGetMaskValue(shuffle, i) != 0)
            return false;
    return true;
}

static bool is_float_lanes(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMFloatTypeKind;
}

/* The integers of whose first one a shuffle of floats spreads the opposite; or NULL. */
static LLVMValueRef find_turned(LLVMValueRef shuffle)
{
    if (!spreads(shuffle) || !is_float_lanes(LLVMTypeOf(shuffle)))
        return NULL;
    LLVMValueRef cast = LLVMGetOperand(shuffle, 0),
                 op = LLVMIsABitCastInst(cast) ? LLVMGetOperand(cast, 0) : NULL;
    if (!op || !LLVMIsABinaryOperator(op) || LLVMGetInstructionOpcode(op) != LLVMXor ||
        !LLVMIsAConstantVector(LLVMGetOperand(op, 1)))
        return NULL;
    LLVMValueRef bits = LLVMGetAggregateElement(LLVMGetOperand(op, 1), 0);
    const bool turns = LLVMIsAConstantInt(bits) && LLVMGetIntTypeWidth(LLVMTypeOf(bits)) == 32 &&
                       LLVMConstIntGetZExtValue(bits) == 0x80000000u;
    return turns ? LLVMGetOperand(op, 0) : NULL;
}

static void turn_in_lanes(LLVMBuilderRef builder, LLVMValueRef shuffle, LLVMValueRef value)
{
    LLVMTypeRef lanes = LLVMTypeOf(shuffle),
                i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(lanes)),
                places = LLVMVectorType(i32, LLVMGetVectorSize(lanes)),
                from = LLVMTypeOf(LLVMGetOperand(shuffle, 0));
    LLVMPositionBuilderBefore(builder, shuffle);
    LLVMValueRef floats = LLVMBuildBitCast(builder, value, from, ""),
                 all = LLVMBuildShuffleVector(builder, floats, LLVMGetPoison(from),
                                              LLVMConstNull(places), "");
    LLVMReplaceAllUsesWith(shuffle, LLVMBuildFNeg(builder, all, ""));
    LLVMInstructionEraseFromParent(shuffle);
}

void signs_turn_in_lanes(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef next;
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
                next = LLVMGetNextInstruction(i);
                LLVMValueRef value = find_turned(i);
                if (value)
                    turn_in_lanes(builder, i, value);
            }
        }
    LLVMDisposeBuilder(builder);
}
