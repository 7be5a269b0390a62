/* SPDX-License-Identifier: MIT */
/* result.h: the outcome of one test. */
#pragma once

#include "program-tester/verdict/contents.h"

/* From the least to the most serious: a run as a whole has the most serious status of its tests. */
enum pt_status {
    PT_SKIP, /* the device lacks what the test needs */
    PT_PASS,
    PT_FAIL,
    PT_TIMEOUT, /* it did not end in time */
    PT_CRASH,   /* the driver brought the process down */
    PT_ERROR,   /* the input is wrong, or tester or driver could not run */
    PT_STATUS_COUNT
};

extern const char *const pt_status_names[PT_STATUS_COUNT];

struct pt_arg_result {
    const struct pt_arg *arg; /* an arg_out, or the contents of a step */
    unsigned step;            /* its number, from 1; 0: an arg_out */
    struct pt_comparison comparison;
    bool unwritten; /* all that differs is as it was before the launch */
    char *actual;   /* all values, as a test file would give them; NULL if not asked for */
    struct pt_contents *contents; /* of an argument that differs; NULL if it is too large */
};

struct pt_result {
    const struct pt_plan *plan;
    const struct pt_test *test; /* NULL: the build */
    size_t offset;              /* in the configuration's text: why it is skipped; 0: the test */
    char *name;                 /* "file::test" */
    const char *device;         /* "" if none was reached */
    enum pt_status status;
    bool device_lost; /* the device worked in this process, and gives no context any more */
    double seconds;
    char *message; /* one line, NULL if there is nothing to say */
    char *build_log;
    char **driver_messages;
    size_t driver_message_count, driver_message_capacity;
    bool uses_seed;
    uint64_t seed;
    struct pt_arg_result *args; /* what was compared: boxes of steps, then arg_outs */
    size_t arg_count;
};

void pt_result_finish(struct pt_result *result);

/* Sets status and message; a status that was already set by a problem stays. */
void pt_result_set(struct pt_result *result, enum pt_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void pt_result_add_driver_message(struct pt_result *result, const char *message);

/* "argument 0", "step 2: box of argument 0" (to free()). */
char *pt_compared_name(const struct pt_arg_result *result);

/* "argument 0: 3 of 24 values differ, first at [2]: expected 1, got 0" (to free()). */
char *pt_difference_text(const struct pt_arg *arg, const struct pt_difference *difference);
char *pt_comparison_text(const struct pt_arg_result *result);
