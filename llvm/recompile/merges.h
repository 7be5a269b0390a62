/* SPDX-License-Identifier: MIT */
/* merges.h: choices that LLVM's instruction selection for AVX-512 gets wrong. */
#ifndef ROOTLE_LLVM_RECOMPILE_MERGES_H
#define ROOTLE_LLVM_RECOMPILE_MERGES_H

#include <llvm-c/Core.h>

/* Hides each mix of bits from a choice between it and one of its own sources. Same results. */
void merges_keep_apart(LLVMModuleRef module);

#endif
