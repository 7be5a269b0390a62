/* SPDX-License-Identifier: MIT */
/* judge.h: what is the same for tests of every API: what memory holds before a test, comparing, the
 * verdict. */
#ifndef PT_JUDGE_H
#define PT_JUDGE_H

#include "program-tester/run/runner.h"

/* What memory holds before the launch, as many bytes as the argument's size, to free(). `in` or
 * `out` may be NULL. Memory that is only written begins as the complement of what is expected, so
 * that a kernel that writes nothing cannot pass by luck (by Piglit's rules: zeros). */
unsigned char *pt_initial_contents(const struct pt_run_options *options, const struct pt_arg *in,
                                   const struct pt_arg *out);

/* Room in the result for all that a test compares. */
void pt_judge_start(const struct pt_test *test, struct pt_result *result);

/* Compares an argument's or step's values (arg->size bytes) and keeps the outcome. `step`: NULL for
 * an arg_out. */
void pt_judge_compare(const struct pt_run_options *options, const struct pt_test *test,
                      const struct pt_step *step, const struct pt_arg *arg, const void *expected,
                      const void *actual, struct pt_result *result);

/* The verdict over all that was compared. */
void pt_judge(const struct pt_test *test, struct pt_result *result);

/* Sets a skip for the first name or extension that the configuration asks for and the device lacks.
 */
void pt_need_device(const struct pt_config *config, const struct pt_device *device,
                    struct pt_result *result);

#endif
