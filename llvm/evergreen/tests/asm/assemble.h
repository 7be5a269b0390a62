/* SPDX-License-Identifier: MIT */
/* assemble.h: the assembler of tests: what evg_disassemble() prints, and what is written by hand,
 * as machine code. It shares the disassembler's tables of fields and names. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Assembles text. *code is malloc'ed. -1 with `error` naming line and column. */
int evg_assemble(const char *text, uint32_t **code, size_t *dwords, char *error, size_t error_size);
