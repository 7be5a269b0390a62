/* SPDX-License-Identifier: MIT */
/* elements.c: in a guarded program, an index of an array is less than its count of elements.
 *
 * The simulator knows where variables end, but not the arrays in them: s.b[2] of `char b[2]` and
 * p[1][4] of `int p[4][4]` lie in their variables. So an access whose pointer steps over such an
 * array begins with a check of HW_CHECK_ELEMENT. The outermost array of a variable is the
 * simulator's, unless its index is a constant. An address alone is not checked: one behind the last
 * element may be taken. accesses.c calls this for each instruction. */
#include "driver/abi/kernel_abi.h"
#include "driver/hw/isa.h"
#include "llvm/check/check.h"
#include "llvm/ir/ir.h"

static void check_element(struct pass_state *state, LLVMValueRef access, LLVMValueRef index,
                          uint64_t count)
{
    if (!count || LLVMTypeOf(index) != LLVMInt32TypeInContext(state->context) ||
        (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < count))
        return;
    LLVMBuilderRef builder = ir_builder_before(access);
    check_ask_of(state, builder, index, ir_i32(state->context, (uint32_t)count),
                 HW_CHECK_LOCKSTEP | HW_CHECK_ELEMENT << PASS_CHECK_RAT);
    LLVMDisposeBuilder(builder);
}

/* Whether a step is one over the elements of a whole variable. */
static bool is_whole_variable(LLVMValueRef gep)
{
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    LLVMTypeRef type = LLVMIsAAllocaInst(base)       ? LLVMGetAllocatedType(base)
                       : LLVMIsAGlobalVariable(base) ? LLVMGlobalGetValueType(base)
                                                     : NULL;
    return type == LLVMGetGEPSourceElementType(gep);
}

/* Whether an index is outside of its array by a constant: LLVM takes away what has it. */
static bool is_lost(LLVMValueRef gep, LLVMValueRef index, LLVMTypeRef array)
{
    enum { LEAST_SIZE = 4 };
    if (LLVMIsAConstantInt(index))
        return LLVMConstIntGetZExtValue(index) >= LLVMGetArrayLength2(array);
    if (LLVMIsASelectInst(index)) /* of hold_indices.c */
        index = LLVMGetOperand(index, 2);
    return ir_pointer_space(gep) == ABI_SPACE_PRIVATE && pass_has_large_constant(index, LEAST_SIZE);
}

static void check_step(struct pass_state *state, LLVMValueRef access, LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
            continue;
        }
        if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
            return;
        if (i > 2 || !is_whole_variable(gep) || is_lost(gep, index, type))
            check_element(state, access, index, LLVMGetArrayLength2(type));
        type = LLVMGetElementType(type);
    }
}

static bool is_constant_step(LLVMValueRef pointer)
{
    return LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr;
}

static void check_pointer(struct pass_state *state, LLVMValueRef access, LLVMValueRef pointer)
{
    for (; LLVMIsAGetElementPtrInst(pointer) || is_constant_step(pointer);
         pointer = LLVMGetOperand(pointer, 0))
        check_step(state, access, pointer);
}

void check_elements(struct pass_state *state, LLVMValueRef instruction)
{
    if (LLVMIsALoadInst(instruction))
        check_pointer(state, instruction, LLVMGetOperand(instruction, 0));
    else if (LLVMIsAStoreInst(instruction))
        check_pointer(state, instruction, LLVMGetOperand(instruction, 1));
}
