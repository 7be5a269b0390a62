/* SPDX-License-Identifier: MIT */
/* folded.h: tests of branches whose outcome a launch's constants settle, the same for all lanes
 * and wavefronts: whether an image is sRGB, say. */
#ifndef ROOTLE_SIM_DECODE_FOLDED_H
#define ROOTLE_SIM_DECODE_FOLDED_H

#include "driver/sim/decode/program.h"

/* Fills program->folded, in which there is nothing where control flow is not structured, or memory
 * is short. */
void sim_find_folded(struct sim_program *program);

/* Where a test is among those of the program; -1: not at all. */
int sim_folded_test(const struct sim_program *program, const struct sim_alu_op *op);
/* The tests that pass, as bits, with these constants (a vector each) and lane operations. */
uint32_t sim_folded_outcomes(const struct sim_program *program, const uint32_t *consts,
                             const struct sim_alu_lanes *lanes);

#endif
