/* SPDX-License-Identifier: MIT */
/* live_across.h: which vectors are live across a change of the lanes that run: lanes that take no
 * part keep their value. */
#pragma once

#include "llvm/recompile/flow.h"

/* Fills `live_across` of a flow whose targets are known. False: out of memory. */
bool find_live_across(const struct sim_program *program, struct flow *flow);
