/* SPDX-License-Identifier: MIT */
/* without_comment.h: a program without the configuration in its comment. */
#pragma once

#include "program-tester/base/text.h"
#include "program-tester/parse/lexer.h"

/* A copy of the text, with blanks in the place of the comment: other lines and columns stay. The
 * whole text where it has no such comment, or something else than comments of one line stands
 * before it. *size: bytes, without the NUL behind them. */
char *pt_without_comment(const struct pt_text *text, struct pt_word comment, size_t *size);
