/* SPDX-License-Identifier: MIT */
/* faults.h: what ROOTLE_FAULT (driver/base/fault.h) makes of what kernels are told of images and
 * samplers, and of transfers. Nothing without it. */
#ifndef ROOTLE_CLOVER_FAULTS_H
#define ROOTLE_CLOVER_FAULTS_H

#include "driver/clover/memory/memory.h"
#include "driver/pipe.h"

void fault_clover_image_size(cl_mem image, uint32_t size[3]);
void fault_clover_image_format(cl_image_format *format);
/* The bit field of a sampler argument, changed. */
uint32_t fault_clover_sampler_bits(uint32_t bits);
void fault_clover_constant_sampler(struct pipe_sampler_template *sampler);
/* The box of an image that is transferred, changed. */
void fault_clover_box(struct pipe_box *box);
/* The pitch of rows that a map tells, changed. */
void fault_clover_mapped_pitch(cl_mem image, size_t *row_pitch);
/* The extents that are told of an image, changed. */
void fault_clover_extents(size_t *height, size_t *depth, size_t *array_size);
/* The object that an image lies in; NULL: memory of its own. */
cl_mem fault_clover_memory_under(cl_mem image);
/* Whether pitches that cannot be are taken for those of memory without gaps, as they are then. */
bool fault_clover_tight_pitches(cl_mem image);
/* Whether no image is made with these flags. */
bool fault_clover_is_refused(cl_mem_flags flags);

#endif
