/* SPDX-License-Identifier: MIT */
/* operands.h: for tests of lane operations: operands by the thousand, and whether results agree. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Random, but the same in every run. */
uint32_t random_bits(void);
uint32_t random_below(uint32_t limit);
/* Numbers of all sizes, small integers, and special values. */
uint32_t interesting_bits(void);

bool is_nan(uint32_t bits);
/* Whether results of an operation (enum hw_alu_op) agree: where both are NaN, which does not
 * matter. */
bool same_result(int op, uint32_t a, uint32_t b);
