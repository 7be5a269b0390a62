/* SPDX-License-Identifier: MIT */
/* text.h: a file's text, places in it, and the errors found there. */
#pragma once

#include <stdio.h>
#include <string.h>

#include "program-tester/base/util.h"

struct pt_text {
    char *name; /* as it is shown in messages */
    char *data; /* size bytes and a NUL after them */
    size_t size;
};

/* Larger files are taken for a mistake. */
#define PT_MAX_FILE_SIZE ((size_t)64 << 20)

/* Reads a whole regular file. On failure returns false and *why is a message to free(). */
bool pt_text_load(struct pt_text *text, const char *path, char **why);
void pt_text_finish(struct pt_text *text);

/* Line and column, both from 1, of a byte offset. */
void pt_text_locate(const struct pt_text *text, size_t offset, unsigned *line, unsigned *column);

/* Part of a text. The bytes belong to the text, so that a word knows its place. */
struct pt_word {
    const char *text;
    size_t length;
};

/* A word for "%.*s", cut where it is too long to be read. */
#define PT_SHOW(word) (int)pt_utf8_cut(word, PT_SHOWN_WORD), (word).text
enum { PT_SHOWN_WORD = 80 }; /* bytes */

/* The largest length, at most `most` bytes, that ends no UTF-8 character in its middle. */
size_t pt_utf8_cut(struct pt_word word, size_t most);

/* Exactly; here, as the length of most texts is then a constant. */
static inline bool pt_word_is(struct pt_word word, const char *text)
{
    return word.length == strlen(text) && !memcmp(word.text, text, word.length);
}

bool pt_word_is_any_case(struct pt_word word, const char *text);
struct pt_word pt_word_trim(struct pt_word word);
bool pt_has_suffix(const char *text, const char *suffix);

#define PT_NOWHERE ((size_t)-1) /* an error of the file as a whole */

struct pt_diag {
    size_t offset; /* into the text, or PT_NOWHERE */
    char *message;
};

/* Errors in the order in which they were found. */
struct pt_diags {
    const struct pt_text *text;
    struct pt_diag *items;
    size_t count, capacity;
    size_t found; /* also those that are too many to be kept */
};

void pt_diags_add(struct pt_diags *diags, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds to the message of the last one, which there must be. */
void pt_diags_append(struct pt_diags *diags, const char *more);
/* Puts them in the order of the text, when all were found; says last how many were too many. */
void pt_diags_sort(struct pt_diags *diags);
/* Prints each as "file:line:column: error: message", its line and a caret. */
void pt_diags_print(const struct pt_diags *diags, FILE *file);
/* "file:line:column" or "file" (to free()). */
char *pt_place(const struct pt_text *text, size_t offset);
void pt_diags_finish(struct pt_diags *diags);
