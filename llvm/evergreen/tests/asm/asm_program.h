/* SPDX-License-Identifier: MIT */
/* asm_program.h: what the parts of the assembler build together. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "llvm/evergreen/asm/asm_group.h"
#include "llvm/evergreen/tests/asm/asm_text.h"

/* A clause while it is read. */
struct asm_body {
    uint32_t *dwords;
    size_t count, capacity;
    enum hw_vliw vliw;
    /* The ALU group being read. */
    bool in_group;
    size_t group_start; /* its first dword */
    unsigned taken;     /* slots */
    uint32_t literals[ASM_LITERALS];
    unsigned literal_mask; /* those that have a value */
};

struct asm_cf {
    struct asm_inst inst;
    const struct hw_cf_info *info; /* NULL for CF_RAW */
    bool placed;                   /* its address was given, or needs none */
    uint32_t address;              /* 64-bit units */
    char label[ASM_WORD_BYTES];    /* "" or where it jumps to */
    unsigned line;
    struct asm_body body;
};

void asm_body_append(struct asm_text *text, struct asm_body *body, const uint32_t *dwords,
                     size_t count);

/* A control-flow line behind its mnemonic. */
void asm_cf_line(struct asm_text *text, struct asm_cf *cf);
/* "x: MOV R1.x, R2.y": an instruction of an ALU clause. `first` starts a group. */
void asm_alu_line(struct asm_text *text, struct asm_body *body, bool first);
/* ".x 0x1" behind "literal": a literal that no source names. */
void asm_literal_line(struct asm_text *text, struct asm_body *body);
/* Closes the group being read: marks its last instruction, appends its literals. */
void asm_group_end(struct asm_text *text, struct asm_body *body);
/* An instruction of a fetch clause behind its mnemonic. */
void asm_fetch_line(struct asm_text *text, struct asm_body *body, const char *mnemonic);
