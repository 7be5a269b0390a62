/* SPDX-License-Identifier: MIT */
/* draw.h: the drawer of Evergreen: from packets of graphics to pixels in memory. */
#ifndef ROOTLE_SIM_DRAW_DRAW_H
#define ROOTLE_SIM_DRAW_DRAW_H

#include "driver/sim/drawing.h"

extern const struct sim_drawer sim_drawer;

#endif
