/* SPDX-License-Identifier: MIT */
/* spir.h: what the files that read modules for SPIR share. */
#pragma once

#include <llvm/IR/Module.h>

/* Address spaces, by section 2.2 of the SPIR 1.2 specification. */
enum { SPIR_PRIVATE, SPIR_GLOBAL, SPIR_CONSTANT, SPIR_LOCAL, SPIR_GENERIC };

/* Gives atomic operations the memory that their pointers point to, where it is at hand. */
void spir_name_memories(llvm::Module &module);
/* Makes reads without a sampler of level 0, which OpenCL C has no function for, reads without a
 * level. */
void spir_read_first_levels(llvm::Module &module);
