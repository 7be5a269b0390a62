/* SPDX-License-Identifier: MIT */
/* promote.c: puts variables into values, so that every image and sampler is seen at its use.
 *
 * Requires: everything is inlined. Not optional: the lowering passes and noopt builds need it. */
#include "llvm/passes/passes.h"

int pass_promote(struct pass_state *state)
{
    /* simplifycfg takes away what is never reached, so that a call in there is not asked for. */
    return pass_run_llvm(state, "function(sroa<modify-cfg>,early-cse,instsimplify,simplifycfg)");
}
