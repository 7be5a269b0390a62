/* SPDX-License-Identifier: MIT */
/* structurise_r500.c: control flow becomes ifs within each other and loops that are left by breaks,
 * as R500 has them.
 *
 * Requires: optimise_r500. Nothing after it may change control flow. */
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/r500/passes/passes.h"
#include "llvm/r500/select/flow.h"

static int structurise_kernel(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    if (r500_is_structured(kernel))
        return 0;
    const char *passes = "unify-loop-exits,structurizecfg";
    return shim_run_function_passes(kernel, passes, state->watch, state->log) ? 0 : -1;
}

int pass_structurise_r500(struct pass_state *state)
{
    if (pass_run_llvm(state, "function(lower-switch,mergereturn,fix-irreducible,loop-simplify)") ||
        ir_visit_kernels(state->module, structurise_kernel, state))
        return -1;
    return pass_run_llvm(state, "function(early-cse,instsimplify,dce)");
}
