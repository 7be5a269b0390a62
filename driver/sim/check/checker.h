/* SPDX-License-Identifier: MIT */
/* checker.h: checks of a launch beyond the liveness of memory: docs/checking.md says which. */
#ifndef ROOTLE_SIM_CHECK_CHECKER_H
#define ROOTLE_SIM_CHECK_CHECKER_H

#include "driver/sim/exec/wave.h"

/* A sim_watch_fn. */
struct sim_watch *sim_check_create(struct sim_launch *launch, unsigned checks);

#endif
