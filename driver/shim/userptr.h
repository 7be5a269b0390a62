/* SPDX-License-Identifier: MIT */
/* userptr.h: objects over a program's own memory (GEM_USERPTR).
 *
 * The simulated card sees an object's memory, not the program's. So what the program has is copied
 * in when a stream that names the object begins, and what the stream has changed is copied back
 * before its wait ends: byte by byte, so that what the program writes beside it meanwhile stays. */
#pragma once

#include "driver/shim/card.h"

/* A request of the node, with a struct drm_radeon_gem_userptr. */
int shim_userptr_create(struct shim_file *file, void *argument);

/* Whether all pages of the memory are still mapped. */
bool shim_userptr_is_there(const struct shim_bo *bo);
/* Before and behind a stream. */
void shim_userptr_copy_in(const struct shim_bo *bo);
void shim_userptr_copy_back(const struct shim_bo *bo);
