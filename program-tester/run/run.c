/* SPDX-License-Identifier: MIT */
/* run.c: runs the tests of plans on a device, one after the other. */
#include "program-tester/run/run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/run/judge.h"

struct pt_runner *pt_runner_create(const struct pt_run_options *options,
                                   const struct pt_device *device)
{
    struct pt_runner *runner = pt_alloc(1, sizeof(*runner));

    runner->options = options;
    pt_session_init(&runner->session, device);
    runner->cache = pt_program_cache_create(&options->cache, device);
    return runner;
}

static void drop_program(struct pt_runner *runner)
{
    if (runner->program)
        clReleaseProgram(runner->program);
    runner->program = NULL;
    runner->plan = NULL;
    free(runner->unkept);
    runner->unkept = NULL;
}

/* Only now: a driver may add to a program's binary what it compiled when kernels were launched. */
void pt_runner_forget(struct pt_runner *runner)
{
    if (runner->program && runner->unkept)
        pt_program_cache_keep(runner->cache, runner->program, runner->plan, runner->unkept,
                              runner->prepared.build_log);
    drop_program(runner);
}

void pt_runner_destroy(struct pt_runner *runner)
{
    if (!runner)
        return;
    pt_runner_forget(runner);
    pt_result_finish(&runner->prepared);
    pt_program_cache_destroy(runner->cache);
    pt_session_finish(&runner->session);
    free(runner);
}

static void name_source(const struct pt_plan *plan, char **text)
{
    char *named = *text ? pt_name_source(plan, *text) : NULL;

    free(*text);
    *text = named;
}

/* After a fault everything is made anew for the next test, and nothing is kept. */
static void start_over(struct pt_runner *runner)
{
    drop_program(runner);
    pt_session_close(&runner->session);
}

static void take_messages(struct pt_runner *runner, struct pt_result *result)
{
    char *message;

    while ((message = pt_session_take_message(&runner->session))) {
        pt_result_add_driver_message(result, message);
        free(message);
    }
}

/* A failed command's error code says little; what the driver said says more. */
static void append_driver_message(struct pt_result *result)
{
    char *message = result->message;

    if (!message || !result->driver_message_count)
        return;
    const char *said = result->driver_messages[0];
    result->message = pt_format("%s: %.*s", message, (int)strcspn(said, "\n"), said);
    free(message);
}

void pt_runner_run(struct pt_runner *runner, const struct pt_plan *plan, const struct pt_test *test,
                   struct pt_result *result)
{
    double start = pt_now();
    bool sound = true;

    assert(!test || (!test->incomplete && test->step_count > 0));

    if (runner->plan != plan)
        pt_runner_prepare(runner, plan);
    result->device = runner->session.device->label;
    if (runner->prepared.message || !test) {
        pt_judge_prepared(&runner->prepared, result);
        name_source(plan, &result->message);
        name_source(plan, &result->build_log);
    } else {
        result->status = PT_PASS;
        sound = pt_runner_execute(runner, test, result);
    }
    take_messages(runner, result);
    if (!sound) {
        append_driver_message(result);
        start_over(runner);
    }
    result->seconds = pt_now() - start;
}
