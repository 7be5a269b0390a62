/* SPDX-License-Identifier: MIT */
/* spirv.h: programs in SPIR-V, by Debian's llvm-spirv-15, which is a program of its own: the
 * translator for this LLVM is in no stable release of Debian yet, and this LLVM reads the bitcode
 * of older ones. */
#pragma once

#include "llvm/ir/il_reader.h"

#ifdef __cplusplus
extern "C"
#endif
    LLVMModuleRef
    spirv_read_spir(LLVMContextRef context, const void *bitcode, size_t size, LLVMModuleRef target,
                    bool exact_division, FILE *log);

extern const struct il_reader spirv_reader;
