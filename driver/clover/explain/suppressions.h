/* SPDX-License-Identifier: MIT */
/* suppressions.h: the file of ROOTLE_CHECK_SUPPRESSIONS: findings that nobody wants to be told. */
#pragma once

#include <stdbool.h>

/* Where a finding is; what is not known is "". */
struct clover_place {
    const char *check, *kernel, *function, *file, *line, *column;
};

/* Whether a line of the file matches it in all that the line names. The file is read at the first
 * call; what is wrong in it is told on standard error then. In any thread. */
bool clover_is_suppressed(const struct clover_place *place);
