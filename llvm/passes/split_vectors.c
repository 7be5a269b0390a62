/* SPDX-License-Identifier: MIT */
/* split_vectors.c: makes arithmetic on vectors arithmetic on their elements, which is what the code
 * generator makes of it anyway.
 *
 * It has to be done before LLVM's passes. Of `w = c - w` in a loop, w a vector, instcombine makes
 * `w = w - c` when it takes w apart (scalarizePHI in InstCombineVectorOps.cpp of LLVM 14 to 19 puts
 * the phi in front whatever the operation). And a multiplication and addition of sixteen elements
 * counts as one instruction where it is decided how far loops are unrolled.
 *
 * Leaves no binary operation on vectors but those of masks, and no llvm.fmuladd or llvm.fma on
 * vectors of more than four. Not optional. */
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

static bool may_wrap_not(LLVMOpcode opcode)
{
    return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl;
}

static bool may_be_exact(LLVMOpcode opcode)
{
    return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMLShr || opcode == LLVMAShr;
}

/* Copies the flags of a vector operation (nsw, exact and the like) to the operation of an
 * element. */
static void copy_assumptions(LLVMValueRef to, LLVMValueRef from)
{
    if (!LLVMIsAInstruction(to))
        return; /* a constant */
    LLVMOpcode opcode = LLVMGetInstructionOpcode(from);
    if (may_wrap_not(opcode)) {
        LLVMSetNSW(to, LLVMGetNSW(from));
        LLVMSetNUW(to, LLVMGetNUW(from));
    }
    if (may_be_exact(opcode))
        LLVMSetExact(to, LLVMGetExact(from));
    if (opcode == LLVMOr)
        LLVMSetIsDisjoint(to, LLVMGetIsDisjoint(from));
    if (LLVMCanValueUseFastMathFlags(from)) {
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
        unsigned accuracy =
            LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(to)), "fpmath", 6);
        LLVMValueRef mark = LLVMGetMetadata(from, accuracy);
        if (mark)
            LLVMSetMetadata(to, accuracy, mark);
    }
}

/* Masks of one bit know only operations whose operands can be exchanged. */
static bool is_mask(LLVMTypeRef vector)
{
    LLVMTypeRef element = LLVMGetElementType(vector);
    return LLVMGetTypeKind(element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) == 1;
}

static bool is_multiply_add(LLVMValueRef instruction)
{
    return ir_calls_prefix(instruction, "llvm.fmuladd.") ||
           ir_calls_prefix(instruction, "llvm.fma.");
}

/* LLVM makes more instructions that take vectors apart than it saves, where there are few
 * elements. */
enum { FEW_ELEMENTS = 4 };

static bool is_split(LLVMValueRef instruction)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return false;
    if (is_multiply_add(instruction))
        return LLVMGetVectorSize(type) > FEW_ELEMENTS;
    return LLVMIsABinaryOperator(instruction) && !is_mask(type);
}

/* The operation on elements `index` of an instruction's operands. */
static LLVMValueRef build_part(LLVMBuilderRef b, LLVMValueRef instruction, LLVMValueRef index)
{
    LLVMValueRef operand[3];
    const unsigned operands = is_multiply_add(instruction) ? 3 : 2;
    for (unsigned i = 0; i < operands; i++)
        operand[i] = LLVMBuildExtractElement(b, LLVMGetOperand(instruction, i), index, "");
    if (operands == 2)
        return LLVMBuildBinOp(b, LLVMGetInstructionOpcode(instruction), operand[0], operand[1], "");
    LLVMTypeRef element = LLVMTypeOf(operand[0]);
    LLVMValueRef callee =
        LLVMGetIntrinsicDeclaration(LLVMGetGlobalParent(ir_callee(instruction)),
                                    LLVMGetIntrinsicID(ir_callee(instruction)), &element, 1);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, operand, operands, "");
}

static int split_operation(LLVMValueRef instruction, void *data)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (!is_split(instruction))
        return 0;
    LLVMContextRef context = data;
    LLVMBuilderRef b = ir_builder_before(instruction);
    LLVMValueRef result = LLVMGetPoison(type);
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        LLVMValueRef index = ir_i32(context, i);
        LLVMValueRef part = build_part(b, instruction, index);
        copy_assumptions(part, instruction);
        result = LLVMBuildInsertElement(b, result, part, index, "");
    }
    LLVMDisposeBuilder(b);
    ir_replace(instruction, result);
    return 0;
}

int pass_split_vectors(struct pass_state *state)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        ir_visit_instructions(f, split_operation, state->context);
    return 0;
}
