/* SPDX-License-Identifier: MIT */
/* known.h: numbers of blocks that are hidden from LLVM. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Shows LLVM numbers that are hidden (emit_regions.c) and turned out to be constants: those of
 * regions that one block alone has a turn in. Returns whether there were any. */
bool known_show(LLVMModuleRef module);
