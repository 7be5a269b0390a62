/* SPDX-License-Identifier: MIT */
/* kept.h: which vectors lanes that do not run must keep, as they may read them when they run
 * again. All lanes of others may be written. */
#pragma once

#include "llvm/recompile/flow.h"

/* Fills `kept`, `blended` and `behind` of a flow whose instructions are followed without affine
 * forms, by which lanes would be known to leave loops at once, and whose `live_across` is known,
 * unless the program is too large. False: out of memory. */
bool find_kept(const struct sim_program *program, struct flow *flow);
