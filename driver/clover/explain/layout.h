/* SPDX-License-Identifier: MIT */
/* layout.h: the name of a byte of a variable, or of what an argument points to: "s.flags" and
 * "rows[1][4]". */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/abi/binary.h"

enum { LAYOUT_TEXT = 256 };

/* A place that is to be named. */
struct layout_question {
    const char *kernel, *name; /* the kernel, and its variable or argument */
    bool argument;
    uint64_t size;  /* bytes of the variable, or of the argument's memory */
    int64_t at;     /* the byte that is accessed first; it may lie outside */
    uint32_t bytes; /* that are accessed */
};

struct layout_answer {
    char text[LAYOUT_TEXT]; /* "rows[1][4] of int rows[2][3]" */
    bool is_array;          /* then also: */
    int64_t index, count;   /* of the outermost array */
};

/* The bytes of the variable of this name that has more than `least`; 0: none is known. */
uint64_t layout_bytes(const struct rootle_binary *binary, const char *name, uint64_t least);
/* Whether the binary says what there is, and the byte has a name. */
bool layout_find(const struct rootle_binary *binary, const struct layout_question *question,
                 struct layout_answer *answer);
