/* SPDX-License-Identifier: MIT */
/* il_reader.h: reads programs in SPIR-V, where the compiler has that. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "driver/compiler.h"

/* Confines this process before it becomes a program; not 0, with lines in `log`: it cannot. */
typedef int confine_fn(const char *program, FILE *log);

struct il_reader {
    /* Runs the translator on `size` bytes of SPIR-V, confined by that function unless it is NULL.
     * *bitcode is then malloc'ed: a module for SPIR. COMPILER_BUILD_FAILED: it refuses the module,
     * or dies of it; or COMPILER_UNAVAILABLE, COMPILER_NO_MEMORY; all with lines in `log`. */
    enum compiler_status (*translate)(const char *translator, const void *spirv, size_t size,
                                      confine_fn *confine, void **bitcode, size_t *bitcode_size,
                                      FILE *log);
    /* Reads that module and makes it one for the target of another module, with its address
     * spaces. Quotients of floats are exact, or as far off as OpenCL C lets them be. NULL with a
     * line in `log` when it is not one, or the target has no such addresses. */
    LLVMModuleRef (*read)(LLVMContextRef context, const void *bitcode, size_t size,
                          LLVMModuleRef target, bool exact_division, FILE *log);
};
