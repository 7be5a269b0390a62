/* SPDX-License-Identifier: MIT */
/* debugger.h: lets a debugger look on at launches: the other end of ROOTLE_DEBUGGER's socket, which
 * speaks as docs/debugging.md says. */
#pragma once

#include "driver/sim/watch.h"

extern const struct sim_watcher sim_debugger;
