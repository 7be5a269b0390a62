/* SPDX-License-Identifier: MIT */
/* random_program.h: random programs of nested ifs and loops over a few variables: as LLVM IR, and
 * run by an interpreter, one work-item at a time. */
#pragma once

#include <stdint.h>

enum { RANDOM_VARIABLES = 6 };

struct random_program;

/* The same seed gives the same program. */
struct random_program *random_program_create(uint32_t seed);
void random_program_destroy(struct random_program *program);
/* A kernel that reads the variables from, and writes them back to, the buffer at byte 36:
 * RANDOM_VARIABLES dwords for each work-item. malloc'ed. */
char *random_program_ir(const struct random_program *program);
void random_program_run(const struct random_program *program, uint32_t variables[RANDOM_VARIABLES]);
