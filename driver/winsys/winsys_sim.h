/* SPDX-License-Identifier: MIT */
/* winsys_sim.h: the winsys over the simulated device. */
#ifndef ROOTLE_WINSYS_WINSYS_SIM_H
#define ROOTLE_WINSYS_WINSYS_SIM_H

#include "driver/winsys.h"

/* The simulated GPU of ROOTLE_CHIP. NULL with `error` filled when it cannot be made. */
struct winsys *winsys_sim_create(char error[WINSYS_ERROR_SIZE]);

#endif
