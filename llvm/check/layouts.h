/* SPDX-License-Identifier: MIT */
/* layouts.h: how variables are laid out, for messages. */
#pragma once

#include <llvm-c/Core.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* layouts.cpp: the members and dimensions of all variables, and of what arguments point to, as
 * docs/kernel-abi.md has them: malloc'ed; NULL: memory is short. Unless `keeps`, records of
 * variables go: nobody else reads them. */
char *check_layouts(LLVMModuleRef module, int keeps, size_t *bytes);

#ifdef __cplusplus
}
#endif
