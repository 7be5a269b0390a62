/* SPDX-License-Identifier: MIT */
/* scenes.h: scenes of OpenGL 2.1. */
#pragma once

#include "driver/sim/raster/tests/scene.h"

/* Each ends with NULL. */
extern const struct scene r300_primitives[], r300_pixels[], r300_programs[], r300_textures[];

/* A target of one colour; writing it. */
void r300_begin(void);
void r300_end(void);
/* A square around the middle, with coordinates of textures from 0 to 1. */
void r300_square(float size, float z);
