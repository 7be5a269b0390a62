/* SPDX-License-Identifier: MIT */
/* execution.c: carries out a test's launches and compares. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/error.h"
#include "program-tester/gl/context.h"
#include "program-tester/gl/run.h"

struct execution {
    struct pt_runner *runner;
    const struct pt_test *test;
    struct pt_result *result;
    struct pt_gl_binding *bindings; /* by argument index */
    unsigned binding_count;
};

static void collect_bindings(struct execution *execution)
{
    const struct pt_args *in = &execution->test->in, *out = &execution->test->out;
    unsigned count = pt_argument_count(execution->test);

    execution->bindings = pt_alloc(count, sizeof(*execution->bindings));
    execution->binding_count = count;
    for (unsigned i = 0; i < count; i++) {
        execution->bindings[i].in = pt_args_find(in, i);
        execution->bindings[i].out = pt_args_find(out, i);
    }
}

static bool make_bindings(struct execution *execution)
{
    for (unsigned i = 0; i < execution->binding_count; i++) {
        struct pt_gl_binding *binding = &execution->bindings[i];

        pt_judge_seed(execution->runner->options, pt_gl_binding_arg(binding), execution->result);
        if (!pt_gl_binding_make(execution->runner, binding, execution->result))
            return false;
    }
    return true;
}

/* A sampler belongs to the last image before it. */
static void use_bindings(struct execution *execution)
{
    unsigned unit = 0;

    for (unsigned i = 0; i < execution->binding_count; i++) {
        const struct pt_gl_binding *binding = &execution->bindings[i];

        if (pt_gl_binding_arg(binding)->kind == PT_ARG_IMAGE)
            unit = i;
        pt_gl_binding_use(execution->runner, binding, unit);
    }
}

/* Unbinds the samplers of a test, so that the next one does not find them. */
static void clear_units(const struct execution *execution)
{
    for (unsigned i = 0; i < execution->binding_count; i++)
        glBindSampler(i, 0);
}

/* Work-groups along each dimension. The program says how large they are: local_size is not used. */
static bool count_groups(struct execution *execution, const struct pt_step *step, GLuint groups[3])
{
    const struct pt_launch *how = &step->launch;

    for (unsigned i = 0; i < 3; i++) {
        size_t local = (size_t)execution->runner->program.group[i];
        size_t global = i < how->dimensions ? how->global[i] : 1;

        if (global % local)
            return pt_judge_stop(
                execution->result, PT_ERROR, step->offset,
                "global_size is %zu in dimension %u, which the program's work-groups of "
                "%zu do not divide",
                global, i + 1, local);
        groups[i] = (GLuint)(global / local);
    }
    return true;
}

static bool launch(struct execution *execution, const struct pt_step *step)
{
    GLuint groups[3];

    if (step->kind != PT_STEP_LAUNCH || step->args)
        return pt_judge_stop(execution->result, PT_ERROR, step->offset,
                             "gl-tester has no steps but launches of all arguments");
    if (strcmp(step->launch.kernel_name, "main"))
        return pt_judge_stop(execution->result, PT_ERROR, step->offset,
                             "a GLSL program has one kernel: main");
    if (!count_groups(execution, step, groups))
        return false;
    glUseProgram(execution->runner->program.name);
    use_bindings(execution);
    glDispatchCompute(groups[0], groups[1], groups[2]);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    glFinish();
    clear_units(execution);
    const char *error = pt_gl_error();
    return !*error ||
           pt_judge_stop(execution->result, PT_FAIL, step->offset, "the launch gave %s", error);
}

static bool launch_all(struct execution *execution)
{
    for (size_t i = 0; i < execution->test->step_count; i++) {
        if (!launch(execution, &execution->test->steps[i]))
            return false;
    }
    return true;
}

/* Reads an image's texels as a program would see them, after all launches. */
static void expand_texels_of(const struct execution *execution, const struct pt_arg *arg,
                             char *memory)
{
    const struct pt_gl_binding *binding = &execution->bindings[arg->source];
    const struct pt_arg *image = pt_gl_binding_arg(binding);
    char *texels = pt_alloc(image->size, 1);

    pt_gl_binding_read(binding, texels);
    pt_expand_texels(image, texels, memory);
    free(texels);
}

static void compare(struct execution *execution, const struct pt_gl_binding *binding)
{
    const struct pt_run_options *options = execution->runner->options;
    const struct pt_arg *arg = binding->out;
    char *actual = pt_alloc(arg->size, 1), *expected = pt_alloc(arg->size, 1);

    pt_gl_binding_read(binding, actual);
    if (arg->fill == PT_FILL_TEXELS_OF)
        expand_texels_of(execution, arg, expected);
    else
        pt_arg_expand(arg, options->seed, expected);
    const char *error = pt_gl_error();
    if (*error)
        pt_judge_stop(execution->result, PT_FAIL, arg->offset, "reading an argument back gave %s",
                      error);
    else
        pt_judge_compare(options, execution->test, NULL, arg, expected, actual, execution->result);
    free(expected);
    free(actual);
}

void pt_gl_execute(struct pt_runner *runner, const struct pt_test *test, struct pt_result *result)
{
    struct execution execution = {.runner = runner, .test = test, .result = result};

    pt_judge_start(test, result);
    collect_bindings(&execution);
    if (make_bindings(&execution) && launch_all(&execution)) {
        for (unsigned i = 0; i < execution.binding_count; i++) {
            if (execution.bindings[i].out)
                compare(&execution, &execution.bindings[i]);
        }
        pt_judge(test, result);
    }
    for (unsigned i = 0; i < execution.binding_count; i++)
        pt_gl_binding_finish(&execution.bindings[i]);
    free(execution.bindings);
}
