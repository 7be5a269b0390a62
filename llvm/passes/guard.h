/* SPDX-License-Identifier: MIT */
/* guard.h: how a program is guarded: compiled so that whoever watches its launches sees more of
 * what the source says. A compiler has one guard, or none, and refuses such programs then. */
#pragma once

#include "llvm/passes/passes.h"

/* The parts of it, each at its place among the passes; all stand. */
struct guard {
    /* First: the source's variables and accesses are as Clang has them. */
    pass_function *source;
    /* Before functions are inlined: copies are as the source has them. */
    pass_function *copies;
    /* Once variables are values, before the optimisation. */
    pass_function *indices;
    /* Behind the optimisation: what the first part held against it may go. */
    pass_function *values;
    /* Before calls of __rootle_fence go. */
    pass_function *fences;
};
