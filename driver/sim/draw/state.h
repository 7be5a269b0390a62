/* SPDX-License-Identifier: MIT */
/* state.h: what registers say of a draw, read and checked once. */
#pragma once

#include "driver/sim/draw/context.h"
#include "driver/sim/raster/state.h"

/* Puts another viewport in the place of the first one. */
void draw_state_viewport(struct sim_drawing *d, struct draw_state *state, unsigned viewport);
/* multisample.c: what registers say of samples. */
bool draw_state_samples(struct sim_drawing *d, struct draw_state *state);
/* False with the drawing's error filled, where something is asked for that is not supported. */
bool draw_state_read(struct sim_drawing *d, struct draw_state *state);
