/* SPDX-License-Identifier: MIT */
/* draw.h: the drawer of Evergreen: from packets of graphics to pixels in memory. */
#pragma once

#include "driver/sim/drawing.h"

extern const struct sim_drawer sim_drawer;
