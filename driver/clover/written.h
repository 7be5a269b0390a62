/* SPDX-License-Identifier: MIT */
/* written.h: which bytes of buffers, and texels of images, nobody has written yet, for
 * ROOTLE_CHECK=uninitialised. */
#ifndef ROOTLE_CLOVER_WRITTEN_H
#define ROOTLE_CLOVER_WRITTEN_H

#include "driver/clover/memory.h"

/* For a buffer or image that was made: it has a bit a byte, or texel, from now on, set until that
 * is written. None where nobody asks, or memory is short. */
void clover_unwritten_init(cl_mem mem);
/* The host writes bytes of a memory object's resource. An image counts as written in all texels. */
void clover_written(cl_mem mem, uint64_t offset, uint64_t size);
/* All of a buffer counts as written: somebody writes to it whom nobody watches. */
void clover_written_all(cl_mem buffer);
/* The bits of a buffer or sub-buffer, from that of its first byte on, or of an image; or NULL. */
unsigned char *clover_unwritten(cl_mem mem);

#endif
