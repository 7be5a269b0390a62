/* SPDX-License-Identifier: MIT */
/* legalise_widths.c: integers of widths that the language does not have, which LLVM's passes make
 * of masked ones, become integers of 32 or 64 bits.
 *
 * Each operation is done in the wide type, on operands that are extended as it needs, and its
 * result is cut off. Then every value of an odd width is a cut-off wide one, and what uses it is an
 * extension: together they are a mask or a pair of shifts.
 *
 * Requires: optimise is done. Leaves integers of 1, 8, 16, 32, and 64 bits, but for what
 * check_legal refuses. */
#include <assert.h>
#include <stdlib.h>

#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

enum { MAX_OPERANDS = 3 };

static unsigned width_of(LLVMTypeRef type)
{
    type = ir_scalar_type(type);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static bool is_odd(LLVMTypeRef type)
{
    unsigned width = width_of(type);
    return width > 1 && width < 64 && width != 8 && width != 16 && width != 32;
}

static LLVMTypeRef wide_type(LLVMTypeRef type)
{
    LLVMTypeRef wide =
        LLVMIntTypeInContext(LLVMGetTypeContext(type), width_of(type) < 32 ? 32 : 64);
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind
               ? LLVMVectorType(wide, LLVMGetVectorSize(type))
               : wide;
}

/* Operands of odd width, and those of the same operation, in the wide type. */
static LLVMValueRef widened(LLVMBuilderRef b, LLVMValueRef value, LLVMOpcode extend)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return is_odd(type) ? LLVMBuildCast(b, extend, value, wide_type(type), "") : value;
}

static LLVMOpcode extension_for(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAShr:
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMSIToFP:
        return LLVMSExt;
    case LLVMICmp:
        return LLVMGetICmpPredicate(instruction) >= LLVMIntSGT ? LLVMSExt : LLVMZExt;
    case LLVMCall:
        return ir_calls_prefix(instruction, "llvm.smin.") ||
                       ir_calls_prefix(instruction, "llvm.smax.") ||
                       ir_calls_prefix(instruction, "llvm.abs.")
                   ? LLVMSExt
                   : LLVMZExt;
    default:
        return LLVMZExt;
    }
}

/* ---- each kind of operation in the wide type ---- */

static LLVMValueRef wide_phi(LLVMBuilderRef b, LLVMValueRef phi)
{
    LLVMValueRef wide = LLVMBuildPhi(b, wide_type(LLVMTypeOf(phi)), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef value = NULL;
        for (unsigned before = 0; before < i && !value; before++)
            if (LLVMGetIncomingBlock(phi, before) == from)
                value = LLVMGetIncomingValue(wide, before);
        if (!value) {
            LLVMBuilderRef at_end = ir_builder_before(LLVMGetBasicBlockTerminator(from));
            value = widened(at_end, LLVMGetIncomingValue(phi, i), LLVMZExt);
            LLVMDisposeBuilder(at_end);
        }
        LLVMAddIncoming(wide, &value, &from, 1);
    }
    return wide;
}

/* An integer of bytes, loaded one by one. */
static LLVMValueRef wide_load(LLVMBuilderRef b, LLVMValueRef load)
{
    LLVMTypeRef type = LLVMTypeOf(load), wide = wide_type(type);
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(type));
    LLVMValueRef result = LLVMConstNull(wide);
    for (unsigned i = 0; i < width_of(type) / 8; i++) {
        LLVMValueRef part =
            LLVMBuildLoad2(b, byte, ir_byte_address(b, LLVMGetOperand(load, 0), i), "");
        LLVMSetAlignment(part, 1);
        LLVMSetVolatile(part, LLVMGetVolatile(load));
        part = LLVMBuildShl(b, LLVMBuildZExt(b, part, wide, ""), ir_splat(wide, 8 * i), "");
        result = LLVMBuildOr(b, result, part, "");
    }
    return result;
}

static void wide_store(LLVMBuilderRef b, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(value), wide = wide_type(type);
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(type));
    value = widened(b, value, LLVMZExt);
    for (unsigned i = 0; i < width_of(type) / 8; i++) {
        LLVMValueRef part = LLVMBuildLShr(b, value, ir_splat(wide, 8 * i), "");
        part = LLVMBuildStore(b, LLVMBuildTrunc(b, part, byte, ""),
                              ir_byte_address(b, LLVMGetOperand(store, 1), i));
        LLVMSetAlignment(part, 1);
        LLVMSetVolatile(part, LLVMGetVolatile(store));
    }
}

/* The elements of a vector one behind the other, as memory would have them. */
static LLVMValueRef wide_bitcast(LLVMBuilderRef b, LLVMValueRef cast)
{
    LLVMValueRef vector = LLVMGetOperand(cast, 0);
    LLVMTypeRef wide = wide_type(LLVMTypeOf(cast));
    unsigned bits = width_of(LLVMTypeOf(vector));
    LLVMValueRef result = LLVMConstNull(wide);
    for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(vector)); i++) {
        LLVMValueRef index = ir_i32(LLVMGetTypeContext(wide), i);
        LLVMValueRef part = LLVMBuildExtractElement(b, vector, index, "");
        part = LLVMBuildShl(b, LLVMBuildZExt(b, part, wide, ""), ir_splat(wide, i * bits), "");
        result = LLVMBuildOr(b, result, part, "");
    }
    return result;
}

