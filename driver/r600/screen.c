/* SPDX-License-Identifier: MIT */
/* screen.c: the device as a whole: capabilities, formats, creation of screen and contexts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/r600/r600.h"
#include "driver/r600/screen.h"

static void get_caps(struct pipe_screen *base, struct pipe_caps *caps)
{
    const struct r600_screen *screen = r600_screen(base);
    uint64_t largest = screen->pool.size / 2;
    *caps = (struct pipe_caps){
        .vendor = "Rootle",
        .vendor_id = 0x1002, /* AMD's PCI id */
        .compute_units = screen->info.compute_units,
        .max_clock_mhz = screen->info.max_clock_mhz,
        .max_work_group_size = R600_MAX_GROUP_SIZE,
        .wave_size = screen->chip->wave_size,
        .global_mem_bytes = screen->pool.size,
        .max_alloc_bytes = largest,
        .local_mem_bytes = R600_MAX_LDS_BYTES,
        .max_parameter_bytes = ABI_MAX_ARGUMENT_BYTES,
        .max_constant_bytes = (uint32_t)largest,
        .image_max_2d_width = R600_MAX_IMAGE_2D,
        .image_max_2d_height = R600_MAX_IMAGE_2D,
        .image_max_3d_width = R600_MAX_IMAGE_3D,
        .image_max_3d_height = R600_MAX_IMAGE_3D,
        .image_max_3d_depth = R600_MAX_IMAGE_3D,
        .image_max_array_size = R600_MAX_LAYERS,
        /* Linear-aligned rows of one byte a texel. Raw texels of so few have no place in a buffer.
         */
        .image_pitch_texels =
            screen->images.access == HW_IMAGES_LOWERED ? 0 : R600_ADDRESS_ALIGNMENT,
        .image_max_buffer_texels = largest / 16, /* of the largest texels */
        .max_read_images = ABI_MAX_READ_IMAGES,
        .max_write_images = ABI_MAX_WRITE_IMAGES,
        .max_samplers = ABI_MAX_SAMPLERS,
        .fp64 = screen->chip->fp64,
        .fma = screen->chip->fma,
        .image_access = screen->images.access,
        .mipmaps = screen->images.access == HW_IMAGES_NATIVE,
    };
    snprintf(caps->name, sizeof(caps->name), "%s", screen->info.name);
    snprintf(caps->chip, sizeof(caps->chip), "%s", screen->chip->name);
}

static void format_support(struct pipe_screen *base, enum pipe_target target, uint32_t order,
                           uint32_t type, bool *read, bool *write)
{
    const struct hw_image_format *format = hw_image_format_find(order, type);
    const bool lowered = format && hw_image_is_lowered(&r600_screen(base)->images, format);
    *read = *write = target != PIPE_BUFFER && r600_bound_format(format, lowered, target);
}

static bool format_at(struct pipe_screen *screen, uint32_t index, uint32_t *order, uint32_t *type)
{
    (void)screen;
    return hw_image_format_name(index, order, type);
}

static void context_destroy(struct pipe_context *base)
{
    struct r600_context *context = r600_context(base);
    r600_launches_drain(context, NULL);
    r600_transfer_finish(context);
    winsys_bo_unreference(context->scratch);
    winsys_bo_unreference(context->rtn);
    winsys_bo_unreference(context->upload);
    r600_cs_finish(&context->cs);
    free(context);
}

static const struct pipe_context_ops context_ops = {
    .destroy = context_destroy,
    .transfer_map = r600_transfer_map,
    .transfer_unmap = r600_transfer_unmap,
    .copy_whole = r600_copy_whole,
    .copy_box = r600_copy_box,
    .sampler_view_create = r600_sampler_view_create,
    .sampler_view_destroy = r600_sampler_view_destroy,
    .surface_create = r600_surface_create,
    .surface_destroy = r600_surface_destroy,
    .sampler_create = r600_sampler_create,
    .sampler_destroy = r600_sampler_destroy,
    .compute_state_create = r600_compute_state_create,
    .compute_state_destroy = r600_compute_state_destroy,
    .compute_state_rodata = r600_compute_state_rodata,
    .launch_grid = r600_launch_grid,
    .fence_wait = r600_fence_wait,
    .fence_destroy = r600_fence_destroy,
};

/* Element number and size of what returning atomics leave behind: see ABI_RESOURCE_RETURNED. */
static uint64_t rtn_bytes(const struct hw_chip *chip)
{
    return (uint64_t)chip->shader_engines * 256 * 64 * 4;
}

