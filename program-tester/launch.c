/* SPDX-License-Identifier: MIT */
/* launch.c: sets a kernel's arguments, launches it and compares what it leaves. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/dump.h"
#include "program-tester/run.h"

/* A test while it runs. */
struct launch {
    struct pt_runner *runner;
    const struct pt_test *test;
    struct pt_result *result;
    cl_kernel kernel;
    struct pt_binding *bindings; /* by argument index */
    unsigned binding_count;
    bool spoiled; /* a command failed on the device */
};

/* Says which call failed, and where the test is. */
static bool fail_call(struct launch *launch, const char *call, cl_int error)
{
    char *place = pt_place(&launch->runner->plan->text, launch->test->offset);

    pt_result_set(launch->result, PT_FAIL, "%s: %s failed: %s", place, call, pt_cl_error(error));
    free(place);
    return false;
}

static void collect_bindings(struct launch *launch)
{
    const struct pt_args *in = &launch->test->in, *out = &launch->test->out;

    for (size_t i = 0; i < in->count; i++) {
        if (in->items[i].index >= launch->binding_count)
            launch->binding_count = in->items[i].index + 1;
    }
    for (size_t i = 0; i < out->count; i++) {
        if (out->items[i].index >= launch->binding_count)
            launch->binding_count = out->items[i].index + 1;
    }
    launch->bindings = pt_alloc(launch->binding_count, sizeof(*launch->bindings));
    for (unsigned i = 0; i < launch->binding_count; i++) {
        launch->bindings[i].in = pt_args_find(in, i);
        launch->bindings[i].out = pt_args_find(out, i);
    }
}

static bool check_group_size(struct launch *launch, size_t most, const char *whose)
{
    const struct pt_launch *how = &launch->test->launch;
    const size_t *limits = launch->runner->session.device->max_item_sizes;
    size_t product = 1;

    if (how->local_null)
        return true;
    for (unsigned i = 0; i < how->dimensions; i++) {
        product *= how->local[i];
        if (how->local[i] > limits[i]) {
            pt_result_set(launch->result, PT_SKIP,
                          "local_size is %zu in dimension %u, the device's limit is %zu",
                          how->local[i], i + 1, limits[i]);
            return false;
        }
    }
    if (product > most)
        pt_result_set(launch->result, PT_SKIP, "local_size is %zu work-items, the %s limit is %zu",
                      product, whose, most);
    return product <= most;
}

static bool check_kernel(struct launch *launch)
{
    const char *name = launch->test->launch.kernel_name;
    cl_uint count = 0;
    size_t most = 0;
    cl_int error = clGetKernelInfo(launch->kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL);

    if (error)
        return fail_call(launch, "clGetKernelInfo", error);
    if (count != launch->binding_count) {
        char *place = pt_place(&launch->runner->plan->text, launch->test->offset);
        pt_result_set(launch->result, PT_FAIL,
                      "%s: kernel '%s' takes %u arguments, but the test sets %u", place, name,
                      count, launch->binding_count);
        free(place);
        return false;
    }
    error = clGetKernelWorkGroupInfo(launch->kernel, launch->runner->session.device->device,
                                     CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most, NULL);
    if (error)
        return fail_call(launch, "clGetKernelWorkGroupInfo", error);
    return check_group_size(launch, most, "kernel's");
}

static bool create_kernel(struct launch *launch)
{
    const char *name = launch->test->launch.kernel_name;
    cl_int error;

    launch->kernel = clCreateKernel(launch->runner->program, name, &error);
    if (!error)
        return check_kernel(launch);
    launch->kernel = NULL;
    if (error != CL_INVALID_KERNEL_NAME)
        return fail_call(launch, "clCreateKernel", error);
    char *place = pt_place(&launch->runner->plan->text, launch->test->launch.kernel_offset);
    pt_result_set(launch->result, PT_FAIL, "%s: the program has no kernel '%s'", place, name);
    free(place);
    return false;
}

static cl_int set_arg(struct launch *launch, const struct pt_binding *binding)
{
    const struct pt_arg *arg = binding->in ? binding->in : binding->out;

    switch (arg->kind) {
    case PT_ARG_LOCAL:
        return clSetKernelArg(launch->kernel, arg->index, arg->size, NULL);
    case PT_ARG_SAMPLER:
        return clSetKernelArg(launch->kernel, arg->index, sizeof(binding->sampler),
                              &binding->sampler);
    case PT_ARG_BUFFER:
    case PT_ARG_IMAGE:
        return clSetKernelArg(launch->kernel, arg->index, sizeof(binding->memory),
                              &binding->memory);
    case PT_ARG_VALUE:
        break;
    }
    unsigned char value[16 * 8];
    pt_arg_expand(arg, launch->runner->options->seed, value);
    return clSetKernelArg(launch->kernel, arg->index, arg->size, value);
}

