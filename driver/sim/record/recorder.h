/* SPDX-License-Identifier: MIT */
/* recorder.h: records launches in the file of ROOTLE_TRACE: docs/explorer.md has the format. */
#ifndef ROOTLE_SIM_RECORD_RECORDER_H
#define ROOTLE_SIM_RECORD_RECORDER_H

#include "driver/sim/watch.h"

extern const struct sim_watcher sim_recorder;

#endif