static LLVMValueRef wide_call(LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef *operands)
{
    LLVMTypeRef type = LLVMTypeOf(operands[0]);
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(
        LLVMGetGlobalParent(ir_callee(call)), LLVMGetIntrinsicID(ir_callee(call)), &type, 1);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, operands,
                          LLVMGetNumArgOperands(call), "");
}

/* Intrinsics that mean the same in a wider type, given the right extension. */
static bool extends(LLVMValueRef call)
{
    static const char *const names[] = {"llvm.smin.", "llvm.smax.", "llvm.umin.",
                                        "llvm.umax.", "llvm.abs.",  "llvm.ctpop."};
    for (size_t i = 0; i < COUNT(names); i++)
        if (ir_calls_prefix(call, names[i]))
            return true;
    return false;
}

/* The wide result of an instruction, whose operands are `operands` in the wide type; NULL if it is
 * none of those that can be widened. */
static LLVMValueRef wide_result(LLVMBuilderRef b, LLVMValueRef instruction, LLVMValueRef *operands)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    LLVMTypeRef type = LLVMTypeOf(instruction);
    switch (opcode) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return LLVMBuildBinOp(b, opcode, operands[0], operands[1], "");
    case LLVMICmp:
        return LLVMBuildICmp(b, LLVMGetICmpPredicate(instruction), operands[0], operands[1], "");
    case LLVMSelect:
        return LLVMBuildSelect(b, operands[0], operands[1], operands[2], "");
    case LLVMFreeze:
        return LLVMBuildFreeze(b, operands[0], "");
    case LLVMTrunc:
        return is_odd(type) ? LLVMBuildIntCast2(b, operands[0], wide_type(type), false, "")
                            : LLVMBuildTrunc(b, operands[0], type, "");
    case LLVMZExt:
    case LLVMSExt:
        return LLVMBuildIntCast2(b, LLVMGetOperand(instruction, 0), wide_type(type),
                                 opcode == LLVMSExt, "");
    case LLVMUIToFP:
    case LLVMSIToFP:
        return LLVMBuildCast(b, opcode, operands[0], type, "");
    case LLVMFPToUI:
    case LLVMFPToSI:
        return LLVMBuildCast(b, opcode, operands[0], wide_type(type), "");
    case LLVMExtractElement:
        return LLVMBuildExtractElement(b, operands[0], operands[1], "");
    case LLVMInsertElement:
        return LLVMBuildInsertElement(b, operands[0], operands[1], operands[2], "");
    case LLVMBitCast:
        return LLVMGetTypeKind(LLVMTypeOf(operands[0])) == LLVMVectorTypeKind && is_odd(type)
                   ? wide_bitcast(b, instruction)
                   : NULL;
    case LLVMLoad:
        return width_of(type) % 8 ? NULL : wide_load(b, instruction);
    case LLVMCall:
        return extends(instruction) ? wide_call(b, instruction, operands) : NULL;
    default:
        return NULL;
    }
}

/* ---- the walk ---- */

static bool has_odd_operand(LLVMValueRef instruction)
{
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (is_odd(LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i))))
            return true;
    return false;
}

static void widen_switch(LLVMValueRef instruction)
{
    LLVMBuilderRef builder = ir_builder_before(instruction);
    for (int i = 0; i < LLVMGetNumOperands(instruction); i += 2) /* values, with blocks between */
        LLVMSetOperand(instruction, (unsigned)i,
                       widened(builder, LLVMGetOperand(instruction, (unsigned)i), LLVMZExt));
    LLVMDisposeBuilder(builder);
}

static LLVMValueRef in_wide_type(LLVMBuilderRef b, LLVMValueRef instruction)
{
    if (LLVMIsAPHINode(instruction))
        return wide_phi(b, instruction);
    LLVMValueRef operands[MAX_OPERANDS] = {0};
    int count = LLVMIsACallInst(instruction) ? (int)LLVMGetNumArgOperands(instruction)
                                             : LLVMGetNumOperands(instruction);
    if (count > MAX_OPERANDS)
        return NULL;
    for (int i = 0; i < count; i++)
        operands[i] =
            widened(b, LLVMGetOperand(instruction, (unsigned)i), extension_for(instruction));
    return wide_result(b, instruction, operands);
}

static void widen(LLVMValueRef instruction)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef result = in_wide_type(builder, instruction);
    LLVMDisposeBuilder(builder);
    if (!result)
        return; /* check_legal names it */
    if (is_odd(type)) {
        LLVMValueRef behind = instruction;
        while (LLVMIsAPHINode(behind))
            behind = LLVMGetNextInstruction(behind);
        builder = ir_builder_before(behind);
        result = LLVMBuildTrunc(builder, result, type, "");
        LLVMDisposeBuilder(builder);
    }
    ir_replace(instruction, result);
}

