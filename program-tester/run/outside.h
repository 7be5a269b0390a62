/* SPDX-License-Identifier: MIT */
/* outside.h: whether a program's meaning depends on more than its text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether a program may take something from other files, or from the clock. Errs towards yes: it
 * looks into comments and strings too. */
bool pt_looks_outside(const char *source, size_t size);
