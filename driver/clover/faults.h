/* SPDX-License-Identifier: MIT */
/* faults.h: what ROOTLE_FAULT (driver/base/fault.h) makes of what kernels are told of images and
 * samplers, and of transfers. Nothing without it. */
#ifndef ROOTLE_CLOVER_FAULTS_H
#define ROOTLE_CLOVER_FAULTS_H

#include "driver/clover/memory.h"
#include "driver/pipe.h"

void fault_clover_image_size(cl_mem image, uint32_t size[3]);
void fault_clover_image_format(cl_image_format *format);
/* The bit field of a sampler argument, changed. */
uint32_t fault_clover_sampler_bits(uint32_t bits);
void fault_clover_constant_sampler(struct pipe_sampler_template *sampler);
/* The box of an image that is transferred, changed. */
void fault_clover_box(struct pipe_box *box);

#endif
