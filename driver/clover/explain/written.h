/* SPDX-License-Identifier: MIT */
/* written.h: which bytes of buffers, and texels of images, nobody has written yet, for
 * ROOTLE_CHECK=uninitialised. */
#pragma once

#include "driver/clover/memory/memory.h"

/* Slots of struct clover_explainer. A buffer or image has a bit a byte, or texel of memory, once it
 * is made, set until that is written. None where nobody asks, or memory is short. */
void clover_unwritten_init(cl_mem mem);
void clover_written(cl_mem mem, const struct pipe_box *box);

/* The bits of a buffer or sub-buffer, from that of its first byte on, or of an image, by the
 * numbers of pipe_screen_ops.resource_texel; or NULL. */
unsigned char *clover_unwritten(cl_mem mem);
