/* SPDX-License-Identifier: MIT */
/* signs.c: see signs.h. LLVM turns the sign of what all lanes share before it spreads it: a shuffle
 * of the first lane of an operation on integers, whose other lanes are poison. */
#include "llvm/recompile/signs.h"

#include <stdbool.h>
#include <stddef.h>

#include "llvm/ir/ir.h"

static bool is_float_lanes(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMFloatTypeKind;
}

/* The integers of whose first one a shuffle of floats spreads the opposite; or NULL. */
static LLVMValueRef find_turned(LLVMValueRef shuffle)
{
    if (!ir_is_spread(shuffle) || !is_float_lanes(LLVMTypeOf(shuffle)))
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
    ir_replace(shuffle, LLVMBuildFNeg(builder, all, ""));
}

static int turn(LLVMValueRef instruction, void *builder)
{
    LLVMValueRef value = find_turned(instruction);
    if (value)
        turn_in_lanes(builder, instruction, value);
    return 0;
}

void signs_turn_in_lanes(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    ir_visit_module(module, turn, builder);
    LLVMDisposeBuilder(builder);
}
