/* SPDX-License-Identifier: MIT */
/* describe.h: prints what debug information says. */
#ifndef ROOTLE_VARIABLES_DESCRIBE_H
#define ROOTLE_VARIABLES_DESCRIBE_H

#include "llvm/variables/variables.h"

#ifdef __cplusplus
extern "C"
#endif
    void
    variables_print(LLVMValueRef kernel, const ir_places *places, FILE *out);

#endif
