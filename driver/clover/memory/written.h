/* SPDX-License-Identifier: MIT */
/* written.h: which bytes of buffers, and texels of images, nobody has written yet, for
 * ROOTLE_CHECK=uninitialised. */
#ifndef ROOTLE_CLOVER_WRITTEN_H
#define ROOTLE_CLOVER_WRITTEN_H

#include "driver/clover/memory/memory.h"

/* For a buffer or image that has its resource: it has a bit a byte, or texel of memory, from now
 * on, set until that is written. None where nobody asks, or memory is short. */
void clover_unwritten_init(cl_mem mem);
/* The host writes a box of a memory object's resource: texels of a level, or bytes. */
void clover_written(cl_mem mem, const struct pipe_box *box);
/* All of a buffer or image counts as written: somebody writes to it whom nobody watches. */
void clover_written_all(cl_mem mem);
/* The bits of a buffer or sub-buffer, from that of its first byte on, or of an image, by the
 * numbers of pipe_screen_ops.resource_texel; or NULL. */
unsigned char *clover_unwritten(cl_mem mem);

#endif
