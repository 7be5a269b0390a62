/* SPDX-License-Identifier: MIT */
/* lanes.h: wrong texture units and conversions, for ROOTLE_FAULT (driver/base/fault.h). */
#ifndef ROOTLE_SIM_FAULTS_LANES_H
#define ROOTLE_SIM_FAULTS_LANES_H

#include "driver/sim/lanes/lanes.h"

/* The tables, or, when a fault is asked for, wrong ones made of them. */
const struct sim_lanes *fault_sim_lanes(const struct sim_lanes *tables);

#endif
