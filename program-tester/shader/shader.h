/* SPDX-License-Identifier: MIT */
/* shader.h: what is the same for tests of compute shaders, of OpenGL and of Vulkan. */
#pragma once

#include "program-tester/run/judge.h"

/* The verdict over a build, whose log is in the result: none if the tests can run. */
void pt_judge_build(const struct pt_config *config, bool built, struct pt_result *result);

/* Counts the work-groups of a launch, whose size the program says: local_size is not used. False:
 * the step is no launch that shaders have, or they do not divide it; the result is set. */
bool pt_count_groups(const struct pt_step *step, const uint32_t local[3], uint32_t groups[3],
                     struct pt_result *result);

/* Compares an arg_out with what it has become. `image`: the argument and the texels that it must
 * have as a program sees them (PT_FILL_TEXELS_OF), or NULL. */
void pt_judge_out(const struct pt_run_options *options, const struct pt_test *test,
                  const struct pt_arg *out, const void *actual, const struct pt_arg *image,
                  const void *texels, struct pt_result *result);
