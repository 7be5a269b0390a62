/* SPDX-License-Identifier: MIT */
/* mark_jumps.c: cases of a long switch that do nothing but jump behind it.
 *
 * For each block that only jumps simplifycfg looks at all blocks that jump to the same place, each
 * time that it runs: of a switch of n cases that choose a value, n times n. A call in such a block
 * that does nothing keeps it from that; release_jumps takes it away when no simplifycfg runs any
 * more. Long rows of comparisons with constants, which simplifycfg makes switches of, likewise. */
#include <string.h>

#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

/* Jumps to one place that are many. */
enum { MANY_JUMPS = 64 };

static const char mark_name[] = "__rootle_jump";

/* Declares the mark. An effect on memory that nobody sees keeps its calls. */
static LLVMValueRef declare_mark(struct pass_state *state)
{
    LLVMValueRef mark = LLVMGetNamedFunction(state->module, mark_name);
    if (mark)
        return mark;
    mark = LLVMAddFunction(state->module, mark_name,
                           LLVMFunctionType(LLVMVoidTypeInContext(state->context), NULL, 0, false));
    pass_only_hidden_effects(state, mark);
    return mark;
}

void pass_mark_jumps(struct pass_state *state)
{
    LLVMValueRef mark = declare_mark(state);
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        shim_mark_forwarders(f, MANY_JUMPS, mark);
        shim_skip_forwarders(f, MANY_JUMPS);
    }
    if (!LLVMGetFirstUse(mark))
        LLVMDeleteFunction(mark);
}

int pass_release_jumps(struct pass_state *state)
{
    LLVMValueRef mark = LLVMGetNamedFunction(state->module, mark_name);
    while (mark && LLVMGetFirstUse(mark))
        LLVMInstructionEraseFromParent(LLVMGetUser(LLVMGetFirstUse(mark)));
    if (mark)
        LLVMDeleteFunction(mark);
    return 0;
}
