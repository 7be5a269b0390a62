/* SPDX-License-Identifier: MIT */
/* recompiler.h: which programs are recompiled, and when.
 *
 * A program is recompiled for the state that launches bind to it (strides of buffers, for one), in
 * a thread of its own; launches are interpreted until it is there. */
#ifndef ROOTLE_SIM_RECOMPILE_RECOMPILER_H
#define ROOTLE_SIM_RECOMPILE_RECOMPILER_H

#include "driver/sim/exec/launch.h"

struct sim_recompiler;

/* NULL where nothing is to be recompiled, or memory is short. */
struct sim_recompiler *sim_recompiler_create(const struct sim_config *config);
void sim_recompiler_destroy(struct sim_recompiler *recompiler); /* NULL is legal */

/* Before and after a launch, which is bound. */
void sim_recompiler_begin(struct sim_recompiler *recompiler, struct sim_launch *launch);
void sim_recompiler_end(struct sim_recompiler *recompiler, struct sim_launch *launch);

#endif
