/* SPDX-License-Identifier: MIT */
/* written.h: which bytes of buffers nobody has written yet, for ROOTLE_CHECK=uninitialised. */
#ifndef ROOTLE_CLOVER_WRITTEN_H
#define ROOTLE_CLOVER_WRITTEN_H

#include "driver/clover/memory.h"

/* For a buffer that was made: it has a bit a byte from now on, set until the byte is written. None
 * where nobody asks, or memory is short. */
void clover_unwritten_init(cl_mem buffer);
/* The host writes bytes of a memory object's resource. */
void clover_written(cl_mem mem, uint64_t offset, uint64_t size);
/* All of a buffer counts as written: somebody writes to it whom nobody watches. */
void clover_written_all(cl_mem buffer);
/* The bits of a buffer or sub-buffer, from that of its first byte on; or NULL. */
unsigned char *clover_unwritten(cl_mem buffer);

#endif
