/* SPDX-License-Identifier: MIT */
/* shadow.c: what kernels write in the place of textures that lie in buffers: those are linear, and
 * RATs misplace what is written to linear 2D textures; and what they read in the place of those
 * whose pitches no layout has. A shadow is a texture of its own, which gets the contents when a
 * launch binds it first, and gives them back after each launch that may have written. */
#include <assert.h>
#include <string.h>

#include "driver/base/fault.h"
#include "driver/r600/r600.h"

static void copy_slice(const struct pipe_resource *texture, uint32_t z,
                       const struct pipe_transfer_info *info, bool to_shadow)
{
    const struct pipe_resource_template *tmpl = &texture->tmpl;
    const size_t bytes = (size_t)tmpl->width * texture->format->bytes;

    for (uint32_t y = 0; y < tmpl->height; y++) {
        uint8_t *row = texture->map + z * tmpl->slice_pitch + y * tmpl->row_pitch;
        uint8_t *other = (uint8_t *)info->data + z * info->slice_pitch + y * info->row_pitch;
        memcpy(to_shadow ? other : row, to_shadow ? row : other, bytes);
    }
}

/* Copies all rows. False when memory is short, or an earlier launch failed. */
static bool copy_rows(struct pipe_context *context, struct pipe_resource *texture, bool to_shadow)
{
    const struct pipe_resource_template *tmpl = &texture->tmpl;
    const struct pipe_box box = {
        .width = tmpl->width, .height = tmpl->height, .depth = tmpl->depth * tmpl->array_size};
    struct pipe_transfer_info info;
    char error[PIPE_ERROR_SIZE];
    struct pipe_transfer *transfer = r600_transfer_map(
        context, texture->shadow, &box,
        to_shadow ? PIPE_MAP_WRITE | PIPE_MAP_DISCARD : PIPE_MAP_READ, &info, error);

    if (!transfer)
        return false;
    for (uint32_t z = 0; z < box.depth; z++)
        copy_slice(texture, z, &info, to_shadow);
    r600_transfer_unmap(context, transfer);
    return true;
}

static void destroy(struct pipe_resource *texture)
{
    r600_resource_destroy(texture->shadow);
    texture->shadow = NULL;
}

static bool create(struct pipe_context *context, struct pipe_resource *texture)
{
    assert(!texture->shadow && r600_lies_in_buffer(texture));
    struct pipe_resource_template tmpl = texture->tmpl;

    tmpl.backing = NULL;
    tmpl.backing_offset = tmpl.row_pitch = tmpl.slice_pitch = 0;
    texture->shadow = r600_resource_create_as(context->screen, &tmpl, texture->lowered);
    if (!texture->shadow)
        return false;
    if (fault_active(FAULT_shadow_empty) || copy_rows(context, texture, true))
        return true;
    destroy(texture);
    return false;
}

struct pipe_resource *r600_shadow_take(struct pipe_context *context, struct pipe_resource *texture,
                                       bool write, struct pipe_resource **shadowed)
{
    struct pipe_resource *found = texture;

    *shadowed = NULL;
    if (!r600_lies_in_buffer(texture))
        return texture;
    pthread_mutex_lock(&texture->screen->shadow_lock);
    if ((write || texture->read_in_shadow) && !texture->shadow && !create(context, texture)) {
        found = NULL;
    } else if (texture->shadow) {
        texture->shadow_users++;
        *shadowed = texture;
        found = texture->shadow;
    }
    pthread_mutex_unlock(&texture->screen->shadow_lock);
    return found;
}

void r600_shadow_give(struct pipe_context *context, struct pipe_resource *shadowed, bool written)
{
    if (!shadowed)
        return;
    pthread_mutex_lock(&shadowed->screen->shadow_lock);
    if (written && !fault_active(FAULT_shadow_lost))
        copy_rows(context, shadowed, false);
    assert(shadowed->shadow && shadowed->shadow_users > 0);
    if (--shadowed->shadow_users == 0)
        destroy(shadowed);
    pthread_mutex_unlock(&shadowed->screen->shadow_lock);
}
