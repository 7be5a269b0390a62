/* SPDX-License-Identifier: MIT */
/* judge.h: what is the same for tests of every API: what memory holds before a test, why a test
 * ends early, comparing, the verdict. */
#pragma once

#include "program-tester/run/runner.h"

/* Returns the contents of memory before the launch, as many bytes as the argument's size, to
 * free(). `in` or `out` may be NULL. Memory that is only written begins as the complement of what
 * is expected, so that a kernel that writes nothing cannot pass by luck (by Piglit's rules:
 * zeros). */
unsigned char *pt_initial_contents(const struct pt_run_options *options, const struct pt_arg *in,
                                   const struct pt_arg *out);

/* How many arguments a test has: one more than the largest index. */
unsigned pt_argument_count(const struct pt_test *test);

/* Notes in the result that a random argument was made from the seed; other arguments are none of
 * its business. */
void pt_judge_seed(const struct pt_run_options *options, const struct pt_arg *arg,
                   struct pt_result *result);

/* Converts an image's texels to those that a kernel sees: four 32-bit channels for each of
 * image->count. */
void pt_expand_texels(const struct pt_arg *image, const char *texels, void *rgba);

/* Ends a test: sets the status with a message that begins with the place of `offset` in the test's
 * file. Returns false. */
bool pt_judge_stop(struct pt_result *result, enum pt_status status, size_t offset,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same for an argument, which the message names. Why a test is skipped stands without a place,
 * so that all that lack the same can be counted. */
bool pt_judge_stop_arg(struct pt_result *result, enum pt_status status, const struct pt_arg *arg,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Status, message and build log of what was prepared for all tests of a file. */
void pt_judge_prepared(const struct pt_result *prepared, struct pt_result *result);

/* Room in the result for all that a test compares. */
void pt_judge_start(const struct pt_test *test, struct pt_result *result);

/* Compares an argument's or step's values (arg->size bytes) and keeps the outcome. `step`: NULL for
 * an arg_out. */
void pt_judge_compare(const struct pt_run_options *options, const struct pt_test *test,
                      const struct pt_step *step, const struct pt_arg *arg, const void *expected,
                      const void *actual, struct pt_result *result);

/* The verdict over all that was compared. */
void pt_judge(const struct pt_test *test, struct pt_result *result);

/* Sets a skip where the plan's program is for another API. */
void pt_need_api(const struct pt_plan *plan, enum pt_api api, struct pt_result *result);

/* Sets a skip for the first name or extension that the configuration asks for and the device lacks.
 */
void pt_need_device(const struct pt_plan *plan, const struct pt_device *device,
                    struct pt_result *result);
