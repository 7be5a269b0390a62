/* SPDX-License-Identifier: MIT */
/* places.h: where the source's variables are while a kernel runs. */
#ifndef ROOTLE_EVERGREEN_PLACES_H
#define ROOTLE_EVERGREEN_PLACES_H

#include <llvm-c/Core.h>
#include <stdint.h>

struct evg_words;
struct mir_function;

/* The text that a debugger reads, malloc'ed, of code that has been encoded and whose values are
 * known; NULL when memory is short. */
char *evg_find_places(LLVMValueRef kernel, const struct mir_function *f,
                      const struct evg_words *words, uint32_t *bytes);

#endif
