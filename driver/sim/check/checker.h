/* SPDX-License-Identifier: MIT */
/* checker.h: checks of a launch beyond the liveness of memory: docs/checking.md says which. */
#ifndef ROOTLE_SIM_CHECK_CHECKER_H
#define ROOTLE_SIM_CHECK_CHECKER_H

#include "driver/sim/watch.h"

extern const struct sim_watcher sim_checker;

#endif
