/* SPDX-License-Identifier: MIT */
/* host.h: the OpenCL side of the benchmark: one device, and helpers that end the program with a
 * message when a call fails, since a benchmark has nothing to fall back to. */
#pragma once

#include <CL/cl.h>

struct host {
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
};

/* The first device of the first platform. */
void host_init(struct host *host);
void host_finish(struct host *host);

/* Ends the program with status 1 and a message when `status` is an error. */
void host_check(cl_int status, const char *call);
/* Ends the program with status 1 and a message. */
_Noreturn __attribute__((format(printf, 1, 2))) void host_die(const char *format, ...);

/* A file's text, NUL-terminated, of the benchmark's source folder. The caller frees it. */
char *host_read_source(const char *name);
/* The built program; ends with the build log when that fails. */
cl_program host_build(const struct host *host, const char *source);
/* By options that a driver need not have: NULL where it does not build so. */
cl_program host_build_if(const struct host *host, const char *source, const char *options);
cl_kernel host_kernel(cl_program program, const char *name);
/* NULL where the program has none of this name. */
cl_kernel host_kernel_if(cl_program program, const char *name);

/* A zeroed buffer, or one with a copy of `data` when that is given. */
cl_mem host_buffer(const struct host *host, size_t size, const void *data);
/* A 2D image; `data` (may be NULL) has no padding. NULL when the device lacks the format. */
cl_mem host_image(const struct host *host, cl_channel_order order, cl_channel_type type,
                  size_t width, size_t height, const void *data);
/* A 3D image, likewise. */
cl_mem host_volume(const struct host *host, cl_channel_order order, cl_channel_type type,
                   const size_t size[3], const void *data);
/* An image of several levels, which are written later. */
cl_mem host_levels(const struct host *host, cl_channel_order order, cl_channel_type type,
                   size_t width, size_t height, unsigned levels);
void host_set_mem(cl_kernel kernel, cl_uint index, cl_mem mem);

/* Seconds of a clock that only goes forward: the wall's, or after host_count_cpu the processor time
 * of all threads of this process, which other load on the machine changes little. */
double host_now(void);
void host_count_cpu(void);
