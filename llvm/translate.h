/* SPDX-License-Identifier: MIT */
/* translate.h: SPIR-V to LLVM bitcode, by Debian's llvm-spirv-15, which is a program of its own:
 * the translator for this LLVM is in no stable release of Debian yet, and this LLVM reads the
 * bitcode of older ones. */
#ifndef ROOTLE_LLVM_TRANSLATE_H
#define ROOTLE_LLVM_TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "driver/compiler.h"

/* Runs the translator on `size` bytes, in a sandbox of its own if `confined`. *bitcode is then
 * malloc'ed. COMPILER_BUILD_FAILED: it refuses the module, or dies of it; or COMPILER_UNAVAILABLE,
 * COMPILER_NO_MEMORY; all with lines in `log`. */
enum compiler_status translate_spirv(const char *translator, const void *spirv, size_t size,
                                     bool confined, void **bitcode, size_t *bitcode_size,
                                     FILE *log);

#endif
