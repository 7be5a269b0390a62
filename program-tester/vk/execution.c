/* SPDX-License-Identifier: MIT */
/* execution.c: carries out a test's steps and compares. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/shader/shader.h"
#include "program-tester/vk/run.h"

static bool is_kind(const struct pt_arg *arg, enum pt_arg_kind kind)
{
    return arg && arg->kind == kind;
}

/* A sampler belongs to the last image before it, as in OpenGL's tests. */
static void collect_bindings(struct pt_vk_execution *execution)
{
    const struct pt_args *in = &execution->test->in, *out = &execution->test->out;
    const struct pt_vk_module *module = &execution->runner->program.module;
    unsigned count = pt_argument_count(execution->test);
    struct pt_vk_binding *image = NULL;

    for (unsigned i = 0; i < module->use_count; i++) /* there may be nothing at some */
        count = module->uses[i].binding >= count ? module->uses[i].binding + 1 : count;
    execution->bindings = pt_alloc(count, sizeof(*execution->bindings));
    execution->binding_count = count;
    for (unsigned i = 0; i < count; i++) {
        struct pt_vk_binding *binding = &execution->bindings[i];

        binding->in = pt_args_find(in, i);
        binding->out = pt_args_find(out, i);
        if (is_kind(pt_vk_binding_arg(binding), PT_ARG_IMAGE)) {
            const struct pt_image *described = &pt_vk_binding_arg(binding)->image;

            image = binding;
            if (described->shares) /* the parser has looked that it is before this one */
                binding->texture.over = &execution->bindings[described->over].texture;
        } else if (image && is_kind(binding->in, PT_ARG_SAMPLER) && !image->sampled)
            image->sampled = binding->in;
    }
}

bool pt_vk_stop(struct pt_vk_execution *execution, size_t offset, const char *what, VkResult result)
{
    execution->result->device_lost = execution->runner->vk.lost;
    return pt_judge_stop(execution->result, PT_FAIL, offset, "%s gave %s", what,
                         pt_vk_error(result));
}

/* Whether bindings without an argument are ones at which nothing is bound. */
static bool needs_nothing(const struct pt_vk_execution *execution)
{
    const char *features = execution->runner->plan->config.features;

    return features && pt_names_have(features, "nullDescriptor");
}

/* Whether each binding of the program is an argument. */
static bool check_uses(struct pt_vk_execution *execution)
{
    const struct pt_vk_module *module = &execution->runner->program.module;
    const bool nothing = needs_nothing(execution);

    for (unsigned i = 0; i < module->use_count; i++) {
        const struct pt_vk_use *use = &module->uses[i];
        const struct pt_arg *arg = pt_vk_binding_arg(&execution->bindings[use->binding]);
        const bool buffer = use->type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ||
                            use->type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;

        if (!use->set && !arg && nothing && use->type != VK_DESCRIPTOR_TYPE_SAMPLER)
            continue;
        if (use->set || !arg || buffer != (arg->kind == PT_ARG_BUFFER) || arg->kind == PT_ARG_VALUE)
            return pt_judge_stop(execution->result, PT_ERROR, execution->test->offset,
                                 "the program uses binding %u of set %u, for which there is no %s "
                                 "argument",
                                 use->binding, use->set, buffer ? "buffer" : "such");
    }
    return true;
}

static bool make_bindings(struct pt_vk_execution *execution)
{
    for (unsigned i = 0; i < execution->binding_count; i++) {
        struct pt_vk_binding *binding = &execution->bindings[i];

        if (!pt_vk_binding_arg(binding)) {
            if (!pt_vk_binding_use_nothing(execution->runner, binding, i, execution->result))
                return false;
            continue;
        }
        pt_judge_seed(execution->runner->options, pt_vk_binding_arg(binding), execution->result);
        if (!pt_vk_binding_make(execution->runner, binding, execution->result))
            return false;
        pt_vk_binding_use(execution->runner, binding);
    }
    return true;
}

/* Values are the members of the block of push constants, in order. */
static bool push_values(struct pt_vk_execution *execution)
{
    struct pt_runner *runner = execution->runner;
    const struct pt_vk_module *module = &runner->program.module;
    unsigned member = 0;

    for (unsigned i = 0; i < execution->binding_count; i++) {
        const struct pt_arg *arg = execution->bindings[i].in;
        unsigned char value[16 * 8];

        if (!is_kind(arg, PT_ARG_VALUE))
            continue;
        if (member == module->member_count)
            return pt_judge_stop_arg(execution->result, PT_ERROR, arg,
                                     "the program's block of push constants has %u members",
                                     member);
        pt_arg_expand(arg, runner->options->seed, value);
        vkCmdPushConstants(pt_vk_commands(&runner->vk), runner->program.layout,
                           VK_SHADER_STAGE_COMPUTE_BIT, module->members[member++],
                           (uint32_t)(arg->type.width * pt_scalars[arg->type.scalar].size), value);
    }
    return true;
}

