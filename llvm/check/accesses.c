/* SPDX-License-Identifier: MIT */
/* accesses.c: notes what the source says of indices and barriers, before the optimisation makes use
 * of it.
 *
 * Every index is held (hold_indices.c), and those of arrays are checked (elements.c), and so are
 * arithmetic and asynchronous copies. A barrier
 * orders the memories of its flags (OpenCL C 6.12.8): a check in front of it names them, but not in
 * programs with other fences. Requires: no library is linked, whose functions take barriers for
 * granted. */
#include <string.h>

#include "llvm/check/check.h"
#include "llvm/ir/ir.h"

struct marking {
    struct pass_state *state;
    bool has_fences;
    uint32_t copies; /* calls of asynchronous copies that have a number */
};

static bool is_barrier(LLVMValueRef instruction)
{
    return LLVMIsACallInst(instruction) &&
           (ir_calls_prefix(instruction, "_Z7barrierj") ||
            ir_calls_prefix(instruction, "_Z18work_group_barrierj"));
}

static int mark_instruction(LLVMValueRef instruction, void *data)
{
    struct marking *m = data;
    check_elements(m->state, instruction);
    check_arithmetic(m->state, instruction);
    if (LLVMIsAGetElementPtrInst(instruction))
        pass_hold_index(m->state, instruction);
    else if (is_barrier(instruction) && !m->has_fences)
        check_barrier(m->state, instruction);
    else if (LLVMIsACallInst(instruction))
        check_copies(m->state, instruction, &m->copies);
    return 0;
}

/* Whether a function is called that orders memory without a barrier. */
static bool has_fences(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) &&
            (strstr(ir_name(f), "mem_fence") || strstr(ir_name(f), "work_item_fence")))
            return true;
    return false;
}

int check_mark_accesses(struct pass_state *state)
{
    struct marking m = {.state = state, .has_fences = has_fences(state->module)};
    return ir_visit_module(state->module, mark_instruction, &m);
}
