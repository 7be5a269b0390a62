/* SPDX-License-Identifier: MIT */
/* checker.h: checks of a launch beyond the liveness of memory: docs/checking.md says which. */
#ifndef ROOTLE_SIM_CHECK_CHECKER_H
#define ROOTLE_SIM_CHECK_CHECKER_H

#include "driver/sim/exec/watch.h"

/* Looks on while the launch runs, which has been bound and whose guide takes reports. NULL when
 * memory is short. */
struct sim_watch *sim_check_create(struct sim_launch *launch, unsigned checks);
void sim_check_destroy(struct sim_watch *watch);

#endif
