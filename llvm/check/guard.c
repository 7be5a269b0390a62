/* SPDX-License-Identifier: MIT */
/* guard.c: the parts of the guard. */
#include "llvm/check/check.h"

static int guard_source(struct pass_state *state)
{
    const int result = check_mark_undefined(state);
    return result ? result : check_mark_accesses(state);
}

const struct guard check_guard = {.source = guard_source,
                                  .copies = check_fill_padding,
                                  .indices = check_indices,
                                  .values = check_give_undefined,
                                  .fences = check_keep_fences};
