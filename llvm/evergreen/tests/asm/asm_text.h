/* SPDX-License-Identifier: MIT */
/* asm_text.h: reading assembly text piece by piece, with the place of the first error. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "llvm/evergreen/asm/asm_fields.h"

enum { ASM_WORD_BYTES = 48 };

/* After an error every reader fails and changes nothing. */
struct asm_text {
    const char *at, *line_start;
    unsigned line;
    bool failed;
    char *error;
    size_t error_size;
};

/* Goes to the next line that holds more than a comment; false at the end of the text. */
bool asm_text_next_line(struct asm_text *text);
void asm_text_fail(struct asm_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether the line has ended here (spaces and comments aside). */
bool asm_text_at_end(struct asm_text *text);
/* Skips spaces, and the character if it follows. */
bool asm_text_accept(struct asm_text *text, char c);
void asm_text_expect(struct asm_text *text, char c);
/* Letters, digits and underscores; fails when there are none. */
bool asm_text_word(struct asm_text *text, char word[ASM_WORD_BYTES]);
/* An unsigned number, decimal or 0x. */
uint32_t asm_text_number(struct asm_text *text);
/* A number with a sign or a fraction, as the 32 bits it stands for. */
uint32_t asm_text_literal(struct asm_text *text);
/* "R12"; one of "xyzw"; four of "xyzw01?_" as selects 0 to 7; four of "xyzw_" as a mask. */
unsigned asm_text_gpr(struct asm_text *text);
unsigned asm_text_channel(struct asm_text *text);
void asm_text_selects(struct asm_text *text, unsigned sel[4]);
unsigned asm_text_mask(struct asm_text *text);

/* Sets a field, or fails when the value does not fit. */
void asm_text_put(struct asm_text *text, struct asm_inst *inst, enum asm_field_id id,
                  uint32_t value);
/* The rest of an attribute whose name was read: ":value" for a field, or bits of no field. */
void asm_text_attribute(struct asm_text *text, struct asm_inst *inst, const char *name);
/* All attributes to the end of the line. */
void asm_text_attributes(struct asm_text *text, struct asm_inst *inst);
