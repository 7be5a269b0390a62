/* SPDX-License-Identifier: MIT */
/* assumptions.c: what the source of a program lets LLVM assume, noted before the optimisation makes
 * use of it.
 *
 * A pointer is a multiple of its type's alignment (OpenCL C 6.1.5): each load and store of 8 bytes
 * and more whose pointer steps over smaller elements begins with a call of ASSUMED_ALIGNMENT,
 * which check_alignment turns into a check, or takes away where it holds for certain. Variables of
 * private memory may become values, of which no address may be taken, but for arrays of smaller
 * elements. The simulator checks smaller accesses by itself.
 *
 * In guarded programs it is each access of global and constant memory, and of 8 bytes and more in
 * local memory. Requires: no library is linked, whose functions take pointers to elements for
 * granted. */
#include <llvm-c/Target.h>

#include "driver/abi/kernel_abi.h"
#include "driver/hw/isa.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

enum { MAX_ALIGN = 128, NATURAL = 8 };

uint32_t pass_check_of_alignment(unsigned align, bool load, unsigned space)
{
    const uint32_t flags =
        (load ? HW_CHECK_LOAD : 0) | (space == ABI_SPACE_PRIVATE ? HW_CHECK_PRIVATE : 0);
    const uint32_t local = space == ABI_SPACE_LOCAL ? HW_CHECK_RAT_LOCAL : 0;
    if (align < NATURAL)
        return flags | align | ABI_RAT_POOL << PASS_CHECK_RAT;
    return flags | HW_CHECK_ALIGN |
           ((uint32_t)__builtin_ctz(align / NATURAL) | local) << PASS_CHECK_RAT;
}

LLVMValueRef pass_declare_hidden(struct pass_state *state, const char *name, LLVMTypeRef type)
{
    LLVMValueRef function = LLVMGetNamedFunction(state->module, name);
    if (function)
        return function;
    function = LLVMAddFunction(state->module, name, type);
    pass_only_hidden_effects(state, function);
    return function;
}

static void mark(struct pass_state *state, LLVMValueRef before, LLVMValueRef pointer, uint32_t what)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(state->context);
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(state->context), (LLVMTypeRef[]){i32, i32}, 2, 0);
    LLVMBuilderRef builder = ir_builder_before(before);
    LLVMValueRef address = LLVMBuildPtrToInt(builder, pointer, i32, "");
    LLVMBuildCall2(builder, type, pass_declare_hidden(state, PASS_ASSUMED_ALIGNMENT, type),
                   (LLVMValueRef[]){address, ir_i32(state->context, what)}, 2, "");
    LLVMDisposeBuilder(builder);
}

/* Whether a pointer was found by steps over what has less than an alignment, as in
 * (global int4 *)(ints + i): by itself its type says nothing of it. */
static bool steps_over_smaller(struct pass_state *state, LLVMValueRef pointer, unsigned align)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(state->module);
    for (; LLVMIsAGetElementPtrInst(pointer); pointer = LLVMGetOperand(pointer, 0))
        if (LLVMABIAlignmentOfType(layout, LLVMGetGEPSourceElementType(pointer)) < align)
            return true;
    return false;
}

/* Whether a private pointer leads into an array whose elements have less than an alignment. */
static bool is_into_smaller(struct pass_state *state, LLVMValueRef pointer, unsigned align)
{
    LLVMTypeRef element;
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    if (!LLVMIsAAllocaInst(pointer))
        return false;
    element = LLVMGetAllocatedType(pointer);
    if (LLVMGetTypeKind(element) != LLVMArrayTypeKind)
        return false;
    while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
        element = LLVMGetElementType(element);
    return LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(state->module), element) < align;
}

/* Whether accesses by a pointer are held against an alignment. */
static bool is_marked(struct pass_state *state, LLVMValueRef pointer, unsigned align)
{
    switch (ir_pointer_space(pointer)) {
    case ABI_SPACE_GLOBAL:
    case ABI_SPACE_CONSTANT:
        return state->guard ? align >= 2
                            : align >= NATURAL && steps_over_smaller(state, pointer, align);
    case ABI_SPACE_LOCAL:
        return align >= NATURAL && (state->guard || steps_over_smaller(state, pointer, align));
    case ABI_SPACE_PRIVATE:
        return align >= NATURAL && is_into_smaller(state, pointer, align);
    default:
        return false;
    }
}

static void mark_access(struct pass_state *state, LLVMValueRef instruction)
{
    const bool load = LLVMIsALoadInst(instruction);
    if (!load && !LLVMIsAStoreInst(instruction))
        return;
    LLVMValueRef pointer = LLVMGetOperand(instruction, load ? 0 : 1);
    const unsigned space = ir_pointer_space(pointer), align = LLVMGetAlignment(instruction);
    if (LLVMIsAGlobalVariable(pointer) || !is_marked(state, pointer, align))
        return;
    mark(state, instruction, pointer,
         pass_check_of_alignment(align < MAX_ALIGN ? align : MAX_ALIGN, load, space));
}

static int mark_instruction(LLVMValueRef instruction, void *data)
{
    mark_access(data, instruction);
    return 0;
}

int pass_mark_assumptions(struct pass_state *state)
{
    return ir_visit_module(state->module, mark_instruction, state);
}
