/* SPDX-License-Identifier: MIT */
/* pending.h: streams from their submission to their end, with those of their objects for which
 * something is to be done then: the program's memory is copied, shared objects are held. */
#pragma once

#include "driver/shim/card.h"

/* Submits through sim_cs with the objects of a stream. -EFAULT when user memory is there no more,
 * -EDEADLK when another process does not let go of an object. */
int shim_pending_submit(const struct sim_chunk *chunks, unsigned chunk_count, const char *label,
                        struct shim_bo **bos, uint32_t bo_count, uint64_t *sequence,
                        char error[SIM_ERROR_SIZE]);

/* A stream begins, or has ended: called by the card's ring thread. */
void shim_pending_begin(uint64_t sequence);
void shim_pending_end(uint64_t sequence);
/* Around fork(). */
void shim_pending_lock(void);
void shim_pending_unlock(void);
