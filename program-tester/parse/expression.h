/* SPDX-License-Identifier: MIT */
/* expression.h: POSIX extended regular expressions, as far as matching them costs little. */
#pragma once

#include "program-tester/base/util.h"

/* NULL if an expression can be used, else what is wrong with it, as a clause (to free()). */
char *pt_expression_check(const char *expression);
/* Whether it matches a part of the text. False for one that cannot be used. */
bool pt_expression_matches(const char *expression, const char *text);