/* The first work-group of a launch with an offset. */
static bool find_base(const struct pt_step *step, const uint32_t local[3], uint32_t base[3],
                      struct pt_result *result)
{
    const struct pt_launch *how = &step->launch;

    for (unsigned i = 0; i < 3; i++) {
        const size_t offset = how->offset_null || i >= how->dimensions ? 0 : how->offset[i];

        if (offset % local[i])
            return pt_judge_stop(result, PT_ERROR, step->offset,
                                 "global_offset is %zu in dimension %u, which the program's "
                                 "work-groups of %zu do not divide",
                                 offset, i + 1, (size_t)local[i]);
        base[i] = (uint32_t)(offset / local[i]);
    }
    return true;
}

static bool launch(struct pt_vk_execution *execution, const struct pt_step *step)
{
    struct pt_vk *vk = &execution->runner->vk;
    const struct pt_vk_program *program = &execution->runner->program;
    uint32_t groups[3], base[3];

    if (!pt_count_groups(step, program->module.group, groups, execution->result) ||
        !find_base(step, program->module.group, base, execution->result))
        return false;
    VkCommandBuffer commands = pt_vk_commands(vk);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program->pipeline);
    if (program->set)
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program->layout, 0, 1,
                                &program->set, 0, NULL);
    if (!push_values(execution))
        return false;
    vkCmdDispatchBase(commands, base[0], base[1], base[2], groups[0], groups[1], groups[2]);
    pt_vk_barrier(vk);
    return true;
}

static bool do_steps(struct pt_vk_execution *execution)
{
    for (size_t i = 0; i < execution->test->step_count; i++) {
        const struct pt_step *step = &execution->test->steps[i];

        if (!(step->kind == PT_STEP_LAUNCH ? launch : pt_vk_step)(execution, step))
            return false;
    }
    return true;
}

static const struct pt_vk_binding *texels_of(const struct pt_vk_execution *execution,
                                             const struct pt_arg *out)
{
    return out->fill == PT_FILL_TEXELS_OF ? &execution->bindings[out->source] : NULL;
}

/* Copies what is compared to where the host sees it. */
static bool read_back(struct pt_vk_execution *execution)
{
    struct pt_vk *vk = &execution->runner->vk;

    for (unsigned i = 0; i < execution->binding_count; i++) {
        const struct pt_vk_binding *binding = &execution->bindings[i];
        const struct pt_vk_binding *source =
            binding->out ? texels_of(execution, binding->out) : NULL;

        if (binding->out && binding->texture.handle)
            pt_vk_texture_read(vk, &binding->texture);
        if (source && source->texture.handle)
            pt_vk_texture_read(vk, &source->texture);
    }
    VkResult result = pt_vk_finish(vk);
    for (unsigned i = 0; i < execution->binding_count && !result; i++)
        pt_vk_texture_fetch(vk, &execution->bindings[i].texture);
    return !result || pt_vk_stop(execution, execution->test->offset, "the test", result);
}

static void compare(struct pt_vk_execution *execution)
{
    for (unsigned i = 0; i < execution->binding_count; i++) {
        const struct pt_vk_binding *binding = &execution->bindings[i];

        if (!binding->out)
            continue;
        const struct pt_vk_binding *source = texels_of(execution, binding->out);
        char *actual = pt_alloc(binding->out->size, 1);
        memcpy(actual, pt_vk_binding_memory(binding), binding->out->size);
        pt_judge_out(execution->runner->options, execution->test, binding->out, actual,
                     source ? pt_vk_binding_arg(source) : NULL,
                     source ? pt_vk_binding_memory(source) : NULL, execution->result);
        free(actual);
    }
    pt_judge(execution->test, execution->result);
}

void pt_vk_execute(struct pt_runner *runner, const struct pt_test *test, struct pt_result *result)
{
    struct pt_vk_execution execution = {.runner = runner, .test = test, .result = result};

    pt_judge_start(test, result);
    collect_bindings(&execution);
    if (check_uses(&execution) && make_bindings(&execution) && do_steps(&execution) &&
        read_back(&execution))
        compare(&execution);
    /* A test that ended early has recorded commands: they end before what they use is freed.
     */
    pt_vk_finish(&runner->vk);
    for (unsigned i = execution.binding_count; i-- > 0;)
        pt_vk_binding_finish(runner, &execution.bindings[i]);
    free(execution.bindings);
}
