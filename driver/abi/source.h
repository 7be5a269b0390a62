/* SPDX-License-Identifier: MIT */
/* source.h: lines of the source in words, for messages and listings. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "driver/abi/lines.h"

/* The name that lines have for a program's own source. Other names are those of files. */
#define ROOTLE_SOURCE_NAME "<source>"

/* A program's own source. `text` may be NULL, when it is not known: files are opened still. */
struct rootle_source {
    const char *name, *text;
    size_t size;
    const char *shown; /* the name that people know it by; NULL: `name` */
};

/* The text of a line, without blanks at its end, malloc'ed; NULL when it cannot be had. */
char *rootle_source_text(const struct rootle_source *source, const char *file, uint32_t line);
/* Line `number` in one line: its place, where its function is inlined, its text. */
void rootle_source_print_short(const struct rootle_lines *lines, uint32_t number,
                               const struct rootle_source *source, FILE *out);
/* The place of line `number`, its text with a mark under the column, and where its function is
 * inlined: indented lines, each behind a newline. Nothing for 0. */
void rootle_source_print(const struct rootle_lines *lines, uint32_t number,
                         const struct rootle_source *source, FILE *out);
