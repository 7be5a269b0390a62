/* SPDX-License-Identifier: MIT */
/* folded.h: tests of branches whose outcome a launch's constants settle, the same for all lanes
 * and wavefronts: whether an image is sRGB, say. */
#pragma once

#include "driver/sim/decode/program.h"

/* Operations on constants and literals alone, in order, that end in tests of branches; how many of
 * them are tests. */
enum { SIM_FOLDED = 16 };
struct sim_folded {
    uint32_t ops[SIM_FOLDED];
    uint8_t count, tests;
};

/* Finds those of a program: none where control flow is not structured. False when memory is short.
 */
bool sim_find_folded(const struct sim_program *program, struct sim_folded *folded);

/* Where a test is among those of the program; -1: not at all. */
int sim_folded_test(const struct sim_folded *folded, const struct sim_program *program,
                    const struct sim_alu_op *op);
/* The tests that pass, as bits, with these constants (a vector each) and lane operations. */
uint32_t sim_folded_outcomes(const struct sim_folded *folded, const struct sim_program *program,
                             const uint32_t *consts, const struct sim_alu_lanes *lanes);
