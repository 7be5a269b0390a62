/* SPDX-License-Identifier: MIT */
/* promote.c: puts variables into values, so that every image and sampler is seen at its use.
 *
 * Requires: everything is inlined. Not optional: the lowering passes and noopt builds need it. */
#include "llvm/ir/variables.h"
#include "llvm/passes/passes.h"

int pass_promote(struct pass_state *state)
{
#define PROMOTES "sroa<modify-cfg>"
/* simplifycfg takes away what is never reached, so that a call in there is not asked for. */
#define SIMPLIFIES "early-cse,instsimplify,simplifycfg"
    if (!state->variables)
        return pass_run_llvm(state, "function(" PROMOTES "," SIMPLIFIES ")");
    if (pass_run_llvm(state, "function(" PROMOTES ")"))
        return -1;
    state->variables->split_vectors(state->module); /* which leave nothing but elements behind */
    return pass_run_llvm(state, "function(" SIMPLIFIES ")");
}
