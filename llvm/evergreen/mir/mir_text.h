/* SPDX-License-Identifier: MIT */
/* mir_text.h: machine IR as text: the words that printer and parser share, and the parser.
 *
 *   function NAME on CHIP (FIELD[:NUMBER] ...)
 *   line 1 "a.cl":12:5 in "f"               lines of the source, counted from 1: what is inlined
 *   line 2 "b.h":7:3 in "g" from 1          names where
 *   variable "x" at 16 size 40          bytes of private memory
 *   block 1 from 0, 2                   blocks count from 0; the predecessors
 *       %3, _ = alu ADD %1, -|%2| (clamp)
 *       choose SETGT_INT %1, 0x5 then 2 else 3      or: choose %1 then 2 else 3; goto 2
 *                                           behind `choose` maybe: uniform, as all lanes agree
 *                                           behind it maybe: line 1, which the choice is of
 *   if 1 not { ... } else { ... }       by what block 1 chooses
 *   loop 2 { ... }                      left at the end of block 2
 *
 * Line by line; ';' starts a comment. A text may hold several functions. FIELD is a field of the
 * instruction or function that is not 0. Operands are none, %5, a number, KC0[4].y and special219
 * (an enum hw_alu_src); a register may be followed by what is known of it: %5:t2 (its tuple), .x
 * (its channel), !1 (the GPR it is pinned to),
 * @R3.y (the place it was given). */
#pragma once

#include "llvm/evergreen/mir/mir.h"

/* Returns the text that mir_print prints, malloc'ed. */
char *mir_to_text(const struct mir_function *f, const char *title);
/* Makes the next function of a text in the arena; it lives as long as the text and the arena do.
 * *text, which ends with a zero, and the number of its line move behind the function, which is the
 * end of the text or the next one. NULL, with `error` filled (line:column: what), when it is not
 * well formed. What mir_verify checks is not checked here. */
struct mir_function *mir_parse(struct arena *arena, const char **text, unsigned *line, char *error,
                               size_t error_size);

/* A number or a flag of an instruction or function. */
struct mir_field {
    const char *name;
    uint32_t offset, size; /* bytes; size: 1, 2 or 4 */
};

extern const struct mir_field mir_inst_fields[], mir_function_fields[];
extern const size_t mir_inst_field_count, mir_function_field_count;

uint32_t mir_field_read(const struct mir_field *field, const void *object);
/* False when the value does not fit. */
bool mir_field_write(const struct mir_field *field, void *object, uint32_t value);

extern const char *const mir_kind_names[MIR_KIND_COUNT];
/* Whether there are several operations of a kind. */
bool mir_has_op(enum mir_kind kind);
/* The name of such an operation. */
const char *mir_op_name(enum mir_kind kind, unsigned op);
/* Its number; -1 when there is none of that name. */
int mir_op_find(enum mir_kind kind, const char *name);
