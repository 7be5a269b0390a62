/* SPDX-License-Identifier: MIT */
/* runner.h: runs the tests of plans on a device. What OpenCL tests run on is in run.c; OpenGL's is
 * in program-tester/gl. A program links one of the two. */
#pragma once

#include "program-tester/run/program_cache.h"
#include "program-tester/verdict/result.h"

struct pt_run_options {
    uint64_t seed;
    bool piglit;         /* compare by Piglit's rules */
    bool print_actual;   /* results hold all values */
    const char *dump;    /* a folder for expected and actual values, or NULL */
    bool write_pictures; /* into the files of expected ones, which are not compared */
    bool from_binary;    /* run each program from the binary that the driver makes of it */
    bool through_spirv;  /* make SPIR-V of each program's source, and run that */
    unsigned version;    /* 12: test as OpenCL 1.2; 0: what the device has */
    struct pt_cache_options cache;
};

/* Runs tests one after the other on one device; keeps the built program of the last plan. */
struct pt_runner;

/* Options and device must outlive the runner. */
struct pt_runner *pt_runner_create(const struct pt_run_options *options,
                                   const struct pt_device *device);
void pt_runner_destroy(struct pt_runner *runner);

/* Runs one test (NULL: the build) and fills in the result, whose name, plan and test are set. */
void pt_runner_run(struct pt_runner *runner, const struct pt_plan *plan, const struct pt_test *test,
                   struct pt_result *result);

/* Drops what is kept of the last plan, which may then be freed. */
void pt_runner_forget(struct pt_runner *runner);
