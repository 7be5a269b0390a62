/* SPDX-License-Identifier: MIT */
/* checker.h: checks of a launch beyond the liveness of memory: docs/checking.md says which. */
#pragma once

#include "driver/sim/watch.h"

extern const struct sim_watcher sim_checker;
