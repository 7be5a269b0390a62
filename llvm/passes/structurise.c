/* SPDX-License-Identifier: MIT */
/* structurise.c: control flow becomes nested if-then and loops with one exit at their latch.
 *
 * Requires: legalise_memory (no loop without an exit is left). Nothing after it may change control
 * flow. */
#include "llvm/ir.h"
#include "llvm/passes/passes.h"

int pass_structurise(struct pass_state *state)
{
    return pass_run_llvm(
        state, "function(lower-switch,mergereturn,fix-irreducible,loop-simplify,unify-loop-exits,"
               "structurizecfg,early-cse,instsimplify,dce)");
}
