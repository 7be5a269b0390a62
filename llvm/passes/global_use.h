/* SPDX-License-Identifier: MIT */
/* global_use.h: uses of a global variable, through whatever constant expressions. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether an instruction of `function` uses `global`, itself or within a constant. */
bool global_used_in(LLVMValueRef global, LLVMValueRef function);
/* Puts `value`, which dominates the function, in the place of `global` there; constant expressions
 * around it become instructions where they have to. Returns NULL, or an instruction whose use could
 * not be taken apart. */
LLVMValueRef global_replace_in(LLVMValueRef global, LLVMValueRef function, LLVMValueRef value);
