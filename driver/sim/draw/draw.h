/* SPDX-License-Identifier: MIT */
/* draw.h: the drawer of Evergreen: from packets of graphics to pixels in memory. */
#pragma once

#include "driver/sim/drawing.h"

/* sim_drawer.check. */
bool draw_check(const struct hw_chip *chip, struct sim_stream *stream, char *error);

extern const struct sim_drawer sim_drawer;
