/* SPDX-License-Identifier: MIT */
/* compare.h: the counts of two compiled programs, side by side. */
#pragma once

#include <stdio.h>

struct rootle_binary;

/* Instruction and resource counts, kernels by name, with totals over the kernels that both have. */
void compare_programs(const struct rootle_binary *before, const struct rootle_binary *after,
                      FILE *out);
