/* SPDX-License-Identifier: MIT */
/* build.c: checked binaries, and their kernels' code on the device. */
#include "driver/clover/program/build.h"

#include "driver/abi/kernel_abi.h"
#include "driver/base/free_all.h"
#include "driver/clover/memory/sampler.h"
#include "driver/hw/image_access.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Checks slots against the device's limits, which the binary's own checks do not know. */
static const char *check_slot(const struct rootle_arg *arg, const struct pipe_caps *caps)
{
    if ((arg->kind == ROOTLE_ARG_IMAGE_READ && arg->slot >= caps->max_read_images) ||
        (arg->kind == ROOTLE_ARG_IMAGE_WRITE && arg->slot >= caps->max_write_images) ||
        (arg->kind == ROOTLE_ARG_IMAGE_LEVELS && arg->slot != ABI_LEVELS_NO_SURFACE &&
         arg->slot >= ABI_MAX_SURFACES) ||
        (arg->kind == ROOTLE_ARG_SAMPLER && arg->slot >= caps->max_samplers))
        return "more images or samplers than the device has";
    return NULL;
}

static void raise_to(uint32_t *count, uint32_t needed)
{
    if (*count < needed)
        *count = needed;
}

static void count_slots(struct clover_code *code, const struct rootle_arg *arg)
{
    if (arg->kind == ROOTLE_ARG_IMAGE_READ)
        raise_to(&code->view_count, arg->slot + 1);
    if (arg->kind == ROOTLE_ARG_IMAGE_WRITE)
        raise_to(&code->surface_count, arg->slot + 1);
    if (arg->kind == ROOTLE_ARG_IMAGE_LEVELS && arg->slot != ABI_LEVELS_NO_SURFACE)
        raise_to(&code->surface_count, arg->slot + 1);
    if (arg->kind == ROOTLE_ARG_IMAGE_WRITE && arg->access == ROOTLE_ACCESS_READ_WRITE)
        raise_to(&code->view_count, ABI_READ_WRITE_VIEWS + arg->slot + 1);
    if (arg->kind == ROOTLE_ARG_SAMPLER)
        raise_to(&code->argument_samplers, arg->slot + 1);
}

static bool is_attribute(const struct rootle_arg *arg)
{
    return arg->kind == ROOTLE_ARG_IMAGE_SIZE || arg->kind == ROOTLE_ARG_IMAGE_FORMAT ||
           arg->kind == ROOTLE_ARG_IMAGE_LEVELS;
}

/* NULL, or what is wrong with the arguments. */
static const char *read_args(struct clover_code *code, const struct rootle_kernel *kernel,
                             const struct pipe_caps *caps)
{
    bool image = false;

    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct rootle_arg *arg = &kernel->args[i];
        const char *wrong = check_slot(arg, caps);
        if (wrong)
            return wrong;
        if (is_attribute(arg) && !image)
            return "image attributes without an image";
        if (arg->kind == ROOTLE_ARG_IMAGE_LEVELS)
            count_slots(code, arg);
        if (arg->kind > ROOTLE_ARG_LAST_EXPLICIT)
            continue;
        image = arg->kind == ROOTLE_ARG_IMAGE_READ || arg->kind == ROOTLE_ARG_IMAGE_WRITE;
        assert(code->arg_count < kernel->arg_count);
        code->args[code->arg_count++] = arg;
        count_slots(code, arg);
    }
    return NULL;
}

static const char no_memory[] = "out of memory";

/* Fills `code` from the kernel. NULL, or what is wrong with it: no_memory is not the kernel's
 * fault.
 */
static const char *read_kernel(struct clover_code *code, const struct rootle_kernel *kernel,
                               const struct pipe_caps *caps)
{
    const char *wrong = rootle_kernel_fault(kernel);

    code->kernel = kernel;
    code->args = calloc((size_t)kernel->arg_count + 1, sizeof *code->args);
    if (!code->args)
        return no_memory;
    if (!wrong)
        wrong = read_args(code, kernel, caps);
    if (wrong)
        return wrong;
    code->sampler_count = code->argument_samplers + kernel->sampler_count;
    if (kernel->sampler_count > caps->max_samplers || code->sampler_count > caps->max_samplers)
        return "more samplers than the device has";
    for (uint32_t i = 0; i < kernel->sampler_count; i++) {
        if (!clover_sampler_from_bits(kernel->samplers[i], &(struct pipe_sampler_template){0}))
            return "a constant sampler has no meaning";
    }
    return NULL;
}

/* Whether the binary is for this device as it is set up. Objects become code only when linked. */
static bool check_target(const struct rootle_binary *binary, const struct pipe_caps *caps,
                         char *error, size_t error_size)
{
    static const char *const converters[HW_IMAGES_COUNT] = {
        [HW_IMAGES_NATIVE] = "the hardware converts image formats",
        [HW_IMAGES_LOWERED] = "kernels convert image formats (ROOTLE_FORMATS)",
        [HW_IMAGES_MIXED] = "kernels convert some image formats (ROOTLE_FORMATS)"};
    const uint32_t access = binary->image_access;

    if (strcmp(binary->chip, caps->chip) != 0) {
        snprintf(error, error_size, "the binary is for chip %s, the device is %s", binary->chip,
                 caps->chip);
        return false;
    }
    if (access >= HW_IMAGES_COUNT) {
        snprintf(error, error_size, "the binary accesses images in an unknown way");
        return false;
    }
    /* Kernels that ask each image how it is bound can run on all devices. */
    if (binary->type == ROOTLE_EXECUTABLE && access != HW_IMAGES_MIXED &&
        access != caps->image_access) {
        snprintf(error, error_size, "the binary is for a device where %s, here %s",
                 converters[access], converters[caps->image_access]);
        return false;
    }
    return true;
}

