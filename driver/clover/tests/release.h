/* SPDX-License-Identifier: MIT */
/* release.h: tests release many objects of one class with one line. Needs ok() of a fixture. */
#pragma once

#include <stddef.h>

#include "driver/base/count.h"

/* In the order in which they are named; the test fails where a release does. */
#define RELEASE_ALL(type, release, ...)                                                            \
    do {                                                                                           \
        const type release_list[] = {__VA_ARGS__};                                                 \
        for (size_t release_at = 0; release_at < COUNT(release_list); release_at++)                \
            ok(release(release_list[release_at]));                                                 \
    } while (0)

#define release_memory(...)   RELEASE_ALL(cl_mem, clReleaseMemObject, __VA_ARGS__)
#define release_programs(...) RELEASE_ALL(cl_program, clReleaseProgram, __VA_ARGS__)
#define release_kernels(...)  RELEASE_ALL(cl_kernel, clReleaseKernel, __VA_ARGS__)
#define release_events(...)   RELEASE_ALL(cl_event, clReleaseEvent, __VA_ARGS__)