static struct pipe_context *context_create(struct pipe_screen *base)
{
    struct r600_screen *screen = r600_screen(base);
    struct winsys *ws = screen->ws;
    struct r600_context *context = calloc(1, sizeof(*context));
    if (!context)
        return NULL;
    context->base.ops = &context_ops;
    context->base.screen = base;
    context->order = atomic_fetch_add(&screen->contexts, 1) + 1;
    context->rtn =
        ws->ops->bo_create(ws, rtn_bytes(screen->chip), R600_ADDRESS_ALIGNMENT, WINSYS_DOMAIN_VRAM);
    context->upload =
        ws->ops->bo_create(ws, R600_UPLOAD_BYTES, R600_ADDRESS_ALIGNMENT, WINSYS_DOMAIN_GTT);
    if (!context->rtn || !context->upload) {
        winsys_bo_unreference(context->rtn);
        winsys_bo_unreference(context->upload);
        free(context);
        return NULL;
    }
    context->upload_map = context->upload->map;
    return &context->base;
}

static void screen_destroy(struct pipe_screen *base)
{
    struct r600_screen *screen = r600_screen(base);
    struct winsys *ws = screen->ws;
    winsys_bo_unreference(screen->scratch);
    pthread_mutex_destroy(&screen->scratch_lock);
    pthread_mutex_destroy(&screen->shadow_lock);
    r600_pool_finish(&screen->pool);
    ws->ops->destroy(ws);
    free(screen);
}

static const struct pipe_screen_ops screen_ops = {
    .destroy = screen_destroy,
    .get_caps = get_caps,
    .format_support = format_support,
    .format_at = format_at,
    .resource_create = r600_resource_create,
    .resource_destroy = r600_resource_destroy,
    .resource_address = r600_resource_address,
    .resource_memory = r600_resource_memory,
    .resource_levels = r600_resource_levels,
    .resource_texels = r600_resource_texels,
    .resource_texel = r600_resource_texel,
    .context_create = context_create,
};

static int forced_mode(void)
{
    static const struct {
        const char *name;
        int mode;
    } modes[] = {
        {"", -1},
        {"linear", HW_ARRAY_LINEAR_ALIGNED},
        {"1d", HW_ARRAY_1D_TILED_THIN1},
        {"2d", HW_ARRAY_2D_TILED_THIN1},
    };
    const char *name = env_get(ENV_TILING);
    for (size_t i = 0; i < COUNT(modes); i++)
        if (!strcmp(name, modes[i].name))
            return modes[i].mode;
    fprintf(stderr, "rootle: ROOTLE_TILING=%s is not linear, 1d or 2d; the driver chooses\n", name);
    return -1;
}

/* Half of the memory is the pool, whose addresses have 32 bits, and end where the numbers of
 * generic pointers to other memory begin; textures, code and rings share the rest. */
static uint64_t pool_bytes(const struct winsys_info *info)
{
    const uint64_t addresses = ABI_GENERIC_LOCAL;
    const uint64_t most = info->max_bo_bytes < addresses ? info->max_bo_bytes : addresses;
    return info->vram_bytes / 2 < most ? info->vram_bytes / 2 : most;
}

/* Other programs may have taken what the card seems to have: less will do, too. */
static bool create_pool(struct r600_screen *screen)
{
    const uint64_t enough = 64u << 20, quarantine = screen->info.watched ? 16u << 20 : 0;
    uint64_t size = pool_bytes(&screen->info);
    bool made = r600_pool_init(&screen->pool, screen->ws, size, screen->info.zeroed, quarantine);
    while (!made && size / 2 >= enough) {
        size /= 2;
        made = r600_pool_init(&screen->pool, screen->ws, size, screen->info.zeroed, quarantine);
    }
    return made;
}

struct pipe_screen *r600_screen_create(struct winsys *ws, const struct r600_faults *faults,
                                       char error[PIPE_ERROR_SIZE])
{
    struct r600_screen *screen = calloc(1, sizeof(*screen));
    if (!screen)
        goto no_memory;
    screen->base.ops = &screen_ops;
    screen->ws = ws;
    screen->faults = faults;
    ws->ops->get_info(ws, &screen->info);
    screen->chip = hw_chip_find_pci(screen->info.pci_id);
    if (!screen->chip || screen->chip->family != HW_FAMILY_EVERGREEN) {
        snprintf(error, PIPE_ERROR_SIZE, "PCI device %#06x is no chip that this driver knows",
                 screen->info.pci_id);
        goto free_screen;
    }
    screen->tiling = hw_tiling_config_decode(screen->info.tiling_config);
    screen->forced_mode = forced_mode();
    screen->limits = r600_limits();
    /* The compiler reads the same variable and makes code for the images that it leads to. */
    if (!hw_image_access_read(env_get(ENV_FORMATS), &screen->images, error, PIPE_ERROR_SIZE))
        goto free_screen;
    if (!create_pool(screen))
        goto no_device_memory;
    pthread_mutex_init(&screen->scratch_lock, NULL);
    pthread_mutex_init(&screen->shadow_lock, NULL);
    return &screen->base;

no_device_memory:
    snprintf(error, PIPE_ERROR_SIZE, "no memory for a pool of %llu MiB",
             (unsigned long long)(pool_bytes(&screen->info) >> 20));
free_screen:
    free(screen);
    ws->ops->destroy(ws);
    return NULL;
no_memory:
    snprintf(error, PIPE_ERROR_SIZE, "out of memory");
    ws->ops->destroy(ws);
    return NULL;
}
