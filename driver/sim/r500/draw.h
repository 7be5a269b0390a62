/* SPDX-License-Identifier: MIT */
/* draw.h: the one packet that draws. */
#pragma once

#include "driver/sim/lanes/lanes.h"
#include "driver/sim/r500/state.h"

/* Draws the rectangle of a checked packet with the state before it. False with `error` filled. */
bool r500_draw(const struct sim_lanes *lanes, const struct sim_stream *stream,
               const struct r500_state *state, const struct r500_packet *packet,
               char error[SIM_ERROR_SIZE]);
