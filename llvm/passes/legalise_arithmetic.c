/* SPDX-License-Identifier: MIT */
/* legalise_arithmetic.c: operations with two results become plain arithmetic.
 *
 * Leaves: no extractvalue, no llvm.*.with.overflow. */
#include <string.h>

#include "llvm/ir.h"
#include "llvm/passes/passes.h"

struct parts {
    LLVMValueRef result, overflow;
};

typedef struct parts expand_function(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y);

static LLVMValueRef is_negative(LLVMBuilderRef b, LLVMValueRef x)
{
    return LLVMBuildICmp(b, LLVMIntSLT, x, LLVMConstNull(LLVMTypeOf(x)), "");
}

static struct parts expand_uadd(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef sum = LLVMBuildAdd(b, x, y, "");
    return (struct parts){sum, LLVMBuildICmp(b, LLVMIntULT, sum, x, "")};
}

static struct parts expand_usub(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
    return (struct parts){LLVMBuildSub(b, x, y, ""), LLVMBuildICmp(b, LLVMIntULT, x, y, "")};
}

/* A sum overflows when its sign is neither operand's. */
static struct parts expand_sadd(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef sum = LLVMBuildAdd(b, x, y, "");
    LLVMValueRef signs = LLVMBuildAnd(b, LLVMBuildXor(b, sum, x, ""), LLVMBuildXor(b, sum, y, ""), "");
    return (struct parts){sum, is_negative(b, signs)};
}

/* A difference overflows when the operands' signs differ and its own is not the first's. */
static struct parts expand_ssub(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef difference = LLVMBuildSub(b, x, y, "");
    LLVMValueRef signs =
        LLVMBuildAnd(b, LLVMBuildXor(b, x, y, ""), LLVMBuildXor(b, x, difference, ""), "");
    return (struct parts){difference, is_negative(b, signs)};
}

static LLVMTypeRef doubled(LLVMTypeRef type)
{
    LLVMContextRef context = LLVMGetTypeContext(type);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return LLVMVectorType(doubled(LLVMGetElementType(type)), LLVMGetVectorSize(type));
    return LLVMIntTypeInContext(context, 2 * LLVMGetIntTypeWidth(type));
}

/* A product is right when the doubled one is its extension. */
static struct parts expand_multiply(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y, LLVMOpcode extend)
{
    LLVMTypeRef type = LLVMTypeOf(x), wide = doubled(type);
    LLVMValueRef product = LLVMBuildMul(b, LLVMBuildCast(b, extend, x, wide, ""),
                                        LLVMBuildCast(b, extend, y, wide, ""), "");
    LLVMValueRef result = LLVMBuildTrunc(b, product, type, "");
    LLVMValueRef again = LLVMBuildCast(b, extend, result, wide, "");
    return (struct parts){result, LLVMBuildICmp(b, LLVMIntNE, again, product, "")};
}

static struct parts expand_umul(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
    return expand_multiply(b, x, y, LLVMZExt);
}

static struct parts expand_smul(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y)
{
    return expand_multiply(b, x, y, LLVMSExt);
}

static const struct expansion {
    const char *prefix;
    expand_function *expand;
} expansions[] = {
    {"llvm.uadd.with.overflow.", expand_uadd}, {"llvm.usub.with.overflow.", expand_usub},
    {"llvm.sadd.with.overflow.", expand_sadd}, {"llvm.ssub.with.overflow.", expand_ssub},
    {"llvm.umul.with.overflow.", expand_umul}, {"llvm.smul.with.overflow.", expand_smul},
};

static void replace_parts(LLVMValueRef call, struct parts parts)
{
    LLVMUseRef next, use = LLVMGetFirstUse(call);
    for (; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMIsAExtractValueInst(user))
            LLVMReplaceAllUsesWith(user, LLVMGetIndices(user)[0] ? parts.overflow : parts.result);
    }
}

static int expand_instruction(LLVMValueRef instruction, void *data)
{
    (void)data;
    for (size_t i = 0; i < sizeof(expansions) / sizeof(expansions[0]); i++) {
        if (!ir_calls_prefix(instruction, expansions[i].prefix))
            continue;
        LLVMBuilderRef builder = ir_builder_before(instruction);
        struct parts parts = expansions[i].expand(builder, LLVMGetOperand(instruction, 0),
                                                  LLVMGetOperand(instruction, 1));
        LLVMDisposeBuilder(builder);
        replace_parts(instruction, parts);
        break;
    }
    return 0;
}

int pass_legalise_arithmetic(struct pass_state *state)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            ir_visit_instructions(f, expand_instruction, state);
    /* What was taken apart is dead now. */
    return pass_run_llvm(state, "function(dce)");
}
