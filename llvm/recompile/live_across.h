/* SPDX-License-Identifier: MIT */
/* live_across.h: which vectors are live across a change of the lanes that run: lanes that take no
 * part keep their value. */
#pragma once

#include "llvm/recompile/flow.h"

/* Fills `live_across` of a flow whose targets are known. False: out of memory. */
bool find_live_across(const struct sim_program *program, struct flow *flow);
/* The first instruction of those that may run behind `index`. A vector is wanted behind a barrier
 * in `index` if its number in `wanted` is greater. */
uint32_t flow_first_behind(const struct sim_program *program, uint32_t index);
