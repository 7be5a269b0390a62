/* SPDX-License-Identifier: MIT */
/* run_pass.h: single passes, for developers and tests. */
#pragma once

#include <stdio.h>

struct guard;
struct hw_chip;

/* Runs one pass on IR text and prints the module, with what the pass put into the binary as
 * comments; `guard`: the program's, or NULL. Of a file that ends in .mir, a comma list of
 * passes on the machine IR of the chip's target. */
int run_pass(const char *pass, const char *path, const struct hw_chip *chip,
             const struct guard *guard, FILE *out, FILE *log);
/* Prints the tables of passes, over LLVM IR and behind it. */
void run_pass_list(FILE *out);
