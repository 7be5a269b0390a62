/* SPDX-License-Identifier: MIT */
/* encoding.h: texts are UTF-8 without NUL bytes. */
#pragma once

#include "program-tester/base/text.h"

/* Takes the byte order mark from a UTF-8 text. Of a text in another Unicode encoding, with or
 * without a mark, returns that encoding's name; else NULL. */
const char *pt_text_decode(struct pt_text *text);

/* The first byte of a word that is not UTF-8, or NULL. */
const char *pt_utf8_error(struct pt_word word);
