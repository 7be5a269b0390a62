/* SPDX-License-Identifier: MIT */
/* legalise_arithmetic.c: operations with two results become plain arithmetic, and those on half go
 * through float, which is exact or rounds the same.
 *
 * Leaves: no llvm.*.with.overflow; half in loads, stores, choices and conversions other than those
 * between it and double only. */
#include <string.h>

#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

/* ---- two results ---- */

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
    LLVMValueRef signs =
        LLVMBuildAnd(b, LLVMBuildXor(b, sum, x, ""), LLVMBuildXor(b, sum, y, ""), "");
    return (struct parts){sum, is_negative(b, signs)};
}

/* A difference has overflowed when the operands have different signs and its own sign is not that
 * of the first operand. */
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

/* A product has not overflowed when its extension is the product in twice the width. */
static struct parts expand_multiply(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y,
                                    LLVMOpcode extend)
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

/* ---- saturation of 64 bits, which the code generator leaves to us ---- */

typedef LLVMValueRef saturate_function(LLVMBuilderRef b, struct parts parts);

static LLVMValueRef saturate_to_ones(LLVMBuilderRef b, struct parts parts)
{
    LLVMValueRef limit = LLVMConstAllOnes(LLVMTypeOf(parts.result));
    return LLVMBuildSelect(b, parts.overflow, limit, parts.result, "");
}

static LLVMValueRef saturate_to_zero(LLVMBuilderRef b, struct parts parts)
{
    LLVMValueRef limit = LLVMConstNull(LLVMTypeOf(parts.result));
    return LLVMBuildSelect(b, parts.overflow, limit, parts.result, "");
}

/* Saturates a result that overflowed, which has the wrong sign: the largest value stands for a
 * negative one, the smallest for a positive one. */
static LLVMValueRef saturate_signed(LLVMBuilderRef b, struct parts parts)
{
    LLVMTypeRef type = LLVMTypeOf(parts.result);
    LLVMValueRef largest = LLVMBuildLShr(b, LLVMConstAllOnes(type), ir_splat(type, 1), "");
    LLVMValueRef smallest = LLVMBuildNot(b, largest, "");
    LLVMValueRef limit = LLVMBuildSelect(b, is_negative(b, parts.result), largest, smallest, "");
    return LLVMBuildSelect(b, parts.overflow, limit, parts.result, "");
}

static const struct saturation {
    const char *prefix;
    expand_function *expand;
    saturate_function *saturate;
} saturations[] = {
    {"llvm.uadd.sat.", expand_uadd, saturate_to_ones},
    {"llvm.usub.sat.", expand_usub, saturate_to_zero},
    {"llvm.sadd.sat.", expand_sadd, saturate_signed},
    {"llvm.ssub.sat.", expand_ssub, saturate_signed},
};

static bool is_wide(LLVMTypeRef type)
{
    type = ir_scalar_type(type);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64;
}

static bool expand_saturation(LLVMValueRef call)
{
    for (size_t i = 0; i < COUNT(saturations); i++) {
        if (!ir_calls_prefix(call, saturations[i].prefix) || !is_wide(LLVMTypeOf(call)))
            continue;
        LLVMBuilderRef builder = ir_builder_before(call);
        struct parts parts =
            saturations[i].expand(builder, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
        LLVMValueRef result = saturations[i].saturate(builder, parts);
        LLVMDisposeBuilder(builder);
        ir_replace(call, result);
        return true;
    }
    return false;
}

/* ---- half ---- */

enum { MAX_ARGUMENTS = 3 };

static LLVMValueRef to_float(LLVMBuilderRef b, LLVMValueRef half)
{
    LLVMTypeRef type = LLVMTypeOf(half);
    LLVMTypeRef single = LLVMFloatTypeInContext(LLVMGetTypeContext(type));
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        single = LLVMVectorType(single, LLVMGetVectorSize(type));
    return LLVMBuildFPExt(b, half, single, "");
}

/* Sums, products and quotients of halves, rounded to float and then to half, are rounded as if
 * once: a float has more than twice a half's bits. */
static LLVMValueRef half_through_float(LLVMBuilderRef b, LLVMValueRef instruction)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    LLVMValueRef x = to_float(b, LLVMGetOperand(instruction, 0));
    switch (opcode) {
    case LLVMFCmp:
        return LLVMBuildFCmp(b, LLVMGetFCmpPredicate(instruction), x,
                             to_float(b, LLVMGetOperand(instruction, 1)), "");
    case LLVMFNeg:
        return LLVMBuildFPTrunc(b, LLVMBuildFNeg(b, x, ""), type, "");
    default:
        return LLVMBuildFPTrunc(
            b, LLVMBuildBinOp(b, opcode, x, to_float(b, LLVMGetOperand(instruction, 1)), ""), type,
            "");
    }
}

