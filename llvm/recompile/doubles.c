/* SPDX-License-Identifier: MIT */
/* doubles.c: doubles that go around a loop as two vectors of words, low and high, and are joined
 * there, go around as one. */
#include "llvm/recompile/doubles.h"

#include <stddef.h>

#include "llvm/ir/ir.h"

enum { LANES = 16, HALF = 32, MOST_JOINS = 256, MOST_WAYS = 8 };

/* A double of two words that are what a block was entered with. */
struct join {
    LLVMValueRef whole, low, high;
};

static bool is_half(LLVMValueRef count)
{
    if (!LLVMIsAConstantDataVector(count))
        return false;
    for (unsigned i = 0; i < LANES; i++)
        if (LLVMConstIntGetZExtValue(LLVMGetAggregateElement(count, i)) != HALF)
            return false;
    return true;
}

static bool is_doubles(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) == LANES &&
           LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 2 * HALF;
}

/* The words that a value is widened from; NULL where it is something else. */
static LLVMValueRef words_of(LLVMValueRef wide)
{
    if (!LLVMIsAZExtInst(wide))
        return NULL;
    LLVMTypeRef from = LLVMGetElementType(LLVMTypeOf(LLVMGetOperand(wide, 0)));
    return LLVMGetIntTypeWidth(from) == HALF ? LLVMGetOperand(wide, 0) : NULL;
}

/* The operand of a shift by half a double. */
static LLVMValueRef shifted(LLVMValueRef value, LLVMOpcode direction)
{
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == direction &&
                   is_half(LLVMGetOperand(value, 1))
               ? LLVMGetOperand(value, 0)
               : NULL;
}

static bool is_join(LLVMValueRef i, struct join *join)
{
    if (LLVMGetInstructionOpcode(i) != LLVMOr || !is_doubles(i))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef high = shifted(LLVMGetOperand(i, k), LLVMShl);
        *join = (struct join){i, words_of(LLVMGetOperand(i, 1 - k)), high ? words_of(high) : NULL};
        if (join->low && join->high)
            return LLVMIsAPHINode(join->low) && LLVMIsAPHINode(join->high) &&
                   LLVMGetInstructionParent(join->low) == LLVMGetInstructionParent(join->high);
    }
    return false;
}

/* The double that two words are the parts of. */
static LLVMValueRef parts_of(LLVMValueRef low, LLVMValueRef high)
{
    if (!LLVMIsATruncInst(low) || !LLVMIsATruncInst(high) || !is_doubles(LLVMGetOperand(low, 0)))
        return NULL;
    LLVMValueRef whole = LLVMGetOperand(low, 0);
    return shifted(LLVMGetOperand(high, 0), LLVMLShr) == whole ? whole : NULL;
}

/* Whether it pays: on some way in, the words are parts of a double; each way is another block. */
static bool is_worth(const struct join *join)
{
    bool any = false;
    const unsigned count = LLVMCountIncoming(join->low);
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(join->low, i);
        any |=
            parts_of(LLVMGetIncomingValue(join->low, i), ir_from_block(join->high, from)) != NULL;
        for (unsigned k = 0; k < i; k++)
            if (LLVMGetIncomingBlock(join->low, k) == from)
                return false;
    }
    return any && count <= MOST_WAYS;
}

static LLVMValueRef widen(LLVMBuilderRef builder, LLVMValueRef low, LLVMValueRef high,
                          LLVMTypeRef type)
{
    LLVMValueRef counts[LANES];
    for (unsigned i = 0; i < LANES; i++)
        counts[i] = LLVMConstInt(LLVMGetElementType(type), HALF, false);
    LLVMValueRef above = LLVMBuildShl(builder, LLVMBuildZExt(builder, high, type, ""),
                                      LLVMConstVector(counts, LANES), "");
    return LLVMBuildOr(builder, above, LLVMBuildZExt(builder, low, type, ""), "");
}

static void rewrite(LLVMBuilderRef builder, const struct join *join)
{
    LLVMTypeRef type = LLVMTypeOf(join->whole);
    LLVMValueRef values[MOST_WAYS];
    LLVMBasicBlockRef blocks[MOST_WAYS];
    const unsigned count = LLVMCountIncoming(join->low);
    for (unsigned i = 0; i < count; i++) {
        blocks[i] = LLVMGetIncomingBlock(join->low, i);
        LLVMValueRef low = LLVMGetIncomingValue(join->low, i),
                     high = ir_from_block(join->high, blocks[i]);
        LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(blocks[i]));
        values[i] = parts_of(low, high);
        if (!values[i])
            values[i] = widen(builder, low, high, type);
    }
    LLVMPositionBuilderBefore(builder,
                              LLVMGetFirstInstruction(LLVMGetInstructionParent(join->low)));
    LLVMValueRef phi = LLVMBuildPhi(builder, type, "");
    LLVMAddIncoming(phi, values, blocks, count);
    LLVMReplaceAllUsesWith(join->whole, phi);
}

bool doubles_keep_whole(LLVMModuleRef module)
{
    struct join joins[MOST_JOINS];
    unsigned count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (count < MOST_JOINS && is_join(i, &joins[count]) && is_worth(&joins[count]))
                    count++;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (unsigned i = 0; i < count; i++)
        rewrite(builder, &joins[i]);
    LLVMDisposeBuilder(builder);
    return count;
}
