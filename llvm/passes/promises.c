/* SPDX-License-Identifier: MIT */
/* promises.c: what the source of a guarded program promises, noted before the optimisation makes
 * use of it.
 *
 * A pointer is a multiple of its type's alignment (OpenCL C 6.1.5): each load and store through
 * global and constant memory begins with a call of PROMISED_ALIGNMENT, which check_alignment turns
 * into a check, or takes away where it holds for certain. Requires: no library is linked, whose
 * functions take pointers to elements. */
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/hw/isa.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

enum { MAX_ALIGN = 128, NATURAL = 8 };

uint32_t pass_check_of_alignment(unsigned align, bool load, unsigned space)
{
    const uint32_t flags =
        (load ? HW_CHECK_LOAD : 0) | (space == ABI_SPACE_PRIVATE ? HW_CHECK_PRIVATE : 0);
    if (align < NATURAL)
        return flags | align | ABI_RAT_POOL << PASS_CHECK_RAT;
    return flags | HW_CHECK_ALIGN | (uint32_t)__builtin_ctz(align / NATURAL) << PASS_CHECK_RAT;
}

/* Declares a function that does nothing that LLVM can see, and is not left out. */
static LLVMValueRef declare_mark(struct pass_state *state, const char *name, LLVMTypeRef type)
{
    LLVMValueRef function = LLVMGetNamedFunction(state->module, name);
    if (function)
        return function;
    function = LLVMAddFunction(state->module, name, type);
    static const struct {
        const char *name;
        uint64_t value;
    } attributes[] = {{"memory", 3 << 2 /* inaccessible memory */}, {"nounwind", 0}, {"willreturn", 0}};
    for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
        const unsigned kind =
            LLVMGetEnumAttributeKindForName(attributes[i].name, strlen(attributes[i].name));
        LLVMAddAttributeAtIndex(
            function, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(state->context, kind, attributes[i].value));
    }
    return function;
}

static void mark(struct pass_state *state, LLVMValueRef before, LLVMValueRef pointer, uint32_t what)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(state->context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(state->context),
                                        (LLVMTypeRef[]){i32, i32}, 2, 0);
    LLVMBuilderRef builder = ir_builder_before(before);
    LLVMValueRef address = LLVMBuildPtrToInt(builder, pointer, i32, "");
    LLVMBuildCall2(builder, type, declare_mark(state, PASS_PROMISED_ALIGNMENT, type),
                   (LLVMValueRef[]){address, ir_i32(state->context, what)}, 2, "");
    LLVMDisposeBuilder(builder);
}

static int mark_access(LLVMValueRef instruction, void *data)
{
    struct pass_state *state = data;
    const bool load = LLVMIsALoadInst(instruction);
    if (!load && !LLVMIsAStoreInst(instruction))
        return 0;
    LLVMValueRef pointer = LLVMGetOperand(instruction, load ? 0 : 1);
    const unsigned space = ir_pointer_space(pointer), align = LLVMGetAlignment(instruction);
    if ((space != ABI_SPACE_GLOBAL && space != ABI_SPACE_CONSTANT) || align < 2 ||
        LLVMIsAGlobalVariable(pointer))
        return 0;
    mark(state, instruction, pointer,
         pass_check_of_alignment(align < MAX_ALIGN ? align : MAX_ALIGN, load, space));
    return 0;
}

int pass_mark_promises(struct pass_state *state)
{
    int result = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); state->guarded && f && !result;
         f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            result = ir_visit_instructions(f, mark_access, state);
    return result;
}
