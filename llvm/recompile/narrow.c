/* SPDX-License-Identifier: MIT */
/* narrow.c: see narrow.h. */
#include "llvm/recompile/narrow.h"

#include <stdbool.h>

#include "llvm/ir/ir.h"

enum { LANES = 16, WORD = 4, MOST_DEPTH = 8 };

struct narrower {
    LLVMBuilderRef builder;
    unsigned lanes;
    bool any;
};

/* How many lanes a constant mask has, if these are the first and a power of two; else 0. */
static unsigned first_lanes(LLVMValueRef mask)
{
    unsigned count = 0;
    if (!LLVMIsAConstant(mask) || LLVMGetTypeKind(LLVMTypeOf(mask)) != LLVMVectorTypeKind ||
        LLVMGetVectorSize(LLVMTypeOf(mask)) != LANES)
        return 0;
    for (unsigned i = 0; i < LANES; i++) {
        LLVMValueRef bit = LLVMGetAggregateElement(mask, i);
        if (!bit || !LLVMIsAConstantInt(bit))
            return 0;
        if (!LLVMConstIntGetZExtValue(bit))
            continue;
        if (count != i)
            return 0;
        count++;
    }
    return count < LANES && !(count & (count - 1)) ? count : 0;
}

/* The first lanes of a value that has others, too, in front of the instruction that takes them. */
static LLVMValueRef cut(const struct narrower *n, LLVMValueRef value, LLVMValueRef before)
{
    LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
    LLVMValueRef lane[LANES];
    for (unsigned i = 0; i < n->lanes; i++)
        lane[i] = LLVMConstInt(word, i, false);
    LLVMPositionBuilderBefore(n->builder, before);
    return LLVMBuildShuffleVector(n->builder, value, LLVMGetPoison(LLVMTypeOf(value)),
                                  LLVMConstVector(lane, n->lanes), "");
}

static bool is_words(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetVectorSize(type) != LANES)
        return false;
    LLVMTypeRef lane = LLVMGetElementType(type);
    return LLVMGetTypeKind(lane) == LLVMFloatTypeKind ||
           (LLVMGetTypeKind(lane) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(lane) == 8 * WORD);
}

/* A load stays where it is, between the stores around it. */
static LLVMValueRef narrow_load(const struct narrower *n, LLVMValueRef load, LLVMTypeRef type)
{
    LLVMPositionBuilderBefore(n->builder, load);
    LLVMValueRef part = LLVMBuildLoad2(n->builder, type, LLVMGetOperand(load, 0), "");
    LLVMSetAlignment(part, LLVMGetAlignment(load));
    return part;
}

/* The first lanes of a value, for an instruction that takes no others. */
static LLVMValueRef narrow(const struct narrower *n, LLVMValueRef value, LLVMValueRef before,
                           unsigned depth)
{
    LLVMTypeRef type = LLVMVectorType(LLVMGetElementType(LLVMTypeOf(value)), n->lanes);
    const bool binary = LLVMIsABinaryOperator(value);
    LLVMValueRef part[2];
    if (!LLVMIsAInstruction(value) || depth == MOST_DEPTH || !ir_only_user(value))
        return cut(n, value, before);
    if (LLVMIsALoadInst(value) && !LLVMGetVolatile(value))
        return narrow_load(n, value, type);
    if (!binary && (!LLVMIsABitCastInst(value) || !is_words(LLVMGetOperand(value, 0))))
        return cut(n, value, before);
    for (unsigned i = 0; i < (binary ? 2 : 1); i++)
        part[i] = narrow(n, LLVMGetOperand(value, i), value, depth + 1);
    LLVMPositionBuilderBefore(n->builder, value);
    return binary
               ? LLVMBuildBinOp(n->builder, LLVMGetInstructionOpcode(value), part[0], part[1], "")
               : LLVMBuildBitCast(n->builder, part[0], type, "");
}

static bool is_masked_store(LLVMValueRef i)
{
    return ir_calls_prefix(i, "llvm.masked.store.") && is_words(LLVMGetOperand(i, 0));
}

static int narrow_store(LLVMValueRef i, void *any)
{
    struct narrower *n = any;
    n->lanes = is_masked_store(i) ? first_lanes(LLVMGetOperand(i, 3)) : 0;
    if (!n->lanes)
        return 0;
    LLVMValueRef value = narrow(n, LLVMGetOperand(i, 0), i, 0);
    LLVMPositionBuilderBefore(n->builder, i);
    LLVMValueRef store = LLVMBuildStore(n->builder, value, LLVMGetOperand(i, 1));
    LLVMSetAlignment(store, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2)));
    LLVMInstructionEraseFromParent(i);
    n->any = true;
    return 0;
}

bool narrow_stores(LLVMModuleRef module)
{
    struct narrower n = {.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module))};
    ir_visit_module(module, narrow_store, &n);
    LLVMDisposeBuilder(n.builder);
    return n.any;
}
