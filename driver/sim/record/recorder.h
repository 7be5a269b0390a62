/* SPDX-License-Identifier: MIT */
/* recorder.h: records launches in the file of ROOTLE_TRACE, whose format docs/explorer.md has, and
 * prints them for ROOTLE_DEBUG=trace. */
#pragma once

#include "driver/sim/watch.h"

extern const struct sim_watcher sim_recorder, sim_tracer;
