/* SPDX-License-Identifier: MIT */
/* mir_lines.h: the lines of the source that machine IR is of. Machine instructions name them by
 * number; number 0 is none. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "driver/abi/lines.h"
#include "driver/base/arena.h"
#include "llvm/evergreen/mir/words.h"

/* All copies of a function share them. */
struct mir_lines {
    struct arena *arena;
    struct rootle_line *line; /* index 0 is unused */
    uint32_t count;           /* with that one; 0 when there is none */
    size_t capacity;
};

/* Adds a line, whose texts must live as long as the arena, and returns its number. */
uint32_t mir_new_line(struct mir_lines *lines, const struct rootle_line *line);
/* A line of text each; NULL: none. */
void mir_print_lines(const struct mir_lines *lines, FILE *out);
/* Reads what mir_print_lines prints, as far as it goes. */
struct mir_lines *mir_read_lines(struct words *w, struct arena *arena);
/* A text between quotes, of any characters; reading makes a copy in the arena. */
void mir_print_quoted(const char *text, FILE *out);
const char *mir_read_quoted(struct words *w, struct arena *arena);
