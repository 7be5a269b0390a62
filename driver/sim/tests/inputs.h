/* SPDX-License-Identifier: MIT */
/* inputs.h: programs that compute one value of three, which each lane loads from the pool. */
#pragma once

#include "driver/sim/tests/machine.h"

/* Where in the pool the sources and the result of lane 0 are, in bytes. */
enum { IN_A = 0x1000, IN_B = 0x2000, IN_C = 0x3000, OUT = 0x4000, LANES = 64 };

/* Begins a program with loads of a, b and c, of one or two words each, into R4, R5 and R6, and
 * opens an ALU clause. R3.x then has where the result goes, which is a dword's number in the pool.
 */
void inputs_begin(struct program *p, unsigned words);
/* Ends it: the result, of as many words, is in R7. */
void inputs_end(struct program *p, unsigned words);
