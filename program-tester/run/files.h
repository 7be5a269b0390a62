/* SPDX-License-Identifier: MIT */
/* files.h: the test files of a run, and the order in which their tests run. */
#pragma once

#include "program-tester/run/options.h"

struct pt_file {
    struct pt_plan *plan;
    struct pt_diags diags; /* not to be run if there is one */
    char *name;            /* the path in test names */
    size_t count;          /* tests, or 1 for the build */
    struct pt_set names;   /* of the tests; by Piglit's rules there may be fewer */
    bool *selected;        /* by test */
};

struct pt_files {
    struct pt_file *items;
    size_t count;
};

void pt_file_load(struct pt_file *file, const char *path, const struct pt_options *options,
                  const char *const *patterns, size_t pattern_count);
void pt_file_finish(struct pt_file *file);

/* The first test from the number `from` on that a pattern selects: the one of that name; if there
 * is none, those that it matches as a glob. The file's count if there is none. */
size_t pt_file_select(const struct pt_file *file, const char *pattern, size_t from);

/* The test of that number; NULL stands for the build. */
const struct pt_test *pt_file_test(const struct pt_file *file, size_t number);
/* "file::test", to free(); "file::build" for the build. */
char *pt_file_full_name(const struct pt_file *file, size_t number);

/* Runs a test and reports it. */
enum pt_status pt_file_run(const struct pt_file *file, size_t number, struct pt_runner *runner,
                           struct pt_reporter *reporter);

/* A place in a run: devices first, then files, then tests. */
struct pt_position {
    size_t device, file, test;
};

/* Moves to the first selected test at or after the position, in the same device. False: there is
 * none. */
bool pt_position_settle(struct pt_position *position, const struct pt_files *files);
