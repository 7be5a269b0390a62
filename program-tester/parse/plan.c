/* SPDX-License-Identifier: MIT */
/* plan.c: the contents of arguments, and the end of a plan. */
#include "program-tester/parse/plan.h"

#include <stdlib.h>
#include <string.h>

/* The first whose suffix a name has counts. */
static const struct pt_language languages[] = {
    {".vk.comp", "GLSL for Vulkan", "vk-tester", PT_VULKAN, false},
    {".vk.spvasm", "SPIR-V for Vulkan", "vk-tester", PT_VULKAN, true},
    {".spvasm", "SPIR-V", "program-tester", PT_OPENCL, true},
    {".comp", "GLSL", "gl-tester", PT_OPENGL, false},
    {".frag", "GLSL", "gl-tester", PT_OPENGL, false},
    {".cl", "OpenCL C", "program-tester", PT_OPENCL, false},
    {"", "OpenCL C", "program-tester", PT_OPENCL, false},
};

static const struct pt_language *language_of(const char *name)
{
    const struct pt_language *language = languages;

    while (!pt_has_suffix(name, language->suffix))
        language++;
    return language;
}

const struct pt_language *pt_plan_language(const struct pt_plan *plan)
{
    return language_of(plan->text.name);
}

bool pt_plan_has_comment(const struct pt_plan *plan)
{
    return *pt_plan_language(plan)->suffix;
}

bool pt_is_test_file(const char *path)
{
    return *language_of(path)->suffix || pt_has_suffix(path, ".program_test") ||
           pt_has_suffix(path, ".bin");
}

const struct pt_arg *pt_args_find(const struct pt_args *args, unsigned index)
{
    for (size_t i = 0; i < args->count; i++) {
        if (args->items[i].index == index)
            return &args->items[i];
    }
    return NULL;
}

/* Repeats what is given until the argument is full. */
static void repeat_lanes(const struct pt_arg *arg, size_t lane, unsigned char *memory)
{
    const size_t whole = arg->count * arg->type.width * lane, given = arg->lane_count * lane;
    size_t done = given < whole ? given : whole;

    memcpy(memory, arg->lanes, done);
    for (size_t more; done < whole; done += more) {
        more = done < whole - done ? done : whole - done;
        memcpy(memory + done, memory, more);
    }
}

static void expand_lanes(const struct pt_arg *arg, unsigned char *memory)
{
    size_t lane = pt_scalars[arg->type.scalar].size;
    size_t stride = pt_type_size(arg->type);
    const unsigned char *lanes = arg->lanes;
    size_t next = 0;

    if (stride == lane * arg->type.width) {
        repeat_lanes(arg, lane, memory);
        return;
    }

    for (size_t i = 0; i < arg->count; i++) {
        for (unsigned c = 0; c < arg->type.width; c++) {
            memcpy(memory + i * stride + c * lane, lanes + next * lane, lane);
            next = next + 1 == arg->lane_count ? 0 : next + 1;
        }
    }
}

static void expand_texels(const struct pt_arg *arg, unsigned char *memory)
{
    size_t texel = pt_format_size(arg->image.format);
    const union pt_channel *lanes = arg->lanes;
    size_t next = 0;

    for (size_t i = 0; i < arg->count; i++) {
        union pt_channel rgba[4];

        for (unsigned c = 0; c < 4; c++) {
            rgba[c] = lanes[next];
            next = next + 1 == arg->lane_count ? 0 : next + 1;
        }
        pt_texel_from_rgba(arg->image.format, rgba, memory + i * texel);
    }
}

static void expand_random(const struct pt_arg *arg, uint64_t seed, unsigned char *memory)
{
    size_t lane = pt_scalars[arg->type.scalar].size;
    uint64_t state = seed + arg->index;

    for (size_t at = 0; at + lane <= arg->size; at += lane)
        pt_scalar_random(arg->type.scalar, &state, memory + at);
}

void pt_arg_expand(const struct pt_arg *arg, uint64_t seed, void *memory)
{
    memset(memory, 0, arg->size);
    if (arg->fill == PT_FILL_RANDOM)
        expand_random(arg, seed, memory);
    else if (arg->fill == PT_FILL_VALUES && arg->texels)
        expand_texels(arg, memory);
    else if (arg->fill == PT_FILL_VALUES)
        expand_lanes(arg, memory);
}

void pt_arg_expand_lanes(const struct pt_arg *arg, void *lanes, void *memory)
{
    struct pt_arg other = *arg;

    other.lanes = lanes;
    pt_arg_expand(&other, 0, memory);
}

const char *const pt_step_names[PT_STEP_KIND_COUNT] = {
    [PT_STEP_LAUNCH] = "launch", [PT_STEP_READ] = "read",       [PT_STEP_WRITE] = "write",
    [PT_STEP_MAP] = "map",       [PT_STEP_FILL] = "fill",       [PT_STEP_COPY] = "copy",
    [PT_STEP_BLIT] = "blit",     [PT_STEP_RESOLVE] = "resolve", [PT_STEP_FORMAT] = "format",
    [PT_STEP_QUEUE] = "queue",   [PT_STEP_ASK] = "ask",         [PT_STEP_INFO] = "info",
};

void pt_arg_finish(struct pt_arg *arg)
{
    for (unsigned i = 0; i < arg->choice_count; i++) {
        free(arg->choices[i].lanes);
        free(arg->choices[i].highs);
    }
    free(arg->choices);
    free(arg->grouped);
    free(arg->picture);
    for (size_t i = 0; i < PT_COUNT(arg->native); i++)
        free(arg->native[i]);
    free(arg->lanes);
    free(arg->highs);
    arg->lanes = arg->highs = NULL;
    arg->choices = NULL;
    arg->grouped = NULL;
    arg->picture = NULL;
    arg->choice_count = 0;
}

static void args_finish(struct pt_args *args)
{
    for (size_t i = 0; i < args->count; i++)
        pt_arg_finish(&args->items[i]);
    free(args->items);
}

void pt_step_finish(struct pt_step *step)
{
    free(step->launch.kernel_name);
    free(step->args);
    free(step->words);
    pt_arg_finish(&step->contents);
}

static void test_finish(struct pt_test *test)
{
    free(test->name);
    free(test->launch.kernel_name);
    args_finish(&test->in);
    args_finish(&test->out);
    for (size_t i = 0; i < test->step_count; i++)
        pt_step_finish(&test->steps[i]);
    free(test->steps);
}

static void config_finish(struct pt_config *config)
{
    free(config->name);
    free(config->platform_regex);
    free(config->device_regex);
    free(config->platform_extensions);
    free(config->device_extensions);
    free(config->features);
    free(config->program_source_file);
    free(config->program_binary_file);
    free(config->build_options);
    free(config->expect_build_log);
}

void pt_plan_free(struct pt_plan *plan)
{
    if (!plan)
        return;
    for (size_t i = 0; i < plan->test_count; i++)
        test_finish(&plan->tests[i]);
    free(plan->tests);
    config_finish(&plan->config);
    free(plan->program);
    free(plan->path);
    pt_text_finish(&plan->text);
    free(plan);
}
