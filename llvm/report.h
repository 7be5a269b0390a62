/* SPDX-License-Identifier: MIT */
/* report.h: a compiled program as text. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct hw_chip;
struct rootle_binary;
struct rootle_source;

/* Arguments, resources and machine code of every kernel, with the lines of the source that it is of
 * unless `source` is NULL. -1 when code is damaged, which is said in the text. */
int report_asm(const struct rootle_binary *binary, const struct rootle_source *source, FILE *out);
/* Machine code of a chip, without a kernel, each instruction behind a line "; word N". -1 likewise.
 */
int report_code(const struct hw_chip *chip, const uint32_t *code, size_t dwords, FILE *out);
/* One line a kernel: instruction and resource counts. */
void report_pstat(const struct rootle_binary *binary, FILE *out);
/* Where each kernel's variables are, an object of JSON each, if the compiler was asked. */
void report_places(const struct rootle_binary *binary, FILE *out);
