/* SPDX-License-Identifier: MIT */
/* faults.h: registers wrong state of the hardware. */
#ifndef ROOTLE_R600_FAULTS_FAULTS_H
#define ROOTLE_R600_FAULTS_FAULTS_H

#include "driver/r600/faults.h"

extern const struct r600_faults fault_r600;

#endif
