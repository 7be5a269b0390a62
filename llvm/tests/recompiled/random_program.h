/* SPDX-License-Identifier: MIT */
/* random_program.h: random machine code that the simulator accepts, for comparing how it is run. */
#pragma once

#include "driver/sim/tests/machine.h"

struct hw_chip;

/* Random numbers: the same from the same seed everywhere. */
struct chance {
    uint64_t state;
};
uint32_t chance_bits(struct chance *chance);
/* Below `count`, which is not 0. */
uint32_t chance_below(struct chance *chance, uint32_t count);

/* Sets up a machine for random programs: registers, stack, local memory, and an input. */
void random_machine(struct machine *m, struct chance *chance);
/* A program for it and its chip. Each lane reads the input in the pool and writes to a place of its
 * own behind it, to its neighbours' now and then, and to counters that all share; now and then one
 * leaves the pool. NaNs have one form wherever their bits can be seen, since operations do not say
 * which of their operands' NaNs they pass on. */
void random_program(struct program *p, const struct machine *m, const struct hw_chip *chip,
                    struct chance *chance);
