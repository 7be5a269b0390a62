/* SPDX-License-Identifier: MIT */
/* recompiler.h: which programs are recompiled, and when.
 *
 * A program is recompiled for the state that launches bind to it (strides of buffers, for one), in
 * a thread of its own; launches are interpreted until it is there. */
#pragma once

#include "driver/sim/exec/launch.h"

/* A sim_engine_fn. */
struct sim_engine *sim_recompiler_create(const struct sim_config *config);

/* How many blocks of a wavefront the code of a launch that has begun takes side by side. */
unsigned recompiler_abreast(const struct sim_launch *launch);

/* both.c: its run_both. Programs of the host that write to a bound object while the launch runs
 * cause differences, too. */
void sim_both_run(struct sim_engine *engine, struct sim_pool *pool, struct sim_launch *launch);
