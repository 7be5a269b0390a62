/* SPDX-License-Identifier: MIT */
/* lanes.h: wrong texture units and conversions, for ROOTLE_FAULT (driver/base/fault.h). */
#pragma once

#include "driver/sim/lanes/lanes.h"

/* The tables, or, when a fault is asked for, wrong ones made of them. */
const struct sim_lanes *fault_sim_lanes(const struct sim_lanes *tables);
