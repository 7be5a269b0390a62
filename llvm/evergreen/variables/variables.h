/* SPDX-License-Identifier: MIT */
/* variables.h: where the source's variables are while a kernel runs. */
#pragma once

#include "llvm/evergreen/select/variables.h"

/* The generator of the reader in llvm/variables. */
extern const struct evg_variables evg_variables;

/* places.c: its `places`. */
char *evg_find_places(LLVMValueRef kernel, const struct mir_function *f,
                      const struct evg_words *words, uint32_t *bytes);