static bool is_half_arithmetic(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMFCmp:
    case LLVMFNeg:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
        return ir_is_half(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
    default:
        return false;
    }
}

/* True for intrinsics of half that LLVM makes from those of an extended half: roundings and the
 * like, which are exact. */
static bool is_half_intrinsic(LLVMValueRef instruction)
{
    LLVMValueRef callee = ir_callee(instruction);
    if (!callee || !LLVMGetIntrinsicID(callee) || !ir_is_half(LLVMTypeOf(instruction)) ||
        LLVMGetNumArgOperands(instruction) > MAX_ARGUMENTS)
        return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(instruction); i++)
        if (!ir_is_half(LLVMTypeOf(LLVMGetOperand(instruction, i))))
            return false;
    return true;
}

/* A product and a sum that may be one, or apart as here, where each is rounded to half. */
static LLVMValueRef half_product_and_sum(LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMTypeOf(call);
    LLVMValueRef product = LLVMBuildFMul(b, to_float(b, LLVMGetOperand(call, 0)),
                                         to_float(b, LLVMGetOperand(call, 1)), "");
    LLVMValueRef rounded = to_float(b, LLVMBuildFPTrunc(b, product, type, ""));
    return LLVMBuildFPTrunc(b, LLVMBuildFAdd(b, rounded, to_float(b, LLVMGetOperand(call, 2)), ""),
                            type, "");
}

static LLVMValueRef intrinsic_through_float(struct pass_state *state, LLVMBuilderRef b,
                                            LLVMValueRef call)
{
    LLVMValueRef arguments[MAX_ARGUMENTS];
    unsigned count = LLVMGetNumArgOperands(call);
    if (ir_calls_prefix(call, "llvm.fmuladd."))
        return half_product_and_sum(b, call);
    for (unsigned i = 0; i < count; i++)
        arguments[i] = to_float(b, LLVMGetOperand(call, i));
    LLVMTypeRef type = LLVMTypeOf(arguments[0]);
    LLVMValueRef callee =
        LLVMGetIntrinsicDeclaration(state->module, LLVMGetIntrinsicID(ir_callee(call)), &type, 1);
    LLVMValueRef result =
        LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, arguments, count, "");
    return LLVMBuildFPTrunc(b, result, LLVMTypeOf(call), "");
}

static void widen_half(struct pass_state *state, LLVMValueRef instruction)
{
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef result = LLVMIsACallInst(instruction)
                              ? intrinsic_through_float(state, builder, instruction)
                              : half_through_float(builder, instruction);
    LLVMDisposeBuilder(builder);
    ir_replace(instruction, result);
}

/* Where source or optimiser ask for one step; here, behind the optimiser, the two stay two. */
static void extend_by_float(LLVMValueRef instruction)
{
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef single = to_float(builder, LLVMGetOperand(instruction, 0));
    ir_replace(instruction, LLVMBuildFPExt(builder, single, LLVMTypeOf(instruction), ""));
    LLVMDisposeBuilder(builder);
}

static int expand_instruction(LLVMValueRef instruction, void *data)
{
    struct pass_state *state = data;
    if (ir_is_half_to_double(instruction)) {
        extend_by_float(instruction);
        return 0;
    }
    if (is_half_arithmetic(instruction) || is_half_intrinsic(instruction)) {
        widen_half(state, instruction);
        return 0;
    }
    if (expand_saturation(instruction))
        return 0;
    for (size_t i = 0; i < COUNT(expansions); i++) {
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
    /* The instructions that were expanded are dead now. */
    return pass_run_llvm(state, "function(dce)");
}
