/* SPDX-License-Identifier: MIT */
/* disasm.h: what the parts of the disassembler share. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "llvm/evergreen/asm/asm.h"
#include "llvm/evergreen/asm/asm_fields.h"

struct disasm {
    const uint32_t *code;
    size_t dwords;
    enum hw_vliw vliw;
    const struct asm_notes *notes; /* may be NULL */
    FILE *out;
    char *error; /* the first thing found wrong */
    size_t error_size;
    bool damaged;
};

/* Notes damage at a dword; only the first is kept. */
void disasm_report(struct disasm *d, size_t dword, const char *what);
/* Prints the notes before the instruction at a 64-bit word. */
void disasm_note(struct disasm *d, size_t qword);
/* " name:value" for every field that is not zero, then " bitsN:0x..." for bits of no field. */
void disasm_attributes(struct disasm *d, const struct asm_inst *inst);

/* Prints `slots` 64-bit slots of an ALU clause, or as many of them as there are. */
void disasm_alu_clause(struct disasm *d, size_t qword, size_t slots);
/* Prints `count` instructions of a fetch clause; `gds` for clauses of that kind. */
void disasm_fetch_clause(struct disasm *d, size_t qword, size_t count, bool gds);