static bool bind_arguments(struct launch *launch)
{
    for (unsigned i = 0; i < launch->binding_count; i++) {
        struct pt_binding *binding = &launch->bindings[i];
        const struct pt_arg *arg = binding->in ? binding->in : binding->out;

        if (arg->fill == PT_FILL_RANDOM) {
            launch->result->uses_seed = true;
            launch->result->seed = launch->runner->options->seed;
        }
        if (!pt_binding_create(launch->runner, binding, launch->result))
            return false;
        cl_int error = set_arg(launch, binding);
        if (error) {
            char *place = pt_place(&launch->runner->plan->text, arg->offset);
            pt_result_set(launch->result, PT_FAIL,
                          "%s: argument %u does not fit kernel '%s': clSetKernelArg failed: %s",
                          place, i, launch->test->launch.kernel_name, pt_cl_error(error));
            free(place);
            return false;
        }
    }
    return true;
}

/* Waits for the launch and looks whether it succeeded. */
static bool wait_for(struct launch *launch, cl_event event)
{
    cl_int state = CL_COMPLETE;
    cl_int error = clWaitForEvents(1, &event);

    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(state), &state, NULL);
    if (state < 0)
        return fail_call(launch, "the kernel's execution", state);
    return error ? fail_call(launch, "clWaitForEvents", error) : true;
}

static bool enqueue(struct launch *launch)
{
    const struct pt_launch *how = &launch->test->launch;
    cl_event event = NULL;
    cl_int error =
        clEnqueueNDRangeKernel(launch->runner->session.queue, launch->kernel, how->dimensions,
                               how->offset_null ? NULL : how->offset, how->global,
                               how->local_null ? NULL : how->local, 0, NULL, &event);

    if (error)
        return fail_call(launch, "clEnqueueNDRangeKernel", error);
    bool done = wait_for(launch, event);
    clReleaseEvent(event);
    launch->spoiled = !done;
    return done;
}

static void keep_values(struct launch *launch, struct pt_arg_result *result, const void *expected,
                        const void *actual)
{
    const struct pt_run_options *options = launch->runner->options;
    char *why = NULL;

    if (result->comparison.wrong)
        result->contents = pt_contents_make(result->arg, &launch->test->launch, expected, actual,
                                            options->piglit);
    if (options->print_actual)
        result->actual = pt_values_text(result->arg, actual);
    if (options->dump)
        why = pt_dump(options->dump, launch->result->name, result->arg, expected, actual);
    if (why)
        pt_result_set(launch->result, PT_ERROR, "%s", why);
    free(why);
}

static bool compare_argument(struct launch *launch, const struct pt_binding *binding)
{
    struct pt_arg_result *result = &launch->result->args[launch->result->arg_count];
    const struct pt_arg *arg = binding->out;
    unsigned char *actual = pt_alloc(arg->size, 1);
    cl_int error = pt_binding_read(launch->runner, binding, actual);

    if (error) {
        free(actual);
        launch->spoiled = true;
        return fail_call(launch, "reading an argument back", error);
    }
    unsigned char *expected = pt_alloc(arg->size, 1);
    pt_arg_expand(arg, launch->runner->options->seed, expected);
    result->arg = arg;
    launch->result->arg_count++;
    pt_compare(arg, expected, actual, launch->runner->options->piglit, &result->comparison);
    keep_values(launch, result, expected, actual);
    free(expected);
    free(actual);
    return true;
}

/* The verdict over all arg_outs. */
static void judge(struct launch *launch)
{
    bool expect_fail = launch->test->launch.expect_fail;

    for (size_t i = 0; i < launch->result->arg_count; i++) {
        const struct pt_arg_result *arg = &launch->result->args[i];
        bool matches = !arg->comparison.wrong;

        if (matches != expect_fail)
            continue;
        char *text = pt_comparison_text(arg);
        pt_result_set(launch->result, PT_FAIL, "%s%s", text,
                      expect_fail ? ", though expect_test_fail is set" : "");
        free(text);
    }
}

static void compare(struct launch *launch)
{
    launch->result->args = pt_alloc(launch->test->out.count, sizeof(*launch->result->args));
    for (unsigned i = 0; i < launch->binding_count; i++) {
        if (launch->bindings[i].out && !compare_argument(launch, &launch->bindings[i]))
            return;
    }
    judge(launch);
}

bool pt_runner_launch(struct pt_runner *runner, const struct pt_test *test,
                      struct pt_result *result)
{
    struct launch launch = {.runner = runner, .test = test, .result = result};

    collect_bindings(&launch);
    if (check_group_size(&launch, runner->session.device->max_group_size, "device's") &&
        create_kernel(&launch) && bind_arguments(&launch) && enqueue(&launch))
        compare(&launch);
    for (unsigned i = 0; i < launch.binding_count; i++)
        pt_binding_finish(&launch.bindings[i]);
    free(launch.bindings);
    if (launch.kernel)
        clReleaseKernel(launch.kernel);
    return !launch.spoiled;
}
