/* SPDX-License-Identifier: MIT */
/* describe.h: what the files of the reader share. */
#pragma once

#include "llvm/variables/variables.h"

#ifdef __cplusplus
extern "C" {
#endif

/* describe.cpp: prints what debug information says. */
void variables_print(LLVMValueRef kernel, const ir_places *places, FILE *out);
void variables_print_string(FILE *out, const char *text, size_t size); /* as JSON has it */
/* names.cpp: prints which parts of variables values are, as a member of that object. */
void variables_print_names(const ir_places *places, FILE *out);
/* keep.cpp: has the variables of a function stay in memory, by marks that are to be forgotten once
 * the others have become values. */
void variables_keep(LLVMValueRef function);
void variables_forget_marks(LLVMModuleRef module);
/* passes.cpp: sees to records of values while LLVM's passes run. */
extern const struct shim_pass_watch variables_watch;

#ifdef __cplusplus
}
#endif
