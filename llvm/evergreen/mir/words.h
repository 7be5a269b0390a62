/* SPDX-License-Identifier: MIT */
/* words.h: reads the text of machine IR word by word. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORDS_BYTES = 64 };

/* Where reading is in a text that ends with a zero. After an error every reader fails and changes
 * nothing that is used. */
struct words {
    const char *at, *line_start;
    unsigned line;
    bool failed;
    char *error; /* of error_size bytes: "line:column: what" of the first error */
    size_t error_size;
};

void words_fail(struct words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Tells of an error at another place than the one that reading is at. */
void words_fail_at(struct words *w, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void words_skip_blanks(struct words *w);
/* Whether nothing but a comment is left of the line. */
bool words_at_line_end(struct words *w);
/* Goes on to what is not blank or comment; false at the end of the text. */
bool words_next_line(struct words *w);
void words_end_line(struct words *w);
/* The character if it comes next. */
bool words_accept(struct words *w, char c);
void words_expect(struct words *w, char c);
/* Whether this is the next word: letters, digits, '_', '.' and '$'. */
bool words_sees(const struct words *w, const char *word);
/* The word if it comes next. */
bool words_accept_word(struct words *w, const char *word);
void words_expect_word(struct words *w, const char *word);
/* Reads any word and returns where it starts, for words_fail_at. */
const char *words_read(struct words *w, char word[WORDS_BYTES]);
/* A number of at most `limit`, decimal or 0x; 0 after an error. */
uint32_t words_number(struct words *w, uint32_t limit);
/* "text" with \ before what is " or \; the bytes behind the first quote, and how many characters
 * they stand for. NULL after an error. */
const char *words_quoted(struct words *w, size_t *length);
