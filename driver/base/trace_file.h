/* SPDX-License-Identifier: MIT */
/* trace_file.h: the file of ROOTLE_TRACE: JSON, a line each (docs/explorer.md has what they say).
 * It is made anew by the process's first line, and no longer than TRACE_FILE_BYTES. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TRACE_FILE_BYTES = 32 << 20 };

/* Whether ROOTLE_TRACE names a file. It is read once. */
bool trace_file_wanted(void);
/* A text to be filled with lines, or NULL when memory is short. */
struct trace_text {
    FILE *out;
    char *bytes;
    size_t size;
};
bool trace_text_open(struct trace_text *text);
/* Appends what was written to the file, if it has room and can be written to (else it says why
 * not, once, on standard error), and closes the text. */
void trace_text_append(struct trace_text *text);

/* Ends the file: ROOTLE_TRACE is read again, and what is appended next makes it anew. For tests. */
void trace_file_close(void);

/* A string of JSON; bytes that are not ASCII become Latin-1's characters. */
void trace_print_string(FILE *out, const char *text, size_t size);
