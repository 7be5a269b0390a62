/* SPDX-License-Identifier: MIT */
/* launch.c: launches and their fences. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/base/kernel_error.h"
#include "driver/r300/r300.h"

static int __attribute__((format(printf, 4, 5))) fail(int status, const struct pipe_grid_info *info,
                                                      char error[PIPE_ERROR_SIZE],
                                                      const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    kernel_error(error, PIPE_ERROR_SIZE, info->state->name, 0, format, arguments);
    va_end(arguments);
    return status;
}

/* Fences. */

static void unreference(struct pipe_fence *fence)
{
    if (!fence || atomic_fetch_sub_explicit(&fence->references, 1, memory_order_acq_rel) != 1)
        return;
    fence->ws->ops->fence_destroy(fence->fence);
    free(fence);
}

void r300_fence_destroy(struct pipe_context *context, struct pipe_fence *fence)
{
    (void)context;
    unreference(fence);
}

enum pipe_fence_state r300_fence_wait(struct pipe_context *context, struct pipe_fence *fence,
                                      uint64_t timeout_ns, char error[PIPE_ERROR_SIZE])
{
    (void)context;
    switch (fence->ws->ops->fence_wait(fence->fence, timeout_ns, error)) {
    case WINSYS_FENCE_DONE:
        return PIPE_FENCE_DONE;
    case WINSYS_FENCE_FAILED:
        atomic_store(&fence->reported, true);
        return PIPE_FENCE_FAILED;
    default:
        return PIPE_FENCE_PENDING;
    }
}

/* Takes the oldest launch out of the list, waiting for it. False when it failed unnoticed. */
static bool retire(struct r300_context *context, char *error)
{
    struct pipe_fence *fence = context->oldest;
    const bool failed =
        fence->ws->ops->fence_wait(fence->fence, UINT64_MAX, NULL) == WINSYS_FENCE_FAILED;
    const bool unnoticed = failed && !atomic_exchange(&fence->reported, true);

    if (unnoticed && error)
        fence->ws->ops->fence_wait(fence->fence, 0, error);
    context->oldest = fence->next;
    if (!context->oldest)
        context->youngest = &context->oldest;
    unreference(fence);
    return !unnoticed;
}

bool r300_drain(struct r300_context *context, char error[PIPE_ERROR_SIZE])
{
    bool sound = true;

    while (context->oldest)
        if (!retire(context, sound ? error : NULL))
            sound = false;
    return sound;
}

static struct pipe_fence *fence_create(struct winsys *ws)
{
    struct pipe_fence *fence = calloc(1, sizeof(*fence));

    if (!fence)
        return NULL;
    atomic_init(&fence->references, 2); /* the caller's and the list's */
    fence->ws = ws;
    return fence;
}

/* Launches. */

static bool has_powers_of_two(const struct pipe_resource *resource)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;

    return r300_is_power_of_two(tmpl->width) && r300_is_power_of_two(tmpl->height) &&
           r300_is_power_of_two(tmpl->depth);
}

/* Sizes that textures have. */
static bool has_shape(const struct pipe_resource *resource)
{
    return !r300_is_3d(resource) || has_powers_of_two(resource);
}

static int fail_shape(const struct pipe_grid_info *info, uint32_t view, char error[PIPE_ERROR_SIZE])
{
    const struct pipe_resource_template *tmpl = &info->views[view]->resource->tmpl;

    return fail(-EINVAL, info, error,
                "image %u of %u x %u x %u texels is read: R500 has 3D textures whose sizes are "
                "powers of two",
                view, (uint32_t)tmpl->width, tmpl->height, tmpl->depth);
}

/* Slots that the program names and this launch does not fill, and what R500 does not have. */
static int check_bindings(const struct pipe_grid_info *info,
                          const struct abi_image_program *program, char error[PIPE_ERROR_SIZE])
{
    for (uint32_t i = 0; i < program->texture_count; i++) {
        const struct abi_image_texture *texture = &program->textures[i];
        if (texture->view >= info->view_count || !info->views[texture->view])
            return fail(-EINVAL, info, error, "image %u is not there", texture->view);
        if (texture->sampler != ABI_IMAGE_NO_SAMPLER &&
            (texture->sampler >= info->sampler_count || !info->samplers[texture->sampler]))
            return fail(-EINVAL, info, error, "sampler %u is not there", texture->sampler);
        if (info->views[texture->view]->resource->format->number == HW_NUMBER_FLOAT &&
            r300_sampler_of(info, texture)->linear)
            return fail(-EINVAL, info, error,
                        "CL_FILTER_LINEAR of image %u, which holds floats: R500 filters "
                        "normalised integers alone",
                        texture->view);
        if (!has_shape(info->views[texture->view]->resource))
            return fail_shape(info, texture->view, error);
    }
    for (uint32_t i = 0; i < program->target_count; i++)
        if (program->targets[i].surface >= info->surface_count ||
            !info->surfaces[program->targets[i].surface])
            return fail(-EINVAL, info, error, "written image %u is not there",
                        program->targets[i].surface);
    return 0;
}

