/* SPDX-License-Identifier: MIT */
/* asm.h: Evergreen disassembler and verifier. The tests have an assembler of the same text, which
 * gives the same dwords back for every program that is valid. Links no LLVM. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "driver/hw/isa.h"

/* Prints a whole program (control flow, then each clause under its instruction). Damaged code is
 * printed as far as it can be and reported: returns 0, or -1 with `error` naming the dword offset.
 */
int evg_disassemble(const uint32_t *code, size_t dwords, FILE *out, char *error, size_t error_size);
/* Likewise, with whatever `note` prints before the instruction at a 64-bit word: whole lines that
 * begin with ';', as comments do. */
struct asm_notes {
    void (*note)(void *data, size_t word, FILE *out);
    void *data;
};
int evg_disassemble_noted(const uint32_t *code, size_t dwords, const struct asm_notes *notes,
                          FILE *out, char *error, size_t error_size);
/* Checks the hardware's rules on an encoded program (docs/hardware.md): opcodes exist, clauses lie
 * inside the program, their lengths and alignment, registers below `gprs`, literal counts, slot
 * legality, read ports; of the kind of chips that is named. 0, or -1 with `error`. */
int evg_verify(const uint32_t *code, size_t dwords, unsigned gprs, enum hw_vliw vliw, char *error,
               size_t error_size);
/* The kind of chips that a program is for: those with slot t end it by END_OF_PROGRAM, the others
 * by CF_END. */
enum hw_vliw evg_vliw_of(const uint32_t *code, size_t dwords);
/* Control-flow instructions up to the end of a program; 0 when it has none. */
size_t evg_cf_count(const uint32_t *code, size_t dwords);
/* Fetches that work runs beside, in an ALU clause without BARRIER, and those that are waited for at
 * once. */
void evg_count_hidden(const uint32_t *code, size_t dwords, unsigned *hidden, unsigned *exposed);
