/* SPDX-License-Identifier: MIT */
/* mir_parser.h: how far a text of machine IR has been read, and what reads an instruction of it. */
#pragma once

#include "llvm/evergreen/mir/mir_text.h"
#include "llvm/evergreen/mir/words.h"

enum { MIR_MAX_NUMBERED = 1 << 20 }; /* registers, tuples, blocks */

/* A block named by number, which may come later in the text. */
struct mir_link {
    struct mir_block **slot;
    uint32_t number;
    const char *at, *line_start;
    unsigned line;
};

struct mir_parser {
    struct words w;
    struct mir_function *f;
    struct mir_link *links;
    uint32_t link_count;
    size_t link_capacity;
    uint32_t loop_depth, depth;
};

struct mir_operand mir_read_operand(struct mir_parser *p);
/* Reads "(FIELD[:NUMBER] ...)" into an object; nothing where there is no '('. */
void mir_read_fields(struct mir_parser *p, const struct mir_field *fields, size_t count,
                     void *object);
/* Reads a line, and appends what it says to the block. */
void mir_read_inst(struct mir_parser *p, struct mir_block *block);
/* The number of a line that there is, or of none; `at`: where it stands. */
uint32_t mir_check_line(struct mir_parser *p, const char *at, uint32_t line);