static LLVMTypeRef of_integers(LLVMTypeRef type)
{
    LLVMContextRef context = LLVMGetTypeContext(type);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return LLVMVectorType(of_integers(LLVMGetElementType(type)), LLVMGetVectorSize(type));
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
        return LLVMIntTypeInContext(context, 16);
    case LLVMFloatTypeKind:
        return LLVMIntTypeInContext(context, 32);
    case LLVMDoubleTypeKind:
        return LLVMIntTypeInContext(context, 64);
    default:
        return type;
    }
}

/* Some bits of a value that is seen as a vector of them, which instcombine makes of
 * `trunc (extractelement ...)`. NULL if the instruction takes something else. */
static LLVMValueRef bits_of_element(LLVMBuilderRef b, LLVMValueRef extract)
{
    LLVMValueRef cast = LLVMGetOperand(extract, 0), index = LLVMGetOperand(extract, 1);
    if (!LLVMIsABitCastInst(cast) || !LLVMIsAConstantInt(index) ||
        width_of(LLVMTypeOf(extract)) == 0 || width_of(LLVMTypeOf(extract)) >= 8)
        return NULL;
    LLVMValueRef whole = LLVMGetOperand(cast, 0);
    LLVMTypeRef type = of_integers(LLVMTypeOf(whole));
    const unsigned width = width_of(type);
    assert(width);
    unsigned bit = (unsigned)LLVMConstIntGetZExtValue(index) * width_of(LLVMTypeOf(extract));
    whole = LLVMBuildBitCast(b, whole, type, "");
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        whole =
            LLVMBuildExtractElement(b, whole, ir_i32(LLVMGetTypeContext(type), bit / width), "");
    LLVMValueRef shift = ir_splat(LLVMTypeOf(whole), bit % width);
    return LLVMBuildTrunc(b, LLVMBuildLShr(b, whole, shift, ""), LLVMTypeOf(extract), "");
}

static int take_bits(LLVMValueRef instruction, void *data)
{
    if (!LLVMIsAExtractElementInst(instruction))
        return 0;
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef bits = bits_of_element(builder, instruction);
    LLVMDisposeBuilder(builder);
    if (bits) {
        *(bool *)data = true;
        ir_replace(instruction, bits);
    }
    return 0;
}

static bool is_extension(LLVMValueRef instruction)
{
    return LLVMIsAZExtInst(instruction) || LLVMIsASExtInst(instruction) ||
           LLVMIsATruncInst(instruction);
}

static int widen_instruction(LLVMValueRef instruction, void *data)
{
    bool odd_result = is_odd(LLVMTypeOf(instruction));
    if (!odd_result && !has_odd_operand(instruction))
        return 0;
    *(bool *)data = true;
    if (LLVMIsASwitchInst(instruction)) {
        widen_switch(instruction);
    } else if (LLVMIsAStoreInst(instruction)) {
        if (width_of(LLVMTypeOf(LLVMGetOperand(instruction, 0))) % 8)
            return 0;
        LLVMBuilderRef builder = ir_builder_before(instruction);
        wide_store(builder, instruction);
        LLVMDisposeBuilder(builder);
        LLVMInstructionEraseFromParent(instruction);
    } else if (odd_result || !is_extension(instruction)) {
        widen(instruction);
    }
    return 0;
}

/* An extension of a cut-off value: the value with its upper bits cleared, or filled with the sign.
 */
static int join_extension(LLVMValueRef instruction, void *data)
{
    (void)data;
    LLVMValueRef cut = is_extension(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
    if (!cut || !is_odd(LLVMTypeOf(cut)) || !LLVMIsATruncInst(cut))
        return 0;
    LLVMBuilderRef b = ir_builder_before(instruction);
    LLVMValueRef wide = LLVMGetOperand(cut, 0);
    LLVMTypeRef type = LLVMTypeOf(wide);
    const unsigned kept = width_of(LLVMTypeOf(cut)), rest = width_of(type) - kept;
    assert(kept && kept <= 64);
    LLVMValueRef shift = ir_splat(type, rest);
    if (LLVMIsAZExtInst(instruction))
        wide = LLVMBuildAnd(b, wide, ir_splat(type, UINT64_MAX >> (64 - kept)), "");
    else if (LLVMIsASExtInst(instruction))
        wide = LLVMBuildAShr(b, LLVMBuildShl(b, wide, shift, ""), shift, "");
    wide = LLVMBuildIntCast2(b, wide, LLVMTypeOf(instruction), LLVMIsASExtInst(instruction) != NULL,
                             "");
    LLVMDisposeBuilder(b);
    ir_replace(instruction, wide);
    return 0;
}

int pass_legalise_widths(struct pass_state *state)
{
    bool found = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        ir_visit_instructions(f, take_bits, &found);
        ir_visit_instructions(f, widen_instruction, &found);
        if (found)
            ir_visit_instructions(f, join_extension, NULL);
    }
    return found ? pass_run_llvm(state, "function(instsimplify,dce)") : 0;
}
