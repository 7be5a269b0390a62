/* SPDX-License-Identifier: MIT */
/* winsys_sim.h: the winsys over the simulated device. */
#pragma once

#include "driver/sim/device.h"
#include "driver/winsys.h"

/* The simulated GPU of ROOTLE_CHIP, with these parts. NULL with `error` filled when it cannot be
 * made. */
struct winsys *winsys_sim_create(const struct sim_parts *parts, char error[WINSYS_ERROR_SIZE]);
