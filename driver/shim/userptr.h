/* SPDX-License-Identifier: MIT */
/* userptr.h: objects over a program's own memory (GEM_USERPTR).
 *
 * The simulated card sees an object's memory, not the program's. So what the program has is copied
 * in when a stream that names the object begins, and what the stream has changed is copied back
 * before its wait ends: byte by byte, so that what the program writes beside it meanwhile stays. */
#ifndef ROOTLE_SHIM_USERPTR_H
#define ROOTLE_SHIM_USERPTR_H

#include "driver/shim/card.h"

/* A request of the node, with a struct drm_radeon_gem_userptr. */
int shim_userptr_create(struct shim_file *file, void *argument);

/* Submits through sim_cs with the objects of a stream, of which some may be of user memory. -EFAULT
 * when such memory is there no more. */
int shim_userptr_submit(const struct sim_chunk *chunks, unsigned chunk_count, const char *label,
                        struct shim_bo **bos, uint32_t bo_count, uint64_t *sequence,
                        char error[SIM_ERROR_SIZE]);

/* A stream begins, or has ended: called by the card's ring thread. */
void shim_userptr_begin(uint64_t sequence);
void shim_userptr_end(uint64_t sequence);
/* Around fork(). */
void shim_userptr_lock(void);
void shim_userptr_unlock(void);

#endif
