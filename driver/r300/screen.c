/* SPDX-License-Identifier: MIT */
/* screen.c: the device as a whole: what it can, which is less than a compute device's. */
#include "driver/r300/screen.h"

#include <stdio.h>
#include <stdlib.h>

#include "driver/base/env.h"
#include "driver/hw/image_access.h"
#include "driver/r300/r300.h"

static void get_caps(struct pipe_screen *base, struct pipe_caps *caps)
{
    const struct r300_screen *screen = r300_screen(base);
    const uint64_t largest = screen->info.max_bo_bytes / 4;

    *caps = (struct pipe_caps){
        .vendor = "Rootle",
        .vendor_id = 0x1002, /* AMD's PCI id */
        .compute_units = screen->chip->simds,
        .max_clock_mhz = screen->info.max_clock_mhz,
        .max_work_group_size = R300_MAX_GROUP_SIZE,
        .wave_size = 1, /* there is nothing that work-items share */
        .global_mem_bytes = screen->info.vram_bytes,
        .max_alloc_bytes = largest,
        .max_parameter_bytes = ABI_MAX_ARGUMENT_BYTES,
        .max_constant_bytes = ABI_IMAGE_MAX_CONSTANTS * 16,
        .image_max_2d_width = HW_R500_MAX_SIZE,
        .image_max_2d_height = HW_R500_MAX_SIZE,
        .image_max_3d_width = HW_R500_MAX_SIZE,
        .image_max_3d_height = HW_R500_MAX_SIZE,
        .image_max_3d_depth = HW_R500_MAX_SIZE,
        .max_read_images = ABI_IMAGE_MAX_TEXTURES,
        .max_write_images = ABI_IMAGE_MAX_TARGETS,
        .max_samplers = ABI_IMAGE_MAX_TEXTURES,
        .image_programs_only = true,
    };
    snprintf(caps->name, sizeof(caps->name), "%s", screen->info.name);
    snprintf(caps->chip, sizeof(caps->chip), "%s", screen->chip->name);
}

static void format_support(struct pipe_screen *screen, enum pipe_target target, uint32_t order,
                           uint32_t type, bool *read, bool *write)
{
    (void)screen;
    *read = r300_carried(target, order, type);
    *write = *read && target == PIPE_TEXTURE_2D;
}

static bool format_at(struct pipe_screen *screen, uint32_t index, uint32_t *order, uint32_t *type)
{
    (void)screen;
    return hw_image_format_name(index, order, type);
}

static void context_destroy(struct pipe_context *base)
{
    struct r300_context *context = r300_context(base);

    r300_drain(context, NULL);
    r300_cs_finish(&context->cs);
    free(context);
}

static const struct pipe_context_ops context_ops = {
    .destroy = context_destroy,
    .transfer_map = r300_transfer_map,
    .transfer_unmap = r300_transfer_unmap,
    .sampler_view_create = r300_sampler_view_create,
    .sampler_view_destroy = r300_sampler_view_destroy,
    .surface_create = r300_surface_create,
    .surface_destroy = r300_surface_destroy,
    .sampler_create = r300_sampler_create,
    .sampler_destroy = r300_sampler_destroy,
    .compute_state_create = r300_compute_state_create,
    .compute_state_destroy = r300_compute_state_destroy,
    .compute_state_rodata = r300_compute_state_rodata,
    .launch_grid = r300_launch_grid,
    .fence_wait = r300_fence_wait,
    .fence_destroy = r300_fence_destroy,
};

static struct pipe_context *context_create(struct pipe_screen *base)
{
    struct r300_context *context = calloc(1, sizeof(*context));

    if (!context)
        return NULL;
    context->base.ops = &context_ops;
    context->base.screen = base;
    context->youngest = &context->oldest;
    return &context->base;
}

static void screen_destroy(struct pipe_screen *base)
{
    struct r300_screen *screen = r300_screen(base);

    screen->ws->ops->destroy(screen->ws);
    free(screen);
}

static const struct pipe_screen_ops screen_ops = {
    .destroy = screen_destroy,
    .get_caps = get_caps,
    .format_support = format_support,
    .format_at = format_at,
    .resource_create = r300_resource_create,
    .resource_destroy = r300_resource_destroy,
    .resource_address = r300_resource_address,
    .context_create = context_create,
};

/* Raw texels would need textures and targets of integers, which the chip lacks. */
static bool formats_fit(const struct hw_chip *chip, char error[PIPE_ERROR_SIZE])
{
    struct hw_image_choice images;

    if (!hw_image_access_read(env_get(ENV_FORMATS), &images, error, PIPE_ERROR_SIZE))
        return false;
    if (images.access == HW_IMAGES_NATIVE)
        return true;
    snprintf(error, PIPE_ERROR_SIZE,
             "ROOTLE_FORMATS: kernels on %s cannot convert formats: it has no images of integers",
             chip->name);
    return false;
}

struct pipe_screen *r300_screen_create(struct winsys *ws, char error[PIPE_ERROR_SIZE])
{
    struct r300_screen *screen = calloc(1, sizeof(*screen));

    if (!screen) {
        snprintf(error, PIPE_ERROR_SIZE, "out of memory");
        ws->ops->destroy(ws);
        return NULL;
    }
    screen->base.ops = &screen_ops;
    screen->ws = ws;
    ws->ops->get_info(ws, &screen->info);
    screen->chip = hw_chip_find_pci(screen->info.pci_id);
    if (!screen->chip || screen->chip->family != HW_FAMILY_R500)
        snprintf(error, PIPE_ERROR_SIZE, "PCI device %#06x is no chip of R500",
                 screen->info.pci_id);
    else if (formats_fit(screen->chip, error))
        return &screen->base;
    screen_destroy(&screen->base);
    return NULL;
}
