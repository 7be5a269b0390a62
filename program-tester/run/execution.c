/* SPDX-License-Identifier: MIT */
/* execution.c: carries out the steps of a test, one after the other, and compares. */
#include "program-tester/run/execution.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/base/error.h"
#include "program-tester/run/reason.h"

bool pt_execution_fail(struct pt_execution *execution, const struct pt_step *step, const char *call,
                       cl_int error)
{
    struct pt_reason why = {0};

    if (step->kind == PT_STEP_LAUNCH)
        why = pt_reason_of_launch(&step->launch, execution->kernels[step - execution->test->steps],
                                  execution->runner->session.device->device, error);
    pt_judge_stop(execution->result, PT_FAIL, why.text && why.offset ? why.offset : step->offset,
                  "%s%s failed: %s", why.text ? why.text : "", call, pt_cl_error(error));
    free(why.text);
    return false;
}

static void collect_bindings(struct pt_execution *execution)
{
    const struct pt_args *in = &execution->test->in, *out = &execution->test->out;
    unsigned count = pt_argument_count(execution->test);

    execution->bindings = pt_alloc(count, sizeof(*execution->bindings));
    execution->binding_count = count;
    for (unsigned i = 0; i < count; i++) {
        execution->bindings[i].in = pt_args_find(in, i);
        execution->bindings[i].out = pt_args_find(out, i);
        execution->bindings[i].shared = execution->test->explicit_steps;
    }
}

static bool create_bindings(struct pt_execution *execution)
{
    struct pt_runner *runner = execution->runner;

    for (unsigned i = 0; i < execution->binding_count; i++) {
        struct pt_binding *binding = &execution->bindings[i];

        if (pt_binding_arg(binding)->image.shares) {
            binding->backing = execution->bindings[pt_binding_arg(binding)->image.over].memory;
            clRetainMemObject(binding->backing);
        }
        pt_judge_seed(runner->options, pt_binding_arg(binding), execution->result);
        if (!pt_binding_create(runner, binding, execution->result))
            return false;
    }
    return true;
}

static bool prepare_launches(struct pt_execution *execution)
{
    const struct pt_test *test = execution->test;

    execution->kernels = pt_alloc(test->step_count, sizeof(*execution->kernels));
    for (size_t i = 0; i < test->step_count; i++) {
        if (test->steps[i].kind == PT_STEP_LAUNCH &&
            !pt_launch_prepare(execution, &test->steps[i], &execution->kernels[i]))
            return false;
    }
    return true;
}

static void keep_command(struct pt_execution *execution, const struct pt_step *step, cl_event event)
{
    execution->commands = pt_grow(execution->commands, &execution->command_capacity,
                                  execution->command_count + 1, sizeof(*execution->commands));
    execution->commands[execution->command_count++] = (struct pt_command){step, event};
}

/* Waits for a command and looks whether it succeeded. */
static bool wait_for(struct pt_execution *execution, const struct pt_command *command)
{
    const struct pt_step *step = command->step;
    const char *what = step->kind == PT_STEP_LAUNCH ? "the kernel's execution" : "the command";
    cl_int state = CL_COMPLETE;
    cl_int error = clWaitForEvents(1, &command->event);

    clGetEventInfo(command->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(state), &state, NULL);
    if (state < 0)
        return pt_execution_fail(execution, step, what, state);
    return error ? pt_execution_fail(execution, step, "clWaitForEvents", error) : true;
}

/* Commands follow each other without waiting, as in an application; here all of them end. */
static bool settle(struct pt_execution *execution)
{
    bool done = true;

    for (size_t i = 0; i < execution->command_count; i++) {
        done = wait_for(execution, &execution->commands[i]) && done;
        clReleaseEvent(execution->commands[i].event);
    }
    execution->command_count = 0;
    execution->spoiled |= !done;
    return done;
}

bool pt_execution_called(struct pt_execution *execution, const struct pt_step *step,
                         const char *call, cl_int error, cl_event event)
{
    if (!error && event)
        keep_command(execution, step, event);
    if (error == step->error)
        return true;
    if (step->error)
        return pt_judge_stop(execution->result, PT_FAIL, step->offset,
                             "%s gave %s, but %s was expected", call, pt_cl_error(error),
                             pt_cl_error(step->error));
    /* An earlier command that failed is the better reason. */
    if (!settle(execution))
        return false;
    return pt_execution_fail(execution, step, call, error);
}

