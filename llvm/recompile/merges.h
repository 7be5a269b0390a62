/* SPDX-License-Identifier: MIT */
/* merges.h: choices that LLVM's instruction selection for AVX-512 gets wrong. */
#pragma once

#include <llvm-c/Core.h>

/* Hides each mix of bits from a choice between it and one of its own sources. Same results. */
void merges_keep_apart(LLVMModuleRef module);
