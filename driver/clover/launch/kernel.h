/* SPDX-License-Identifier: MIT */
/* kernel.h: kernel objects and their arguments. */
#pragma once

#include "driver/clover/memory/memory.h"
#include "driver/clover/memory/sampler.h"
#include "driver/clover/program/program.h"

/* As the specification has it, kernels keep no references on what their arguments name. So a launch
 * asks whether that still lives. */
struct clover_argument {
    bool set;
    const struct clover_class *class; /* of what it names; NULL: it names nothing */
    const struct clover_object *object;
    unsigned life;
    cl_mem mem; /* the object, of a buffer (NULL is legal) or an image */
    struct pipe_sampler_template sampler;
    size_t local_bytes;
    void *value; /* ROOTLE_ARG_VALUE: the bytes as given */
};

struct _cl_kernel {
    struct clover_object base;
    cl_program program;
    cl_context context;
    struct clover_build *build;
    struct clover_code *code;
    cl_uint arg_count;
    struct clover_argument *args;
};

extern const struct clover_class clover_kernel_class;

/* Whether a query of the kernel may name the device: NULL only where there is one alone. */
bool clover_kernel_device_legal(cl_kernel kernel, cl_device_id device);
