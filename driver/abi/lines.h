/* SPDX-License-Identifier: MIT */
/* lines.h: the line table of a kernel: which line of the source each word of its machine code is
 * of. docs/kernel-abi.md has the format. */
#pragma once

#include <stdint.h>

enum { ROOTLE_WORD_BYTES = 8 /* of machine code, that a line is known of */ };

struct rootle_line {
    const char *file, *function;
    uint32_t line, column; /* from 1 on; 0: not known */
    uint32_t caller;       /* the line where the function is inlined, a smaller number; 0: none */
};

/* Lines count from 1. */
struct rootle_lines {
    struct rootle_line *line; /* index 0 is unused */
    uint32_t line_count;      /* with that one */
    uint32_t *word;           /* by 64-bit word of the code: number of its line; 0: none */
    uint32_t word_count;
};

/* The table of those lines that words name and where they are inlined, malloc'ed; NULL, with
 * *bytes 0, where no word names any. Stops the process when memory is short. */
void *rootle_lines_pack(const struct rootle_lines *lines, uint32_t *bytes);
/* The message that rootle_lines_read returns when memory is short. */
extern const char rootle_lines_no_memory[];
/* Reads a table, which is not trusted, of code of so many words. NULL, or what is wrong with it.
 * Texts lie in the table; what else was filled is the caller's to finish, in any case. No table
 * gives no lines. */
const char *rootle_lines_read(const void *table, uint32_t bytes, uint32_t word_count,
                              struct rootle_lines *lines);
void rootle_lines_finish(struct rootle_lines *lines);
