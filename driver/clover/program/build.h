/* SPDX-License-Identifier: MIT */
/* build.h: the outcome of a program build: a checked binary, shared by the
 * program and its kernels. */
#pragma once

#include "driver/abi/binary.h"
#include "driver/abi/source.h"
#include "driver/clover/platform/context.h"

/* A kernel of the binary, its explicit arguments in order, and its code on the device. */
struct clover_code {
    const struct rootle_kernel *kernel;
    const struct rootle_arg **args;
    uint32_t arg_count;
    uint32_t view_count, surface_count; /* slots in use */
    uint32_t sampler_count;             /* likewise, with the constant ones, */
    uint32_t argument_samplers;         /* which follow these */
    struct pipe_compute_state *state;   /* made by the first launch */
};

struct clover_build {
    atomic_uint refs;
    cl_context context;
    struct rootle_binary *binary;
    void *image; /* the binary serialised: CL_PROGRAM_BINARIES */
    size_t image_size;
    char *source; /* that it was made of, for messages; NULL: it is not known */
    size_t source_size;
    char *name;                /* that its source goes by; NULL: none was given */
    char *options;             /* likewise */
    struct clover_code *codes; /* binary->kernel_count of them */
};

/* Takes over binary and image. CL_INVALID_BINARY when the binary contradicts itself, the device or
 * the ABI (it may come from the application), or CL_OUT_OF_HOST_MEMORY, both with `error` filled.
 */
cl_int clover_build_create(cl_context context, struct rootle_binary *binary, void *image,
                           size_t image_size, struct clover_build **out, char *error,
                           size_t error_size);
/* Keeps copies of the source and the options (NULL: none), if there is memory for them. */
void clover_build_keep_source(struct clover_build *build, const char *source, size_t size,
                              const char *options);
/* The source, for messages with its lines. */
struct rootle_source clover_build_source(const struct clover_build *build);
struct clover_build *clover_build_ref(struct clover_build *build);
void clover_build_unref(struct clover_build *build); /* NULL is legal */
/* The kernel of that name, or NULL. */
struct clover_code *clover_build_find(struct clover_build *build, const char *name);
/* Puts the code on the device if it is not there yet:
 * CL_SUCCESS or CL_OUT_OF_RESOURCES (reported). */
cl_int clover_code_load(struct clover_build *build, struct clover_code *code);
