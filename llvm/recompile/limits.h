/* SPDX-License-Identifier: MIT */
/* limits.h: tests that compare numbers of work-items with a limit. */
#pragma once

#include "llvm/recompile/affine.h"

/* Whether a test is that lanes' own numbers are below a limit; where these are. */
bool limits_test(const struct sim_program *program, const struct sim_alu_op *op);
unsigned limits_own(const struct sim_alu_op *test);
/* Whether a comparison of numbers that rise with lanes has one result in a block: the limit and the
 * first number are multiples of a power of two that lanes differ by less than. */
bool limits_alike(const struct affine_forms *forms, const struct sim_alu_op *op);
