/* SPDX-License-Identifier: MIT */
/* random_flow.h: programs of control flow alone: well nested, damaged, or of words by chance. */
#pragma once

#include "llvm/tests/recompiled/random_program.h"

/* Prepares a machine, which may have run others, and makes a program for it and its chip. It may
 * run for ever, or be none that the simulator takes. Each lane has a number that depends on the way
 * that it took, and writes it to a place of its own, at the end and on its way. */
void random_flow(struct program *p, struct machine *m, const struct hw_chip *chip,
                 struct chance *chance);
