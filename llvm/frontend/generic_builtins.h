/* SPDX-License-Identifier: MIT */
/* generic_builtins.h: built-in functions on generic pointers, of those on pointers to one memory.
 */
#pragma once

#include <llvm-c/Core.h>

/* Defines each function that the module calls and that takes generic pointers: it asks by
 * __rootle_points_to what memory a pointer points to, and calls the function for that. */
void generic_define_builtins(LLVMModuleRef module);
