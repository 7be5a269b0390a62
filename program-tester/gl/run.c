/* SPDX-License-Identifier: MIT */
/* run.c: runs the tests of plans on the OpenGL driver, one after the other. */
#include "program-tester/gl/run.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/gl/context.h"
#include "program-tester/parse/expression.h"

struct pt_runner *pt_runner_create(const struct pt_run_options *options,
                                   const struct pt_device *device)
{
    struct pt_runner *runner = pt_alloc(1, sizeof(*runner));

    runner->options = options;
    runner->device = device;
    return runner;
}

void pt_runner_forget(struct pt_runner *runner)
{
    pt_gl_program_finish(&runner->program);
    runner->plan = NULL;
}

void pt_runner_destroy(struct pt_runner *runner)
{
    if (!runner)
        return;
    pt_runner_forget(runner);
    pt_result_finish(&runner->prepared);
    free(runner);
}

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

static void prepare(struct pt_runner *runner, const struct pt_plan *plan)
{
    struct pt_result *result = &runner->prepared;

    pt_runner_forget(runner);
    runner->plan = plan;
    pt_result_finish(result);
    result->status = PT_PASS;
    pt_need_device(plan, runner->device, result);
    if (!pt_plan_is_gl(plan))
        pt_result_set(result, PT_SKIP, "the program is OpenCL C, which program-tester runs");
    if (result->message)
        return;
    bool built =
        pt_gl_program_make(&runner->program, plan->program, plan->program_size, &result->build_log);
    const char *log = result->build_log ? result->build_log : "the driver does not say why";
    if (plan->config.expect_build_fail)
        judge_rejection(&plan->config, built, result);
    else if (!built)
        pt_result_set(result, PT_FAIL, "the program was not built: %.*s", (int)strcspn(log, "\n"),
                      log);
}

static void take_messages(struct pt_result *result)
{
    char *message;

    while ((message = pt_gl_take_message())) {
        pt_result_add_driver_message(result, message);
        free(message);
    }
}

void pt_runner_run(struct pt_runner *runner, const struct pt_plan *plan, const struct pt_test *test,
                   struct pt_result *result)
{
    double start = pt_now();

    if (runner->plan != plan)
        prepare(runner, plan);
    result->device = runner->device->label;
    if (runner->prepared.message || !test) {
        pt_judge_prepared(&runner->prepared, result);
    } else {
        result->status = PT_PASS;
        pt_gl_execute(runner, test, result);
    }
    take_messages(result);
    result->seconds = pt_now() - start;
}
