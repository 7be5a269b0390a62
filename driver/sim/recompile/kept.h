/* SPDX-License-Identifier: MIT */
/* kept.h: which vectors keep their value in lanes that take no part. */
#ifndef ROOTLE_SIM_RECOMPILE_KEPT_H
#define ROOTLE_SIM_RECOMPILE_KEPT_H

#include "driver/sim/recompile/flow.h"

/* Fills `kept` of a flow whose targets are known. False: out of memory. */
bool sim_find_kept(const struct sim_program *program, struct sim_flow *flow);

#endif
