/* SPDX-License-Identifier: MIT */
/* texture.h: what samples of single levels (exec_texture.c) and of mipmapped textures (exec_mips.c)
 * share. */
#pragma once

#include "driver/sim/exec/observe.h"
#include "driver/sim/lanes/sample.h"

/* Finds the vector of each coordinate; those that are the constants 0 or 1 are made in `room`. */
void sim_find_coordinates(struct sim_wave *wave, const struct sim_fetch *fetch,
                          struct sim_sample *s, sim_vector room[4]);
/* A fetch from a mipmapped texture, of which each lane names its level; `sampler` is NULL for
 * loads. */
void sim_sample_mips(struct sim_wave *wave, const struct sim_fetch *fetch,
                     const struct sim_texture *texture, const struct sim_sampler *sampler,
                     const struct sim_texture_state *state);
/* The levels of detail of lanes' gradients, floats: log2 of the length, in texels, of the longer
 * one (OpenGL 4.6, 8.14.1, equations 8.8 and 8.9). */
void sim_gradient_lods(const struct sim_wave *wave, const struct sim_texture *texture,
                       const struct sim_fetch *fetch, sim_vector lods);
/* SET_GRADIENTS_H and _V: keeps them for the fetch of the clause that uses them. */
bool sim_exec_gradients(struct sim_wave *wave, const struct sim_fetch *fetch);
