/* SPDX-License-Identifier: MIT */
/* structure.h: whether control flow is as evergreen.h demands. */
#ifndef ROOTLE_EVERGREEN_SELECT_STRUCTURE_H
#define ROOTLE_EVERGREEN_SELECT_STRUCTURE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether a function's control flow graph is one of ifs and loops, each with one way in and one way
 * out. */
bool evg_is_structured(LLVMValueRef function);

#endif
