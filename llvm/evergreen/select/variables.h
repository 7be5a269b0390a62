/* SPDX-License-Identifier: MIT */
/* variables.h: who finds out where the source's variables are, for debuggers: an annex
 * (llvm/evergreen/variables) in the reader's `generator`. Without a reader nobody does. */
#pragma once

#include <llvm-c/Core.h>
#include <stdint.h>

struct evg_words;
struct ir_variable_reader;
struct mir_function;
struct select;

struct evg_variables {
    /* Around the selection of a kernel, and in front of each instruction of its IR. */
    void (*begin)(struct select *s, const struct ir_variable_reader *reader, LLVMModuleRef module);
    void (*note)(struct select *s, LLVMValueRef inst);
    void (*end)(struct select *s);
    /* The text that a debugger reads, malloc'ed, of code that has been encoded and whose values
     * are known; NULL when memory is short. */
    char *(*places)(LLVMValueRef kernel, const struct mir_function *f,
                    const struct evg_words *words, uint32_t *bytes);
};
