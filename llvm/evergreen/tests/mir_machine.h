/* SPDX-License-Identifier: MIT */
/* mir_machine.h: the tests' machine, which runs machine IR in SSA form. */
#pragma once

#include "llvm/evergreen/mir/meaning.h"
#include "llvm/evergreen/mir/mir.h"

enum { MACHINE_MEMORY_DWORDS = 4096, MACHINE_MAX_VREGS = 256, MACHINE_CONSTANTS = 64 };

struct machine {
    uint32_t value[MACHINE_MAX_VREGS]; /* of registers; what inputs are stands there before */
    uint32_t constant[MACHINE_CONSTANTS];
    uint32_t memory[MACHINE_MEMORY_DWORDS]; /* addresses wrap around */
};

/* Random values, the same for each seed: registers are small numbers, often of 12 bits and often
 * below 3; constants are addresses of dwords in the upper part; memory is anything. */
void machine_fill(struct machine *m, unsigned seed);
/* Gives the function's first input a value. */
void machine_set_input(struct machine *m, const struct mir_function *f, uint32_t value);
/* Runs a function from its start to its end. False, with `error` filled, when it has something that
 * the machine does not know. Endless loops are run for ever. */
bool machine_run(struct machine *m, const struct mir_function *f, char *error, size_t error_size);
