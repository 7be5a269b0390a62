/* SPDX-License-Identifier: MIT */
/* compare.h: the counts of two compiled programs, side by side. */
#ifndef ROOTLE_LLVM_COMPARE_H
#define ROOTLE_LLVM_COMPARE_H

#include <stdio.h>

struct rootle_binary;

/* Instruction and resource counts, kernels by name, with totals over the kernels that both have. */
void compare_programs(const struct rootle_binary *before, const struct rootle_binary *after,
                      FILE *out);

#endif
