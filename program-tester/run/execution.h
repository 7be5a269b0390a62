/* SPDX-License-Identifier: MIT */
/* execution.h: a test while it runs, for execution.c, launch.c and transfer.c. */
#pragma once

#include "program-tester/run/judge.h"
#include "program-tester/run/run.h"

/* A command that has been enqueued. */
struct pt_command {
    const struct pt_step *step;
    cl_event event;
};

struct pt_execution {
    struct pt_runner *runner;
    cl_command_queue queue; /* of the steps that come next */
    const struct pt_test *test;
    struct pt_result *result;
    struct pt_binding *bindings; /* by argument index */
    unsigned binding_count;
    cl_kernel *kernels; /* by step; NULL where it is no launch */
    struct pt_command *commands;
    size_t command_count, command_capacity;
    bool spoiled; /* a command failed on the device */
};

/* Fails the test with what the call gave. Returns false. */
bool pt_execution_fail(struct pt_execution *execution, const struct pt_step *step, const char *call,
                       cl_int error);

/* Judges the result of a step's call by what the step expects; keeps the event, which may be
 * NULL. */
bool pt_execution_called(struct pt_execution *execution, const struct pt_step *step,
                         const char *call, cl_int error, cl_event event);

/* Compares an argument's or step's values (arg->size bytes) and keeps the outcome. */
void pt_execution_compare(struct pt_execution *execution, const struct pt_step *step,
                          const struct pt_arg *arg, const void *expected, const void *actual);

/* Makes the kernel of a launch; *kernel is for the caller to release, whatever is returned. */
bool pt_launch_prepare(struct pt_execution *execution, const struct pt_step *step,
                       cl_kernel *kernel);
/* Sets its arguments and enqueues it. */
bool pt_launch_start(struct pt_execution *execution, const struct pt_step *step, cl_kernel kernel);

/* Asks what a device wants of an image, and looks whether it holds. */
bool pt_ask(struct pt_execution *execution, const struct pt_step *step);
/* Looks whether the host is told of an image what is so. */
bool pt_info(struct pt_execution *execution, const struct pt_step *step);
/* Carries out any other step. */
bool pt_transfer(struct pt_execution *execution, const struct pt_step *step);