/* The first texture that a unit would have to repeat or mirror and cannot, or NULL. */
static const struct abi_image_texture *find_unwrapped(const struct pipe_grid_info *info)
{
    const struct abi_image_program *program = &info->state->program;

    for (uint32_t i = 0; i < program->texture_count; i++)
        if (r300_wraps(info, &program->textures[i]) &&
            !has_powers_of_two(info->views[program->textures[i].view]->resource))
            return &program->textures[i];
    return NULL;
}

/* The program that does what is bound asks for. */
static int choose_program(const struct pipe_grid_info *info, struct r300_launch *launch,
                          char error[PIPE_ERROR_SIZE])
{
    const struct pipe_compute_state *state = info->state;

    launch->program = &state->program;
    const int status = check_bindings(info, launch->program, error);
    const struct abi_image_texture *texture = status ? NULL : find_unwrapped(info);
    if (!texture)
        return status;
    if (!state->wrapping.instruction_count) {
        const struct pipe_resource_template *tmpl = &info->views[texture->view]->resource->tmpl;
        return fail(-EINVAL, info, error,
                    "image %u of %u x %u texels is read by a sampler that repeats or mirrors: R500 "
                    "does so where sizes are powers of two, and for instructions that do so "
                    "themselves the kernel is too long",
                    texture->view, (uint32_t)tmpl->width, tmpl->height);
    }
    launch->program = &state->wrapping;
    return check_bindings(info, launch->program, error);
}

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* Work-items outside of an image write nothing. */
static int find_rectangle(const struct pipe_grid_info *info, struct r300_launch *launch,
                          char error[PIPE_ERROR_SIZE])
{
    const uint64_t items[3] = {(uint64_t)info->groups[0] * info->local_size[0],
                               (uint64_t)info->groups[1] * info->local_size[1],
                               (uint64_t)info->groups[2] * info->local_size[2]};
    uint64_t width = HW_R500_MAX_SIZE, height = HW_R500_MAX_SIZE;

    if (items[2] != 1 || info->offset[2])
        return fail(-EINVAL, info, error, "work-items in three dimensions; R500 draws in two");
    for (uint32_t i = 0; i < launch->program->target_count; i++) {
        const struct pipe_resource_template *tmpl =
            &info->surfaces[launch->program->targets[i].surface]->resource->tmpl;
        width = least(width, tmpl->width);
        height = least(height, tmpl->height);
    }
    launch->x0 = least(info->offset[0], width);
    launch->y0 = least(info->offset[1], height);
    launch->x1 = least(info->offset[0] + items[0], width);
    launch->y1 = least(info->offset[1] + items[1], height);
    return 0;
}

static int submit(struct r300_context *context, const struct r300_launch *launch,
                  struct pipe_fence *fence, char error[PIPE_ERROR_SIZE])
{
    const struct pipe_grid_info *info = launch->info;
    /* Line tables are of the first program. */
    const struct guide *guide = launch->program == &info->state->program ? info->guide : NULL;
    const struct winsys_cs cs = {.dwords = context->cs.dwords,
                                 .dword_count = context->cs.count,
                                 .relocs = context->cs.relocs,
                                 .reloc_count = context->cs.reloc_count,
                                 .label = info->state->name,
                                 .guide = guide};

    if (context->cs.failed)
        return fail(-ENOMEM, info, error, "no memory for its command stream");
    return fence->ws->ops->cs_submit(fence->ws, &cs, &fence->fence, error);
}

int r300_launch_grid(struct pipe_context *base, const struct pipe_grid_info *info,
                     struct pipe_fence **fence, char error[PIPE_ERROR_SIZE])
{
    struct r300_context *context = r300_context(base);
    uint32_t constants[4 * ABI_IMAGE_MAX_CONSTANTS];
    struct r300_launch launch = {.info = info, .constants = constants};
    int status = choose_program(info, &launch, error);

    if (!status)
        status = find_rectangle(info, &launch, error);
    if (!status && r300_constants(launch.program, info, constants))
        status = fail(-EINVAL, info, error, "a constant lies behind its %u bytes of inputs",
                      info->input_bytes);
    if (status)
        return status;
    struct pipe_fence *made = fence_create(r300_screen(base->screen)->ws);
    if (!made)
        return fail(-ENOMEM, info, error, "out of memory");
    r300_cs_reset(&context->cs);
    if (launch.x0 < launch.x1 && launch.y0 < launch.y1)
        r300_emit_launch(&context->cs, &launch);
    else
        r300_cs_reg(&context->cs, HW_R500_R_WAIT_UNTIL, HW_R500_WAIT_3D_IDLECLEAN);
    status = submit(context, &launch, made, error);
    if (status) {
        free(made);
        return status;
    }
    *context->youngest = made;
    context->youngest = &made->next;
    *fence = made;
    return 0;
}
