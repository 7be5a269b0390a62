/* SPDX-License-Identifier: MIT */
/* optimise.c: LLVM's target-independent optimisation, as far as the hardware can carry the result.
 *
 * Requires: image and sampler lowering are done. Left out on purpose: vectorizers (the code
 * generator packs scalars), loop-idiom (makes calls of memset), indvars (makes odd-width
 * arithmetic), jump threading and unswitching (make control flow that structurising must
 * duplicate), sinking of common instructions (makes resource numbers variable). */
#include "llvm/passes/passes.h"

/* A first round that makes loops canonical, the loops, and a second round on what they became. */
static const char pipeline[] =
    "function("
    "instcombine<no-verify-fixpoint>,simplifycfg,early-cse<memssa>,reassociate,"
    "loop-simplify,lcssa,loop-mssa(loop-instsimplify,loop-simplifycfg,"
    "loop-rotate<header-duplication>,licm<allowspeculation>),"
    "loop(loop-deletion,loop-unroll-full),"
    "sroa<modify-cfg>,instcombine<no-verify-fixpoint>,gvn<no-pre;no-load-pre;memdep>,sccp,bdce,"
    "instcombine<no-verify-fixpoint>,dse,simplifycfg,adce,instcombine<no-verify-fixpoint>,"
    "simplifycfg"
    "),globaldce";

int pass_optimise(struct pass_state *state)
{
    if (state->noopt)
        return pass_run_llvm(state, "function(instsimplify,simplifycfg),globaldce");
    return pass_run_llvm(state, pipeline);
}
