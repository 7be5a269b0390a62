/* SPDX-License-Identifier: MIT */
/* inputs.h: what a launch takes from its kernel: sizes, the input buffer, images and samplers. */
#pragma once

#include "driver/clover/launch/kernel.h"
#include "driver/clover/memory/map.h"

/* An NDRange with 1 (offset 0) in the dimensions that it does not use. */
struct clover_range {
    cl_uint dimensions;
    uint32_t offset[3], global[3], local[3];
};

/* The arguments as they were when the launch was queued. Holds references on the memory objects. */
struct clover_inputs {
    unsigned char *data;      /* constant buffer 0 from ABI_INPUT_ARGUMENTS on */
    uint32_t lds_bytes;       /* static and dynamic */
    cl_mem *views, *surfaces; /* by slot; NULL where there is none */
    bool *chained;            /* by surface: it is to have all levels of its image */
    struct pipe_sampler_template *samplers;
    uint32_t view_count, surface_count, sampler_count;
    unsigned char *printf_place; /* in `data`, for the address of a printf buffer; or NULL */
    cl_mem *mems;                /* everything that is referenced */
    uint32_t *mem_arguments;     /* which explicit argument each of them is */
    struct clover_part *mapped;  /* of each buffer: the bytes that the host has mapped to read */
    uint32_t mem_count;
};

/* Checks the sizes as clEnqueueNDRangeKernel must, and chooses a local size if none is given. */
cl_int clover_range_init(struct clover_range *range, cl_kernel kernel, cl_uint dimensions,
                         const size_t *offset, const size_t *global, const size_t *local);
/* CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES (too much local memory) or CL_SUCCESS. To be finished
 * in any case. */
cl_int clover_inputs_init(struct clover_inputs *inputs, cl_kernel kernel,
                          const struct clover_range *range);
void clover_inputs_finish(struct clover_inputs *inputs);
