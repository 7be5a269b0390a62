/* SPDX-License-Identifier: MIT */
/* device_fixture.h: for tests that are host programs on the real library, as the ICD loader finds
 * it. */
#pragma once

#include "ci/tests/run_tests.h"

#include <CL/cl.h>

extern cl_device_id device;
extern cl_context context;
extern cl_command_queue queue;

static inline void ok(cl_int error)
{
    assert_int_equal(error, CL_SUCCESS);
}

/* Set-up and tear-down of a group of tests. */
int open_device(void **state);
/* The same, with a function for the context's messages. */
int open_device_with(void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *));
int close_device(void **state);

cl_program program_of(const char *source);
/* Built with these options; the test fails with the build log when it does not build. */
cl_program built(const char *options, const char *source);
cl_kernel kernel_of(cl_program program, const char *name);
/* The log of a source that must not build. */
void build_log(const char *source, char *log, size_t size);
/* The kernel `k` of a source; the test fails with the build log when it does not build. */
cl_kernel build(const char *source);
cl_mem buffer_of(size_t size, const void *contents); /* contents may be NULL */
void set(cl_kernel kernel, cl_uint index, size_t size, const void *value);
void read_back(cl_mem buffer, void *data, size_t size);
/* Launches a kernel as one work-item, whose arguments are set, and releases it and the buffer that
 * it wrote. */
void task_result(cl_kernel kernel, cl_mem buffer, void *data, size_t size);
/* Launches a kernel of so many buffers, as many work-items as `global` in groups of `local`, and
 * releases all: `data` is what the first one of `size` bytes then holds. */
void launch_result(cl_kernel kernel, const cl_mem *buffers, cl_uint count, size_t global,
                   size_t local, void *data, size_t size);
/* Launches the kernel `name` of a program as one work-item, which writes one number. */
int run_task(cl_program program, const char *name);
