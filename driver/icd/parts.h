/* SPDX-License-Identifier: MIT */
/* parts.h: the parts of a simulated device that this build has, for whoever makes one. */
#ifndef ROOTLE_ICD_PARTS_H
#define ROOTLE_ICD_PARTS_H

#include "driver/sim/parts.h"

extern const struct sim_parts icd_parts;

#endif
