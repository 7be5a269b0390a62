/* SPDX-License-Identifier: MIT */
/* guard.c: the places of a guard among the passes. Nothing is done to other programs. */
#include "llvm/passes/guard.h"

#include <assert.h>

static int run(struct pass_state *state, pass_function *part)
{
    assert(part);
    return part(state);
}

int pass_guard_source(struct pass_state *state)
{
    return state->guard ? run(state, state->guard->source) : 0;
}

int pass_guard_copies(struct pass_state *state)
{
    return state->guard ? run(state, state->guard->copies) : 0;
}

int pass_guard_indices(struct pass_state *state)
{
    return state->guard ? run(state, state->guard->indices) : 0;
}

int pass_guard_values(struct pass_state *state)
{
    return state->guard ? run(state, state->guard->values) : 0;
}

int pass_guard_fences(struct pass_state *state)
{
    return state->guard ? run(state, state->guard->fences) : 0;
}
