/* SPDX-License-Identifier: MIT */
/* run.h: a runner of OpenCL tests, for its own files. */
#pragma once

#include "program-tester/run/runner.h"
#include "program-tester/run/session.h"

struct pt_runner {
    const struct pt_run_options *options;
    struct pt_session session;
    const struct pt_plan *plan; /* the one that is prepared, or NULL */
    cl_program program;
    char *module; /* SPIR-V that the program is made from, while it is built; else NULL */
    size_t module_size;
    struct pt_program_cache *cache; /* NULL: none */
    char *unkept; /* the build options of a program that is still to be kept, or NULL */
    struct pt_result prepared; /* status, message and log of requirements and build */
};

/* Makes the plan's program ready; the outcome is in runner->prepared. */
void pt_runner_prepare(struct pt_runner *runner, const struct pt_plan *plan);
/* Carries out a test's steps and compares. Returns false if the context may be spoiled. */
bool pt_runner_execute(struct pt_runner *runner, const struct pt_test *test,
                       struct pt_result *result);

/* A kernel argument's object: from arg_in, arg_out or both. */
struct pt_binding {
    const struct pt_arg *in, *out; /* at least one is set */
    cl_mem memory, backing;        /* backing: what an image is made over */
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

/* Tells the driver the name of the test's file for messages about the program's source, if it takes
 * names. */
void pt_name_program(cl_platform_id platform, cl_program program, const struct pt_plan *plan);
/* Returns what a compiler says, with the name of the test's file where it has its own for the
 * program (to free()). */
char *pt_name_source(const struct pt_plan *plan, const char *text);
