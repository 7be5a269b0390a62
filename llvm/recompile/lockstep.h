/* SPDX-License-Identifier: MIT */
/* lockstep.h: lanes of a wavefront that rely on each other without a barrier, as sub-groups do. */
#pragma once

#include "driver/sim/decode/program.h"

/* Puts a barrier where the program says so (HW_CHECK_LOCKSTEP): recompiled code takes the blocks of
 * a wavefront one after the other, and they wait for each other there. Its operation has the number
 * of the store behind those of the program (sim_native_word). False where memory is short. */
bool lockstep_wait(struct sim_program *program);
/* Whether an operation is one of these, at which no other wavefront waits. */
bool lockstep_waits_at(const struct sim_program *program, uint32_t number);
