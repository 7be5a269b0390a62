/* SPDX-License-Identifier: MIT */
/* masks.c: arithmetic on masks, 16 bits, as that on vectors of bits.
 *
 * Where a block mixes both, LLVM 19's instruction selection for AVX-512 can turn the one into the
 * other and back for ever: about one program in a hundred met that. */
#include "llvm/recompile/masks.h"

#include "llvm/ir/ir.h"

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

static int rewrite(LLVMValueRef i, void *builder)
{
    if (!is_logic(i))
        return 0;
    LLVMTypeRef type = bits_type(i);
    LLVMPositionBuilderBefore(builder, i);
    LLVMValueRef a = as_bits(builder, LLVMGetOperand(i, 0), type),
                 b = as_bits(builder, LLVMGetOperand(i, 1), type);
    LLVMValueRef bits = LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(i), a, b, "");
    LLVMValueRef mask = LLVMBuildBitCast(builder, bits, LLVMTypeOf(i), "");
    replace_casts(i, bits);
    ir_replace(i, mask);
    return 0;
}

void masks_as_bits(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    ir_visit_module(module, rewrite, builder);
    LLVMDisposeBuilder(builder);
}
