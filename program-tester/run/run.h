/* SPDX-License-Identifier: MIT */
/* run.h: runs the tests of plans on a device. */
#ifndef PT_RUN_H
#define PT_RUN_H

#include "program-tester/run/program_cache.h"
#include "program-tester/run/session.h"
#include "program-tester/verdict/result.h"

struct pt_run_options {
    uint64_t seed;
    bool piglit;       /* compare by Piglit's rules */
    bool print_actual; /* results hold all values */
    const char *dump;  /* a folder for expected and actual values, or NULL */
    bool from_binary;  /* run each program from the binary that the driver makes of it */
    unsigned version;  /* 12: test as OpenCL 1.2; 0: what the device has */
    struct pt_cache_options cache;
};

/* Runs tests one after the other on one device; keeps the built program of the last plan. */
struct pt_runner {
    const struct pt_run_options *options;
    struct pt_session session;
    const struct pt_plan *plan; /* the one that is prepared, or NULL */
    cl_program program;
    struct pt_program_cache *cache; /* NULL: none */
    char *unkept; /* the build options of a program that is still to be kept, or NULL */
    struct pt_result prepared; /* status, message and log of requirements and build */
};

void pt_runner_init(struct pt_runner *runner, const struct pt_run_options *options,
                    const struct pt_device *device);
void pt_runner_finish(struct pt_runner *runner);

/* Runs one test (NULL: the build) and fills in the result, whose name, plan and test are set. */
void pt_runner_run(struct pt_runner *runner, const struct pt_plan *plan, const struct pt_test *test,
                   struct pt_result *result);

/* Drops what is kept of the last plan, which may then be freed. */
void pt_runner_forget(struct pt_runner *runner);

/* For the runner's own files. */

/* Makes the plan's program ready; the outcome is in runner->prepared. */
void pt_runner_prepare(struct pt_runner *runner, const struct pt_plan *plan);
/* Carries out a test's steps and compares. Returns false if the context may be spoiled. */
bool pt_runner_execute(struct pt_runner *runner, const struct pt_test *test,
                       struct pt_result *result);

/* A kernel argument's object: from arg_in, arg_out or both. */
struct pt_binding {
    const struct pt_arg *in, *out; /* at least one is set */
    cl_mem memory, backing;        /* backing: the buffer of a 1d_buffer image */
    cl_sampler sampler;
    bool shared; /* several steps use it: an image is made for reading and writing */
};

/* The argument that describes the object. */
static inline const struct pt_arg *pt_binding_arg(const struct pt_binding *binding)
{
    return binding->in ? binding->in : binding->out;
}

/* Creates the object with its initial contents. On failure the result is set. */
bool pt_binding_create(struct pt_runner *runner, struct pt_binding *binding,
                       struct pt_result *result);
/* Reads all of it back into `memory` (as many bytes as the argument's size). */
cl_int pt_binding_read(struct pt_runner *runner, const struct pt_binding *binding, void *memory);
void pt_binding_finish(struct pt_binding *binding);

#endif
