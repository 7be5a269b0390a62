/* SPDX-License-Identifier: MIT */
/* findings.h: everything that checks find, kernels' and the API's: counted by place, suppressed
 * where the user says so, told once, and logged. */
#pragma once

#include "driver/clover/platform/context.h"

#include <stdint.h>

struct clover_finding {
    const char *check;  /* a name of driver/base/checks.def, or "launch": why one has failed */
    const char *kernel; /* "": none takes part */
    const char *call;   /* of the API; "": none */
    uint64_t count;     /* how often it was met */
    const char
        *text; /* what to tell: a line, and indented ones with "at FILE:LINE:COLUMN in FUNCTION" */
};

/* Tells it to the context's callback; to standard error and to the file of ROOTLE_CHECK_LOG when
 * the place is new and fewer than ROOTLE_CHECK_MAX were told; and writes a line of JSON to
 * ROOTLE_CHECK_JSON in any case. What the file of ROOTLE_CHECK_SUPPRESSIONS matches goes to that
 * last one alone. `context` may be NULL. In any thread. */
void clover_find(cl_context context, const struct clover_finding *finding);
