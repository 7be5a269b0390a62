/* SPDX-License-Identifier: MIT */
/* abreast.h: how many blocks of a wavefront the code of a program takes side by side.
 *
 * In a short loop each operation waits for the one before it. Other blocks' operations fill that
 * time, as long as most vectors of all of them stay in the host's registers. */
#pragma once

#include "driver/sim/exec/wave.h"

/* All blocks of a wavefront, two, or 1, on a host whose registers hold `held` vectors of a block.
 */
uint32_t recompile_abreast(const struct sim_program *program, uint32_t held);
bool recompile_has_loops(const struct sim_program *program);
/* Whether rows of a group may be taken in any order: the program reads no images, and does no
 * atomic operations; or it takes pairs of rows, or keeps rows of texels. */
bool recompile_may_columns(const struct sim_program *program);
/* Whether it reads images in loops, or one image several times, and stores at its end, so that rows
 * of texels that it has read may serve the group's other rows. */
bool recompile_has_planes(const struct sim_program *program);
/* Whether it is short and goes from one fetch of an image to one store to an image, so that it
 * gains by two rows of a group that tiles keep together. */
bool recompile_pairs_rows(const struct sim_program *program);
/* Whether code of the program can take more than one at all. */
bool recompile_may_abreast(const struct sim_program *program);
