/* SPDX-License-Identifier: MIT */
/* arithmetic.c: in a guarded program, the simulator is told of arithmetic that has no result.
 *
 * A division of integers by zero, and a shift by as many bits as the value has or more, which
 * OpenCL C takes modulo the width (6.5.10): accesses.c calls this for what the source has.
 * And signed sums and products that overflow on their way to an index, which check_indices finds
 * once variables are values. A check of HW_CHECK_ARITHMETIC is in front, with 1 where it is wrong.
 */
#include <string.h>

#include "driver/hw/isa.h"
#include "llvm/check/check.h"
#include "llvm/ir/ir.h"

enum { MAX_DEPTH = 5, MAX_ELEMENTS = 16 };

static void build_check(struct pass_state *state, LLVMBuilderRef builder, LLVMValueRef wrong,
                        uint32_t what)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(state->context);
    check_ask_of(state, builder, LLVMBuildZExt(builder, wrong, i32, ""),
                 ir_i32(state->context, what),
                 HW_CHECK_LOCKSTEP | HW_CHECK_ARITHMETIC << PASS_CHECK_RAT);
}

/* Whether any element of a vector of bits is set. */
static LLVMValueRef any_of(struct pass_state *state, LLVMBuilderRef builder, LLVMValueRef bits)
{
    LLVMTypeRef type = LLVMTypeOf(bits);
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return bits;
    LLVMValueRef any = NULL;
    for (unsigned i = 0; i < LLVMGetVectorSize(type) && i < MAX_ELEMENTS; i++) {
        LLVMValueRef bit = LLVMBuildExtractElement(builder, bits, ir_i32(state->context, i), "");
        any = any ? LLVMBuildOr(builder, any, bit, "") : bit;
    }
    return any;
}

/* Compares a value, which the source has at an instruction, with one that makes it wrong. */
static void check_value(struct pass_state *state, LLVMValueRef before, LLVMValueRef value,
                        LLVMIntPredicate predicate, uint64_t limit, uint32_t what)
{
    LLVMBuilderRef builder = ir_builder_before(before);
    LLVMValueRef wrong =
        LLVMBuildICmp(builder, predicate, value, ir_splat(LLVMTypeOf(value), limit), "");
    if (!LLVMIsAConstant(wrong) || !LLVMIsNull(wrong))
        build_check(state, builder, any_of(state, builder, wrong), what);
    if (what == HW_WRONG_DIVISION) /* LLVM takes it for granted that a divisor is not 0 */
        LLVMSetOperand(before, 1,
                       LLVMBuildSelect(builder, wrong, ir_splat(LLVMTypeOf(value), 1), value, ""));
    LLVMDisposeBuilder(builder);
}

/* The amount of a shift that Clang takes modulo the width of the value; NULL: it is none. */
static LLVMValueRef masked_amount(LLVMValueRef shift)
{
    LLVMValueRef mask = LLVMGetOperand(shift, 1);
    const bool masks =
        LLVMIsAInstruction(mask) && LLVMGetInstructionOpcode(mask) == LLVMAnd &&
        (!strncmp(ir_name(mask), "shl.mask", 8) || !strncmp(ir_name(mask), "shr.mask", 8));
    return masks ? LLVMGetOperand(mask, 0) : NULL;
}

void check_arithmetic(struct pass_state *state, LLVMValueRef instruction)
{
    LLVMValueRef amount;
    if (!LLVMIsABinaryOperator(instruction))
        return;
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        check_value(state, instruction, LLVMGetOperand(instruction, 1), LLVMIntEQ, 0,
                    HW_WRONG_DIVISION);
        break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        amount = masked_amount(instruction);
        if (amount)
            check_value(state, instruction, amount, LLVMIntUGE,
                        LLVMGetIntTypeWidth(ir_scalar_type(LLVMTypeOf(amount))), HW_WRONG_SHIFT);
        break;
    default:
        break;
    }
}

/* ---- indices ---- */

static const char *overflow_of(LLVMValueRef value)
{
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
        return "llvm.sadd.with.overflow";
    case LLVMSub:
        return "llvm.ssub.with.overflow";
    case LLVMMul:
        return "llvm.smul.with.overflow";
    default:
        return NULL;
    }
}

static bool is_index(LLVMValueRef value, unsigned depth);

static bool leads_to_index(LLVMValueRef user, LLVMValueRef value, unsigned depth)
{
    if (LLVMIsAGetElementPtrInst(user))
        return LLVMGetOperand(user, 0) != value;
    if (!depth || !LLVMIsAInstruction(user))
        return false;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMSelect: /* of hold_indices.c */
        return is_index(user, depth - 1);
    default:
        return false;
    }
}

/* Whether a value becomes, or is a part of, the index of an access. */
static bool is_index(LLVMValueRef value, unsigned depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (leads_to_index(LLVMGetUser(use), value, depth))
            return true;
    return false;
}

static int check_signed(LLVMValueRef instruction, void *data)
{
    struct pass_state *state = data;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(state->context);
    const char *name = LLVMIsABinaryOperator(instruction) ? overflow_of(instruction) : NULL;
    if (!name || !LLVMGetNSW(instruction) || LLVMTypeOf(instruction) != i32 ||
        !is_index(instruction, MAX_DEPTH))
        return 0;
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(
        state->module, LLVMLookupIntrinsicID(name, strlen(name)), &i32, 1);
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef both = LLVMBuildCall2(
        builder, LLVMGlobalGetValueType(function), function,
        (LLVMValueRef[]){LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1)}, 2, "");
    build_check(state, builder, LLVMBuildExtractValue(builder, both, 1, ""), HW_WRONG_INDEX);
    LLVMSetNSW(instruction, 0);
    LLVMDisposeBuilder(builder);
    return 0;
}

static int check_kernel(LLVMValueRef kernel, void *data)
{
    return ir_visit_instructions(kernel, check_signed, data);
}

int check_indices(struct pass_state *state)
{
    return ir_visit_kernels(state->module, check_kernel, state);
}
