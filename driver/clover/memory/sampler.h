/* SPDX-License-Identifier: MIT */
/* sampler.h: samplers, and the bit fields that kernels know them by. */
#pragma once

#include "driver/clover/object/properties.h"
#include "driver/clover/platform/context.h"

struct _cl_sampler {
    struct clover_object base;
    cl_context context;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter, mip_filter;
    cl_float lod_min, lod_max;      /* within which levels of mipmapped images are sampled */
    struct clover_properties given; /* to clCreateSamplerWithProperties */
};

extern const struct clover_class clover_sampler_class;

/* The kernel's value of a sampler (docs/kernel-abi.md), and back from it; false for bits that mean
 * nothing. */
uint32_t clover_sampler_bits(const struct pipe_sampler_template *sampler);
bool clover_sampler_from_bits(uint32_t bits, struct pipe_sampler_template *sampler);
