/* SPDX-License-Identifier: MIT */
/* service_fixture.h: the compiler process, asked as the driver asks it, from a folder of its own.
 */
#pragma once

#include <seccomp.h>

#include "ci/tests/run_tests.h"
#include "driver/compiler.h"

#define KERNEL "kernel void k(global int *o) { o[0] = 1; }"

/* Has "inside", which tests are in, with "inc" in it, and "beside". */
extern char service_folder[];
/* The name that the compiler is started by. */
extern char service_compiler[64];

/* Set-up and tear-down of a group of tests: make the folder and an empty cache, or remove them. */
int service_set_up(void **state);
int service_tear_down(void **state);

/* Builds for cypress. The caller finishes the result. */
void service_build(const char *source, size_t size, const char *options,
                   struct compiler_result *result);
void service_write(const char *name, const char *text);

/* Runs a check in a child under a filter, which its compiler inherits. */
void service_check_under(int (*add)(scmp_filter_ctx filter), void (*check)(void));
/* Such a filter: the kernel has no Landlock. */
int service_without_landlock(scmp_filter_ctx filter);
