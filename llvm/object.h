/* SPDX-License-Identifier: MIT */
/* object.h: compiled objects and libraries: LLVM bitcode inside a program binary. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdio.h>

#include "driver/compiler.h"

struct hw_chip;

/* Says in the module that it is not to be optimised, which its linking keeps. */
void object_disable_optimisation(LLVMModuleRef module);
/* Whether any of the objects in the module said so. */
bool object_is_unoptimised(LLVMModuleRef module);
/* Puts the module into the binary: COMPILER_OK or COMPILER_NO_MEMORY. */
enum compiler_status object_store(LLVMModuleRef module, bool library, struct rootle_binary *binary);
/* One module of all the inputs, which are serialised binaries. NULL, with a line in `log`, when one
 * of them is not an object or library for the chip, or two define the same name. */
LLVMModuleRef object_link(LLVMContextRef context, const struct hw_chip *chip,
                          const struct compiler_input *inputs, uint32_t count, FILE *log);