static cl_int read_kernels(struct clover_build *build, char *error, size_t error_size)
{
    const struct pipe_caps *caps = &build->context->device->caps;
    const struct rootle_binary *binary = build->binary;

    if (!check_target(binary, caps, error, error_size))
        return CL_INVALID_BINARY;
    build->codes = calloc(binary->kernel_count + 1, sizeof *build->codes);
    if (!build->codes) {
        snprintf(error, error_size, no_memory);
        return CL_OUT_OF_HOST_MEMORY;
    }
    for (uint32_t i = 0; i < binary->kernel_count; i++) {
        const char *wrong = read_kernel(&build->codes[i], &binary->kernels[i], caps);
        if (wrong) {
            snprintf(error, error_size, "kernel %s: %s", binary->kernels[i].name, wrong);
            return wrong == no_memory ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_BINARY;
        }
    }
    return CL_SUCCESS;
}

cl_int clover_build_create(cl_context context, struct rootle_binary *binary, void *image,
                           size_t image_size, struct clover_build **out, char *error,
                           size_t error_size)
{
    struct clover_build *build = calloc(1, sizeof *build);

    if (!build) {
        rootle_binary_destroy(binary);
        free(image);
        snprintf(error, error_size, no_memory);
        return CL_OUT_OF_HOST_MEMORY;
    }
    atomic_init(&build->refs, 1);
    clover_ref(context);
    assert(binary && image);
    build->context = context;
    build->binary = binary;
    build->image = image;
    build->image_size = image_size;
    cl_int result = read_kernels(build, error, error_size);
    if (result)
        clover_build_unref(build);
    else
        *out = build;
    return result;
}

void clover_build_keep_source(struct clover_build *build, const char *source, size_t size,
                              const char *options)
{
    build->options = options ? strdup(options) : NULL;
    build->source = malloc(size + 1);
    if (!build->source)
        return;
    memcpy(build->source, source, size);
    build->source[size] = '\0';
    build->source_size = size;
}

struct rootle_source clover_build_source(const struct clover_build *build)
{
    return (struct rootle_source){.name = ROOTLE_SOURCE_NAME,
                                  .text = build->source,
                                  .size = build->source_size,
                                  .shown = build->name};
}

struct clover_build *clover_build_ref(struct clover_build *build)
{
    atomic_fetch_add(&build->refs, 1);
    return build;
}

static void unload(struct clover_build *build)
{
    struct pipe_context *pipe = build->context->pipe;

    pthread_mutex_lock(&build->context->lock);
    for (uint32_t i = 0; i < build->binary->kernel_count; i++) {
        if (build->codes[i].state)
            pipe->ops->compute_state_destroy(pipe, build->codes[i].state);
        free(build->codes[i].args);
    }
    pthread_mutex_unlock(&build->context->lock);
    free(build->codes);
}

void clover_build_unref(struct clover_build *build)
{
    const unsigned before = build ? atomic_fetch_sub(&build->refs, 1) : 2;
    assert(before > 0);
    if (before > 1)
        return;
    if (build->codes)
        unload(build);
    rootle_binary_destroy(build->binary);
    clover_unref(build->context);
    FREE_ALL(build->image, build->source, build->name, build->options, build);
}

struct clover_code *clover_build_find(struct clover_build *build, const char *name)
{
    for (uint32_t i = 0; i < build->binary->kernel_count; i++) {
        if (strcmp(build->codes[i].kernel->name, name) == 0)
            return &build->codes[i];
    }
    return NULL;
}

/* A kernel that is on the device, in whose place the program's constants and variables are. */
static struct pipe_compute_state *loaded_state(const struct clover_build *build)
{
    for (uint32_t i = 0; i < build->binary->kernel_count; i++) {
        if (build->codes[i].state)
            return build->codes[i].state;
    }
    return NULL;
}

static struct pipe_compute_state *make_state(const struct clover_build *build,
                                             const struct rootle_kernel *kernel,
                                             char error[PIPE_ERROR_SIZE])
{
    struct pipe_context *pipe = build->context->pipe;
    struct pipe_compute_state_template tmpl = {
        .name = kernel->name,
        .code = kernel->code,
        .code_bytes = kernel->code_bytes,
        .rodata = build->binary->rodata,
        .rodata_bytes = build->binary->rodata_bytes,
        .relocations = build->binary->relocations,
        .relocation_count = build->binary->relocation_count,
        .shares = loaded_state(build),
        .gprs = kernel->gprs,
        .stack_entries = kernel->stack_entries,
        .lds_bytes = kernel->lds_bytes,
        .scratch_bytes = kernel->scratch_bytes,
        .without_denormals = kernel->without_denormals != 0,
        .bindings = kernel->bindings,
        .binding_count = kernel->binding_count,
    };

    return pipe->ops->compute_state_create(pipe, &tmpl, error);
}

cl_int clover_code_load(struct clover_build *build, struct clover_code *code)
{
    char error[PIPE_ERROR_SIZE] = "";

    pthread_mutex_lock(&build->context->lock);
    if (!code->state)
        code->state = make_state(build, code->kernel, error);
    pthread_mutex_unlock(&build->context->lock);
    if (code->state)
        return CL_SUCCESS;
    clover_report(build->context, "kernel %s cannot be loaded: %s", code->kernel->name, error);
    return CL_OUT_OF_RESOURCES;
}
