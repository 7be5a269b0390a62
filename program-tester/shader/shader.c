/* SPDX-License-Identifier: MIT */
/* shader.c: what is the same for tests of compute shaders, of OpenGL and of Vulkan. */
#include "program-tester/shader/shader.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/parse/expression.h"

/* A program that must not be built. */
static void judge_rejection(const struct pt_config *config, bool built, struct pt_result *result)
{
    const char *log = result->build_log ? result->build_log : "";

    if (built)
        pt_result_set(result, PT_FAIL, "the program was built, though expect_build_fail is set");
    else if (config->expect_build_log && !pt_expression_matches(config->expect_build_log, log))
        pt_result_set(result, PT_FAIL, "the build log does not match '%s'",
                      config->expect_build_log);
}

void pt_judge_build(const struct pt_config *config, bool built, struct pt_result *result)
{
    const char *log = result->build_log ? result->build_log : "the driver does not say why";

    if (config->expect_build_fail)
        judge_rejection(config, built, result);
    else if (!built)
        pt_result_set(result, PT_FAIL, "the program was not built: %.*s", (int)strcspn(log, "\n"),
                      log);
}

bool pt_count_groups(const struct pt_step *step, const uint32_t local[3], uint32_t groups[3],
                     struct pt_result *result)
{
    const struct pt_launch *how = &step->launch;

    if (step->args)
        return pt_judge_stop(result, PT_ERROR, step->offset, "a shader has all arguments");
    if (strcmp(how->kernel_name, "main"))
        return pt_judge_stop(result, PT_ERROR, step->offset, "a shader has one kernel: main");
    for (unsigned i = 0; i < 3; i++) {
        size_t global = i < how->dimensions ? how->global[i] : 1;

        if (global % local[i])
            return pt_judge_stop(
                result, PT_ERROR, step->offset,
                "global_size is %zu in dimension %u, which the program's work-groups of "
                "%zu do not divide",
                global, i + 1, (size_t)local[i]);
        groups[i] = (uint32_t)(global / local[i]);
    }
    return true;
}

void pt_judge_out(const struct pt_run_options *options, const struct pt_test *test,
                  const struct pt_arg *out, const void *actual, const struct pt_arg *image,
                  const void *texels, struct pt_result *result)
{
    char *expected = pt_alloc(out->size, 1);

    if (image)
        pt_expand_texels(image, texels, expected);
    else
        pt_arg_expand(out, options->seed, expected);
    pt_judge_compare(options, test, NULL, out, expected, actual, result);
    free(expected);
}
