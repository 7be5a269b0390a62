/* SPDX-License-Identifier: MIT */
/* structurise.c: control flow becomes nested if-then and loops with one exit at their latch.
 *
 * Requires: legalise_memory (no loop without an exit is left) and linearise. Nothing after it may
 * change control flow. */
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/ir/structure.h"
#include "llvm/passes/passes.h"

enum { MAX_ENTRIES = 1500 };

/* Structurises a kernel that is not structured as it is. LLVM's result has no else: two ifs stand
 * for it, and selects of values between them. */
static int structurise_kernel(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    if (ir_is_structured(kernel))
        return 0;
    const char *passes = "unify-loop-exits,structurizecfg";
    return shim_run_function_passes(kernel, passes, state->watch, state->log) ? 0 : -1;
}

/* Limits the entries of loops: LLVM's work on them takes the cube of their number. */
static int check_entries(LLVMValueRef kernel, void *data)
{
    unsigned entries = shim_count_entries(kernel);
    return entries <= MAX_ENTRIES
               ? 0
               : pass_error(data, kernel,
                            "too many gotos into loops: %u blocks within one loop are entered so, "
                            "of at most %d",
                            entries, MAX_ENTRIES);
}

/* LLVM's structuriser takes the square of the number of a switch's cases. Shorter ones stay as they
 * are. */
enum { MANY_CASES = 64 };

static int shape_switches(LLVMValueRef kernel, void *data)
{
    (void)data;
    shim_join_switches(kernel);
    shim_move_defaults(kernel, MANY_CASES);
    return 0;
}

int pass_structurise(struct pass_state *state)
{
    if (ir_visit_kernels(state->module, check_entries, state) ||
        pass_run_llvm(state, "function(mergereturn)") ||
        ir_visit_kernels(state->module, shape_switches, NULL) ||
        pass_run_llvm(state, "function(lower-switch,fix-irreducible,loop-simplify)") ||
        ir_visit_kernels(state->module, structurise_kernel, state))
        return -1;
    return pass_run_llvm(state, "function(early-cse,instsimplify,dce)");
}
