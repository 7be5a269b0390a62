/* SPDX-License-Identifier: MIT */
/* guard.c: the parts of the guard. */
#include "driver/abi/binary.h"
#include "llvm/check/check.h"
#include "llvm/check/layouts.h"

#include <assert.h>

static int note_layouts(struct pass_state *state)
{
    size_t bytes;
    assert(!state->binary->layouts);
    state->binary->layouts = check_layouts(state->module, state->variables != NULL, &bytes);
    if (!state->binary->layouts)
        return fprintf(state->log, "error: out of memory\n"), -1;
    state->binary->layout_bytes = (uint32_t)bytes;
    return 0;
}

static int guard_source(struct pass_state *state)
{
    int result = note_layouts(state);
    if (!result)
        result = check_mark_undefined(state);
    return result ? result : check_mark_accesses(state);
}

const struct guard check_guard = {.source = guard_source,
                                  .copies = check_fill_padding,
                                  .indices = check_indices,
                                  .values = check_give_undefined,
                                  .fences = check_keep_fences};
