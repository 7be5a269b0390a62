/* SPDX-License-Identifier: MIT */
/* kept.h: which vectors keep their value in lanes that take no part. */
#ifndef ROOTLE_LLVM_RECOMPILE_KEPT_H
#define ROOTLE_LLVM_RECOMPILE_KEPT_H

#include "llvm/recompile/flow.h"

/* Fills `kept` of a flow whose targets are known. False: out of memory. */
bool sim_find_kept(const struct sim_program *program, struct sim_flow *flow);
/* The first instruction of those that may run behind `index`. A vector is wanted behind a barrier
 * in `index` if its number in `wanted` is greater. */
uint32_t sim_first_behind(const struct sim_program *program, uint32_t index);

#endif
