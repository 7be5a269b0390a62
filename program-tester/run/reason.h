/* SPDX-License-Identifier: MIT */
/* reason.h: why a call was refused, in terms of the test file; drivers give a code alone. */
#pragma once

#include <stdlib.h>

#include "program-tester/parse/plan.h"

/* A reason ends in ": ", for the error behind it. */
struct pt_reason {
    size_t offset; /* of what is wrong, in the configuration's text; 0: not known */
    char *text;    /* to free(); NULL: none is known */
};

struct pt_reason pt_reason_of_launch(const struct pt_launch *how, cl_kernel kernel,
                                     cl_device_id device, cl_int error);

/* The reason of clSetKernelArg to refuse an argument; to free(), "" where none is known. */
char *pt_reason_of_argument(const struct pt_plan *plan, const struct pt_arg *arg,
                            const char *kernel, unsigned position);

/* The reason why a sampler was not made; "" where none is known. */
const char *pt_reason_of_sampler(const struct pt_sampler *sampler);
