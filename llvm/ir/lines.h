/* SPDX-License-Identifier: MIT */
/* lines.h: the lines of the source that LLVM's debug information names, once each, in whichever
 * table a code generator keeps them. */
#pragma once

#include <llvm-c/Core.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/abi/lines.h"
#include "driver/base/arena.h"

struct ir_known;

struct ir_lines {
    struct arena *arena; /* that names of files and functions are copied to */
    /* Adds a line to the table and returns its number, from 1 on. */
    uint32_t (*add)(void *table, const struct rootle_line *line);
    void *table;
    /* Zeroed at first: what was made of debug information, open-addressed. */
    struct ir_known *known;
    size_t known_count, slots;
};

/* The number of the line that an instruction is of; 0: none is known. */
uint32_t ir_line_of(struct ir_lines *lines, LLVMValueRef inst);
/* Where the kernel begins; 0: it is not known. */
uint32_t ir_kernel_line(struct ir_lines *lines, LLVMValueRef kernel);
/* scope.cpp: the name of the function that a scope of debug information lies in, which has no end.
 */
const char *ir_scope_function(LLVMMetadataRef scope, size_t *length);
