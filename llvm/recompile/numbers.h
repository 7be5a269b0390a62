/* SPDX-License-Identifier: MIT */
/* numbers.h: lanes of floats that are never NaNs. */
#pragma once

#include <llvm-c/Core.h>

/* Removes tests for NaNs of what goes around loops and never is one, as the least of values so far.
 * Returns how many. Same results. */
unsigned numbers_need_no_test(LLVMModuleRef module);
