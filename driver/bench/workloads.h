/* SPDX-License-Identifier: MIT */
/* workloads.h: the kernels that are timed: how big they are, what they are given, what they leave.
 */
#pragma once

#include "driver/bench/host.h"

struct workload {
    const char *name;     /* on the command line and in records */
    const char *kernel;   /* in kernels.cl */
    size_t width, height; /* elements of the result, and work-items of a full launch */
    cl_channel_type type; /* of the images, all RGBA; 0: the result is a buffer */
    size_t bytes;         /* of an element of the result */
    /* Sets the kernel's arguments. The result comes last, and is returned. */
    cl_mem (*bind)(const struct host *host, cl_kernel kernel, const struct workload *workload);
    size_t group[2];     /* work-items of a group, along x and y; 0: as the driver likes */
    const char *options; /* of the build, which a driver need not have; NULL: none */
};

/* The workload of a name, or NULL. */
const struct workload *workload_find(const char *name);

/* Bytes of the result. */
size_t workload_bytes(const struct workload *workload);
/* Copies the result to `data`. */
void workload_read(const struct host *host, const struct workload *workload, cl_mem result,
                   void *data);
