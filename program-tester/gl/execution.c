/* SPDX-License-Identifier: MIT */
/* execution.c: carries out a test's launches and compares. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/gl/context.h"
#include "program-tester/gl/run.h"
#include "program-tester/shader/shader.h"

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

static void dispatch(struct execution *execution, const GLuint groups[3])
{
    glUseProgram(execution->runner->program.name);
    use_bindings(execution);
    glDispatchCompute(groups[0], groups[1], groups[2]);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

/* The target is made before textures are bound, as making it binds others. */
static bool draw(struct execution *execution, const GLuint extents[3])
{
    const struct pt_gl_program *program = &execution->runner->program;
    struct pt_gl_drawing drawing = {0};
    bool made = pt_gl_drawing_make(&drawing, program, execution->bindings, execution->binding_count,
                                   extents, execution->result);

    if (made) {
        glUseProgram(program->name);
        use_bindings(execution);
        pt_gl_draw(&drawing, program, execution->bindings);
    }
    pt_gl_drawing_finish(&drawing);
    return made;
}

static bool run_program(struct execution *execution, const GLuint groups[3])
{
    bool ran = true;

    if (execution->runner->program.draws)
        ran = draw(execution, groups);
    else
        dispatch(execution, groups);
    glFinish();
    clear_units(execution);
    return ran;
}

static bool launch(struct execution *execution, const struct pt_step *step)
{
    const GLint *size = execution->runner->program.group;
    const GLuint local[3] = {(GLuint)size[0], (GLuint)size[1], (GLuint)size[2]};
    GLuint groups[3];

    if (step->kind != PT_STEP_LAUNCH)
        return pt_judge_stop(execution->result, PT_ERROR, step->offset,
                             "gl-tester has no steps but launches");
    if (!pt_count_groups(step, local, groups, execution->result))
        return false;
    if (!run_program(execution, groups))
        return false;
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

static char *read_back(const struct pt_gl_binding *binding)
{
    char *memory = pt_alloc(pt_gl_binding_arg(binding)->size, 1);

    pt_gl_binding_read(binding, memory);
    return memory;
}

static void compare(struct execution *execution, const struct pt_gl_binding *binding)
{
    const struct pt_arg *out = binding->out;
    const struct pt_gl_binding *source =
        out->fill == PT_FILL_TEXELS_OF ? &execution->bindings[out->source] : NULL;
    char *actual = read_back(binding), *texels = source ? read_back(source) : NULL;
    const char *error = pt_gl_error();

    if (*error)
        pt_judge_stop(execution->result, PT_FAIL, out->offset, "reading an argument back gave %s",
                      error);
    else
        pt_judge_out(execution->runner->options, execution->test, out, actual,
                     source ? pt_gl_binding_arg(source) : NULL, texels, execution->result);
    free(texels);
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
