/* SPDX-License-Identifier: MIT */
/* text.h: a kernel's code on R500 as text, and what is counted of it. Needs no LLVM. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct r500_counts {
    uint32_t instructions, vector, scalar, flow, presubtract, tex, registers;
};

/* Prints a kernel's code as text, each instruction behind what `note` (may be NULL) prints for the
 * first of its words in a line table; then the program behind it, if there is one. -1 when it is
 * damaged, which is said in the text. */
int r500_disassemble(const void *code, uint32_t bytes,
                     void (*note)(void *data, size_t word, FILE *out), void *data, FILE *out);
/* Counts of a kernel's code: instructions with a colour half, with an alpha half, of flow control;
 * operands that are presubtracted (once a half); look-ups; registers. False when it is damaged. */
bool r500_count(const void *code, uint32_t bytes, struct r500_counts *counts);
