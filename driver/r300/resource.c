/* SPDX-License-Identifier: MIT */
/* resource.c: buffers and linear textures, each an object of its own, and their mapping, which is
 * direct. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/r300/r300.h"

struct pipe_transfer {
    struct pipe_resource *resource;
};

const struct hw_r500_format *r300_carried(enum pipe_target target, uint32_t order, uint32_t type)
{
    const struct hw_image_format *format = hw_image_format_find(order, type);

    const bool shape = target == PIPE_TEXTURE_2D || target == PIPE_TEXTURE_3D;

    return shape && format ? hw_r500_image_format(format) : NULL;
}

/* Bytes that the resource takes; 0: there are no such. */
static uint64_t lay_out(struct pipe_resource *resource)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;

    if (tmpl->target == PIPE_BUFFER)
        return tmpl->width;
    resource->format = hw_image_format_find(tmpl->order, tmpl->type);
    resource->carried = r300_carried(tmpl->target, tmpl->order, tmpl->type);
    if (!resource->carried || tmpl->backing || !tmpl->width || tmpl->width > HW_R500_MAX_SIZE ||
        !tmpl->height || tmpl->height > HW_R500_MAX_SIZE || !tmpl->depth ||
        tmpl->depth > HW_R500_MAX_SIZE || tmpl->array_size > 1)
        return 0;
    const uint32_t row_bytes = hw_r500_row_bytes((uint32_t)tmpl->width * resource->format->bytes);
    resource->pitch = row_bytes / resource->format->bytes;
    return (uint64_t)row_bytes * tmpl->height * tmpl->depth;
}

struct pipe_resource *r300_resource_create(struct pipe_screen *base,
                                           const struct pipe_resource_template *tmpl)
{
    struct r300_screen *screen = r300_screen(base);
    struct pipe_resource *resource = calloc(1, sizeof(*resource));

    if (!resource)
        return NULL;
    resource->screen = screen;
    resource->tmpl = *tmpl;
    const uint64_t bytes = lay_out(resource);
    if (bytes)
        resource->bo =
            screen->ws->ops->bo_create(screen->ws, bytes, R300_ALIGNMENT, WINSYS_DOMAIN_VRAM);
    if (!resource->bo) {
        free(resource);
        return NULL;
    }
    if (!screen->info.zeroed)
        memset(resource->bo->map, 0, bytes);
    return resource;
}

void r300_resource_destroy(struct pipe_resource *resource)
{
    if (!resource)
        return;
    winsys_bo_unreference(resource->bo);
    free(resource);
}

/* No kernel sees a pointer. */
uint32_t r300_resource_address(struct pipe_resource *resource)
{
    (void)resource;
    return R300_ALIGNMENT;
}

static bool box_inside(const struct pipe_resource *resource, const struct pipe_box *box)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;
    const uint64_t rows = tmpl->target == PIPE_BUFFER ? 1 : tmpl->height;
    const uint64_t slices = tmpl->target == PIPE_BUFFER ? 1 : tmpl->depth;

    return box->width && box->x <= tmpl->width && box->width <= tmpl->width - box->x &&
           box->height && (uint64_t)box->y + box->height <= rows && box->depth &&
           (uint64_t)box->z + box->depth <= slices;
}

struct pipe_transfer *r300_transfer_map(struct pipe_context *context,
                                        struct pipe_resource *resource, const struct pipe_box *box,
                                        unsigned usage, struct pipe_transfer_info *info,
                                        char error[PIPE_ERROR_SIZE])
{
    const uint64_t texel = resource->format ? resource->format->bytes : 1;
    (void)usage;

    if (!r300_drain(r300_context(context), error))
        return NULL;
    struct pipe_transfer *transfer = box_inside(resource, box) ? malloc(sizeof(*transfer)) : NULL;
    if (!transfer) {
        snprintf(error, PIPE_ERROR_SIZE, "no memory to map, or a box outside of the resource");
        return NULL;
    }
    transfer->resource = resource;
    info->row_pitch = (size_t)(resource->pitch * texel);
    info->slice_pitch = info->row_pitch * resource->tmpl.height;
    info->data = (uint8_t *)resource->bo->map + box->z * info->slice_pitch +
                 box->y * info->row_pitch + box->x * texel;
    return transfer;
}

void r300_transfer_unmap(struct pipe_context *context, struct pipe_transfer *transfer)
{
    (void)context;
    free(transfer);
}
