/* SPDX-License-Identifier: MIT */
/* pointers.h: which inputs of a program the address of an access is made of, known before it runs.
 */
#pragma once

#include "driver/sim/decode/program.h"

/* Fills program->pointers, which stays NULL where control flow is not structured, or memory is
 * short. */
void sim_find_pointers(struct sim_program *program);
