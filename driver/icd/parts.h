/* SPDX-License-Identifier: MIT */
/* parts.h: the parts of a simulated device that this build has, for whoever makes one. */
#pragma once

#include "driver/sim/parts.h"

extern const struct sim_parts icd_parts;
