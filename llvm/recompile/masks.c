/* SPDX-License-Identifier: MIT */
/* masks.c: arithmetic on masks, 16 bits, as that on vectors of bits.
 *
 * Where a block mixes both, LLVM 19's instruction selection for AVX-512 can turn the one into the
 * other and back for ever: about one program in a hundred met that. */
#include "llvm/recompile/masks.h"

static bool is_logic(LLVMValueRef i)
{
    const LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return (op == LLVMAnd || op == LLVMOr || op == LLVMXor) &&
           LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMTypeOf(i)) == MASK_BITS;
}

static LLVMTypeRef bits_type(LLVMValueRef i)
{
    return LLVMVectorType(LLVMInt1TypeInContext(LLVMGetTypeContext(LLVMTypeOf(i))), MASK_BITS);
}

static bool is_cast_of(LLVMValueRef value, LLVMTypeRef type)
{
    return LLVMIsABitCastInst(value) && LLVMTypeOf(LLVMGetOperand(value, 0)) == type;
}

/* A mask as bits: what it was made of, or a cast. */
static LLVMValueRef as_bits(LLVMBuilderRef builder, LLVMValueRef mask, LLVMTypeRef bits)
{
    return is_cast_of(mask, bits) ? LLVMGetOperand(mask, 0)
                                  : LLVMBuildBitCast(builder, mask, bits, "");
}

/* Casts of the mask in its own block are the bits. Those elsewhere keep the mask, which takes one
 * host register on all hosts. */
static void replace_casts(LLVMValueRef mask, LLVMValueRef bits)
{
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(mask); use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMIsABitCastInst(user) && LLVMTypeOf(user) == LLVMTypeOf(bits) &&
            LLVMGetInstructionParent(user) == LLVMGetInstructionParent(mask))
            LLVMReplaceAllUsesWith(user, bits);
    }
}

static void rewrite(LLVMBuilderRef builder, LLVMValueRef i)
{
    LLVMTypeRef type = bits_type(i);
    LLVMPositionBuilderBefore(builder, i);
    LLVMValueRef a = as_bits(builder, LLVMGetOperand(i, 0), type),
                 b = as_bits(builder, LLVMGetOperand(i, 1), type);
    LLVMValueRef bits = LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(i), a, b, "");
    LLVMValueRef mask = LLVMBuildBitCast(builder, bits, LLVMTypeOf(i), "");
    replace_casts(i, bits);
    LLVMReplaceAllUsesWith(i, mask);
    LLVMInstructionEraseFromParent(i);
}

void masks_as_bits(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef next;
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (is_logic(i))
                    rewrite(builder, i);
            }
        }
    LLVMDisposeBuilder(builder);
}
