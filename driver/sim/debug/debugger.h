/* SPDX-License-Identifier: MIT */
/* debugger.h: lets a debugger look on at launches: the other end of ROOTLE_DEBUGGER's socket, which
 * speaks as docs/debugging.md says. */
#ifndef ROOTLE_SIM_DEBUG_DEBUGGER_H
#define ROOTLE_SIM_DEBUG_DEBUGGER_H

#include "driver/sim/watch.h"

extern const struct sim_watcher sim_debugger;

#endif
