/* SPDX-License-Identifier: MIT */
/* dump.h: writes whole arguments as text. */
#pragma once

#include "program-tester/verdict/result.h"

/* All values, separated by spaces, as a test file would give them (to free()). */
char *pt_values_text(const struct pt_arg *arg, const void *memory);

/* Writes DIR/TEST.argN.expected and .actual (of a step: TEST.stepN), one element a line after its
 * place. Makes the folder. Returns NULL or a message to free(). */
char *pt_dump(const char *dir, const char *test, const struct pt_arg_result *result,
              const void *expected, const void *actual);
