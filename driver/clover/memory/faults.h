/* SPDX-License-Identifier: MIT */
/* faults.h: who makes wrong what kernels are told of images and samplers, and transfers, for
 * ROOTLE_FAULT (driver/base/fault.h). */
#pragma once

#include "driver/clover/memory/copy.h"

struct clover_faults {
    void (*image_size)(cl_mem image, uint32_t size[3]);
    void (*image_format)(cl_image_format *format);
    void (*sampler_bits)(uint32_t *bits); /* of a sampler argument */
    void (*constant_sampler)(struct pipe_sampler_template *sampler);
    void (*box)(struct pipe_box *box); /* of an image that is transferred */
    void (*copy)(struct clover_span spans[2], struct clover_extent *extent);
    void (*mapped_pitch)(cl_mem image, size_t *row_pitch);              /* that a map tells */
    void (*extents)(size_t *height, size_t *depth, size_t *array_size); /* that are told */
    cl_mem (*memory_under)(cl_mem image); /* that an image lies in; NULL: memory of its own */
    /* Whether pitches that cannot be are taken for those of memory without gaps, as they are then.
     */
    bool (*tight_pitches)(cl_mem image);
    bool (*is_refused)(cl_mem_flags flags); /* no image is made with these */
};

/* NULL: nobody. driver/icd has it. */
extern const struct clover_faults *const clover_faults;
