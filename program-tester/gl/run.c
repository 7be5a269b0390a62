/* SPDX-License-Identifier: MIT */
/* run.c: runs the tests of plans on the OpenGL driver, one after the other. */
#include "program-tester/gl/run.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/gl/context.h"
#include "program-tester/shader/shader.h"

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

static void prepare(struct pt_runner *runner, const struct pt_plan *plan)
{
    struct pt_result *result = &runner->prepared;

    pt_runner_forget(runner);
    runner->plan = plan;
    pt_result_finish(result);
    result->status = PT_PASS;
    pt_need_device(plan, runner->device, result);
    pt_need_api(plan, PT_OPENGL, result);
    if (result->message)
        return;
    GLenum stage = pt_has_suffix(plan->text.name, ".frag") ? GL_FRAGMENT_SHADER : GL_COMPUTE_SHADER;
    bool built = pt_gl_program_make(&runner->program, stage, plan->program, plan->program_size,
                                    &result->build_log);
    pt_judge_build(&plan->config, built, result);
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
