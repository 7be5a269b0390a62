/* SPDX-License-Identifier: MIT */
/* faults.h: registers wrong state of the hardware. */
#pragma once

#include "driver/r600/faults.h"

extern const struct r600_faults fault_r600;
