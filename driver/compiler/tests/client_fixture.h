/* SPDX-License-Identifier: MIT */
/* client_fixture.h: a compiler process that behaves as a test says, with a cache of its own. */
#pragma once

#include <stdbool.h>

#include "ci/tests/run_tests.h"
#include "driver/compiler.h"

/* The folder for files of tests; it is removed at the end. */
extern char client_folder[];

/* Set-up and tear-down of a group of tests. */
int client_set_up(void **state);
int client_tear_down(void **state);

/* The compiler is mock_compiler.c from now on, which does what `mode` says. */
void client_use_server(const char *mode);

/* Builds for the default chip. The caller finishes the result. */
void client_build(const char *source, const char *options, struct compiler_result *result);

/* Fails unless the build works and comes from the cache, or does not, as `cached` says. */
void client_expect_cached(const char *source, const char *options, bool cached);
