/* SPDX-License-Identifier: MIT */
/* run.h: a runner of Vulkan tests, for its own files. */
#pragma once

#include "program-tester/run/judge.h"
#include "program-tester/vk/program.h"
#include "program-tester/vk/texture.h"

struct pt_runner {
    const struct pt_run_options *options;
    const struct pt_device *device;
    struct pt_vk vk;
    const struct pt_plan *plan; /* the one that is prepared, or NULL */
    struct pt_vk_program program;
    struct pt_result prepared; /* status, message and log of requirements and build */
};

/* An argument's object: from arg_in, arg_out or both. */
struct pt_vk_binding {
    const struct pt_arg *in, *out; /* both NULL: no argument has this index */
    struct pt_vk_buffer buffer;
    struct pt_vk_texture texture;
    VkSampler sampler;
    const struct pt_arg *sampled; /* of an image: the sampler argument behind it, or NULL */
};

/* The argument that describes the object. */
static inline const struct pt_arg *pt_vk_binding_arg(const struct pt_vk_binding *binding)
{
    return binding->in ? binding->in : binding->out;
}

/* The memory of a buffer, or of an image's texels, that the host sees. */
static inline void *pt_vk_binding_memory(const struct pt_vk_binding *binding)
{
    return binding->buffer.handle ? binding->buffer.mapped : binding->texture.texels.mapped;
}

/* Makes the object with its contents. On failure the result is set. */
bool pt_vk_binding_make(struct pt_runner *runner, struct pt_vk_binding *binding,
                        struct pt_result *result);
/* Puts it into the program's set of descriptors. */
void pt_vk_binding_use(struct pt_runner *runner, const struct pt_vk_binding *binding);
/* Puts nothing into it, where the program uses a binding that is no argument. On failure the result
 * is set. */
bool pt_vk_binding_use_nothing(struct pt_runner *runner, struct pt_vk_binding *binding,
                               unsigned index, struct pt_result *result);
void pt_vk_binding_finish(struct pt_runner *runner, struct pt_vk_binding *binding);

/* A test while it runs. */
struct pt_vk_execution {
    struct pt_runner *runner;
    const struct pt_test *test;
    struct pt_result *result;
    struct pt_vk_binding *bindings; /* by argument index */
    unsigned binding_count;
};

/* Carries out a test's steps and compares. */
void pt_vk_execute(struct pt_runner *runner, const struct pt_test *test, struct pt_result *result);

/* Carries out a step that is no launch. False: the result is set. */
bool pt_vk_step(struct pt_vk_execution *execution, const struct pt_step *step);

/* Asks the device about a format (promise.c): a step, too. */
bool pt_vk_promise(struct pt_vk_execution *execution, const struct pt_step *step);

/* Ends a test with what a call gave. Returns false. */
bool pt_vk_stop(struct pt_vk_execution *execution, size_t offset, const char *what,
                VkResult result);