/* The steps behind it go to another queue, where they wait for what was enqueued before. */
static bool change_queue(struct pt_execution *execution, const struct pt_step *step)
{
    cl_command_queue before = execution->queue;
    cl_event event = NULL;
    cl_int error = pt_session_queue(&execution->runner->session, step->queue, &execution->queue);

    if (error)
        return pt_execution_called(execution, step, "clCreateCommandQueue", error, NULL);
    if (execution->queue == before || !execution->command_count)
        return true;
    error = clFlush(before); /* without it, other queues may wait for ever (5.13) */
    if (error)
        return pt_execution_called(execution, step, "clFlush", error, NULL);
    error = clEnqueueBarrierWithWaitList(
        execution->queue, 1, &execution->commands[execution->command_count - 1].event, &event);
    return pt_execution_called(execution, step, "clEnqueueBarrierWithWaitList", error, event);
}

static bool run_step(struct pt_execution *execution, size_t number)
{
    const struct pt_step *step = &execution->test->steps[number];

    if (step->kind == PT_STEP_LAUNCH)
        return pt_launch_start(execution, step, execution->kernels[number]);
    if (step->kind == PT_STEP_ASK)
        return pt_ask(execution, step);
    if (step->kind == PT_STEP_INFO)
        return pt_info(execution, step);
    return step->kind == PT_STEP_QUEUE ? change_queue(execution, step)
                                       : pt_transfer(execution, step);
}

static bool run_steps(struct pt_execution *execution)
{
    bool good = true;

    for (size_t i = 0; i < execution->test->step_count && good; i++)
        good = run_step(execution, i);
    return settle(execution) && good;
}

void pt_execution_compare(struct pt_execution *execution, const struct pt_step *step,
                          const struct pt_arg *arg, const void *expected, const void *actual)
{
    pt_judge_compare(execution->runner->options, execution->test, step, arg, expected, actual,
                     execution->result);
}

/* Reads an image's texels as a kernel would see them, after all steps. */
static cl_int expand_texels_of(struct pt_execution *execution, const struct pt_arg *arg,
                               char *memory)
{
    const struct pt_binding *binding = &execution->bindings[arg->source];
    const struct pt_arg *image = pt_binding_arg(binding);
    char *texels = pt_alloc(image->size, 1);
    cl_int error = pt_binding_read(execution->runner, binding, texels);

    pt_expand_texels(image, texels, memory);
    free(texels);
    return error;
}

static cl_int expand(struct pt_execution *execution, const struct pt_arg *arg, void *memory)
{
    if (arg->fill == PT_FILL_TEXELS_OF)
        return expand_texels_of(execution, arg, memory);
    pt_arg_expand(arg, execution->runner->options->seed, memory);
    return CL_SUCCESS;
}

static bool compare_argument(struct pt_execution *execution, const struct pt_binding *binding)
{
    const struct pt_arg *arg = binding->out;
    unsigned char *actual = pt_alloc(arg->size, 1), *expected = pt_alloc(arg->size, 1);
    cl_int error = pt_binding_read(execution->runner, binding, actual);

    if (!error)
        error = expand(execution, arg, expected);
    if (error) {
        execution->spoiled = true;
        pt_judge_stop(execution->result, PT_FAIL, execution->test->offset,
                      "reading an argument back failed: %s", pt_cl_error(error));
    } else {
        pt_execution_compare(execution, NULL, arg, expected, actual);
    }
    free(expected);
    free(actual);
    return !error;
}

static void compare_arguments(struct pt_execution *execution)
{
    for (unsigned i = 0; i < execution->binding_count; i++) {
        if (execution->bindings[i].out && !compare_argument(execution, &execution->bindings[i]))
            return;
    }
    pt_judge(execution->test, execution->result);
}

static void finish(struct pt_execution *execution)
{
    for (unsigned i = 0; i < execution->binding_count; i++)
        pt_binding_finish(&execution->bindings[i]);
    free(execution->bindings);
    for (size_t i = 0; execution->kernels && i < execution->test->step_count; i++) {
        if (execution->kernels[i])
            clReleaseKernel(execution->kernels[i]);
    }
    free(execution->kernels);
    free(execution->commands);
}

bool pt_runner_execute(struct pt_runner *runner, const struct pt_test *test,
                       struct pt_result *result)
{
    struct pt_execution execution = {
        .runner = runner, .queue = runner->session.queue, .test = test, .result = result};

    pt_judge_start(test, result);
    collect_bindings(&execution);
    if (prepare_launches(&execution) && create_bindings(&execution) && run_steps(&execution))
        compare_arguments(&execution);
    finish(&execution);
    return !execution.spoiled;
}
