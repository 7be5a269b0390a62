/* SPDX-License-Identifier: MIT */
/* transfer.c: the CPU's view of a box of a resource: mapped directly where rows are linear, else
 * through a staging copy of exactly the box. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/r600/r600.h"

struct pipe_transfer {
    struct pipe_resource *resource;
    struct pipe_box box;
    unsigned usage;
    /* NULL when mapped directly: the box's texels, and the columns' parts of their places. */
    uint8_t *staging;
    size_t room; /* of staging */
    struct hw_tile_part *columns;
    size_t row_pitch, slice_pitch;
};

/* Large blocks are kept for the next transfer: fresh ones cost a page fault each 4 KiB. */
enum { KEPT_BYTES = 64 << 20 };

static uint8_t *take_staging(struct r600_context *context, size_t bytes, size_t *room)
{
    for (unsigned i = 0; i < R600_KEPT_STAGING; i++) {
        struct r600_staging *kept = &context->staging[i];
        if (kept->room < bytes)
            continue;
        uint8_t *memory = kept->memory;
        *room = kept->room;
        *kept = (struct r600_staging){0};
        return memory;
    }
    *room = bytes;
    return malloc(bytes);
}

static void give_staging(struct r600_context *context, uint8_t *memory, size_t room)
{
    struct r600_staging *least = &context->staging[0];
    for (unsigned i = 1; i < R600_KEPT_STAGING; i++)
        if (context->staging[i].room < least->room)
            least = &context->staging[i];
    if (!memory || room > KEPT_BYTES || room <= least->room) {
        free(memory);
        return;
    }
    free(least->memory);
    *least = (struct r600_staging){memory, room};
}

static void transfer_free(struct r600_context *context, struct pipe_transfer *transfer)
{
    if (!transfer)
        return;
    give_staging(context, transfer->staging, transfer->room);
    free(transfer->columns);
    free(transfer);
}

/* Raw texels of one or two bytes take a dword each. */
static bool is_widened(const struct pipe_resource *resource)
{
    return resource->format && resource->format->bytes != resource->bound->bytes;
}

static bool is_direct(const struct pipe_resource *resource)
{
    return resource->layout.mode <= HW_ARRAY_LINEAR_ALIGNED && !is_widened(resource);
}

static bool box_inside(const struct pipe_resource *resource, const struct pipe_box *box)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;
    bool image = tmpl->target > PIPE_TEXTURE_BUFFER;
    uint64_t rows = image ? tmpl->height : 1;
    uint64_t slices = image ? (uint64_t)tmpl->depth * tmpl->array_size : 1;
    return box->width && box->height && box->depth && box->x <= tmpl->width &&
           box->width <= tmpl->width - box->x && (uint64_t)box->y + box->height <= rows &&
           (uint64_t)box->z + box->depth <= slices;
}

/* Copies texels between a row of a surface and linear memory. Displayable tiles keep at least 16
 * bytes of a row together (8 for one-byte texels), so most texels move in runs. */
enum { RUN_BYTES = 16 };

struct row_copy {
    const struct hw_tile_part *columns; /* of the box's texels */
    uint8_t *surface;
    uint32_t x, count, bpe;
    bool to_surface;
};

static inline void move(uint8_t *surface, uint8_t *linear, size_t bytes, bool to_surface)
{
    if (to_surface)
        memcpy(surface, linear, bytes);
    else
        memcpy(linear, surface, bytes);
}

static inline void copy_row(const struct row_copy *copy, struct hw_tile_part row, uint8_t *linear,
                            size_t bpe, size_t run_bytes)
{
    uint32_t i = 0;
    const uint32_t run = (uint32_t)(run_bytes / bpe);
    for (; i < copy->count && (copy->x + i) % run; i++)
        move(copy->surface + hw_surface_in_row(row, copy->columns[i]), linear + i * bpe, bpe,
             copy->to_surface);
    for (; i + run <= copy->count; i += run)
        move(copy->surface + hw_surface_in_row(row, copy->columns[i]), linear + i * bpe, run_bytes,
             copy->to_surface);
    for (; i < copy->count; i++)
        move(copy->surface + hw_surface_in_row(row, copy->columns[i]), linear + i * bpe, bpe,
             copy->to_surface);
}

/* Sizes that are constants let the compiler turn each move into a register. */
static void copy_row_of(const struct row_copy *copy, struct hw_tile_part row, uint8_t *linear)
{
    switch (copy->bpe) {
    case 1:
        copy_row(copy, row, linear, 1, RUN_BYTES / 2);
        break;
    case 2:
        copy_row(copy, row, linear, 2, RUN_BYTES);
        break;
    case 4:
        copy_row(copy, row, linear, 4, RUN_BYTES);
        break;
    case 8:
        copy_row(copy, row, linear, 8, RUN_BYTES);
        break;
    default:
        copy_row(copy, row, linear, 16, RUN_BYTES);
        break;
    }
}

static void copy_widened_row(const struct row_copy *copy, struct hw_tile_part row, uint8_t *linear,
                             size_t texel)
{
    for (uint32_t i = 0; i < copy->count; i++)
        move(copy->surface + hw_surface_in_row(row, copy->columns[i]), linear + i * texel, texel,
             copy->to_surface);
}

static void copy_box(struct pipe_transfer *transfer, bool to_surface)
{
    const struct pipe_box *box = &transfer->box;
    const struct hw_surface_layout *layout = &transfer->resource->layout;
    const struct row_copy copy = {
        .columns = transfer->columns,
        .surface = transfer->resource->map,
        .x = (uint32_t)box->x,
        .count = (uint32_t)box->width,
        .bpe = layout->bpe,
        .to_surface = to_surface,
    };
    bool widened = is_widened(transfer->resource);
    for (uint32_t z = 0; z < box->depth; z++)
        for (uint32_t y = 0; y < box->height; y++) {
            struct hw_tile_part row = hw_surface_row(layout, box->y + y, box->z + z);
            uint8_t *linear =
                transfer->staging + z * transfer->slice_pitch + y * transfer->row_pitch;
            if (widened)
                copy_widened_row(&copy, row, linear, transfer->resource->format->bytes);
            else
                copy_row_of(&copy, row, linear);
        }
}

/* Old contents matter unless discarded: the application may write parts of the box only. */
static bool map_staging(struct r600_context *context, struct pipe_transfer *transfer,
                        struct pipe_transfer_info *info)
{
    const struct pipe_box *box = &transfer->box;
    transfer->row_pitch = box->width * transfer->resource->format->bytes;
    transfer->slice_pitch = transfer->row_pitch * box->height;
    transfer->staging = take_staging(context, box->depth * transfer->slice_pitch, &transfer->room);
    transfer->columns = malloc(box->width * sizeof(*transfer->columns));
    if (!transfer->staging || !transfer->columns)
        return false;
    for (uint32_t i = 0; i < box->width; i++)
        transfer->columns[i] = hw_surface_x(&transfer->resource->layout, (uint32_t)box->x + i);
    if (!(transfer->usage & PIPE_MAP_DISCARD) || transfer->usage & PIPE_MAP_READ)
        copy_box(transfer, false);
    info->data = transfer->staging;
    return true;
}

static void map_directly(struct pipe_transfer *transfer, struct pipe_transfer_info *info)
{
    const struct pipe_resource *resource = transfer->resource;
    const struct pipe_box *box = &transfer->box;
    const struct hw_surface_layout *layout = &resource->layout;
    uint32_t texel = resource->format ? resource->format->bytes : 1;
    if (resource->tmpl.target <= PIPE_TEXTURE_BUFFER) {
        transfer->row_pitch = transfer->slice_pitch = box->width * texel;
        info->data = resource->map + box->x * texel;
    } else {
        transfer->row_pitch = (size_t)layout->pitch * texel;
        transfer->slice_pitch = layout->slice_bytes;
        info->data = resource->map + hw_surface_offset(layout, (uint32_t)box->x, box->y, box->z);
    }
}

struct pipe_transfer *r600_transfer_map(struct pipe_context *context,
                                        struct pipe_resource *resource, const struct pipe_box *box,
                                        unsigned usage, struct pipe_transfer_info *info,
                                        char error[PIPE_ERROR_SIZE])
{
    if (!box_inside(resource, box)) {
        snprintf(error, PIPE_ERROR_SIZE, "the box to map reaches outside the resource");
        return NULL;
    }
    if (!r600_launches_drain(r600_context(context), error))
        return NULL;
    struct pipe_transfer *transfer = calloc(1, sizeof(*transfer));
    if (!transfer)
        goto no_memory;
    transfer->resource = resource;
    transfer->box = *box;
    transfer->usage = usage;
    if (is_direct(resource))
        map_directly(transfer, info);
    else if (!map_staging(r600_context(context), transfer, info))
        goto no_memory;
    info->row_pitch = transfer->row_pitch;
    info->slice_pitch = transfer->slice_pitch;
    return transfer;

no_memory:
    transfer_free(r600_context(context), transfer);
    snprintf(error, PIPE_ERROR_SIZE, "out of memory while mapping a resource");
    return NULL;
}

void r600_transfer_unmap(struct pipe_context *context, struct pipe_transfer *transfer)
{
    if (transfer->staging && transfer->usage & PIPE_MAP_WRITE)
        copy_box(transfer, true);
    transfer_free(r600_context(context), transfer);
}

static bool same_layout(const struct hw_surface_layout *a, const struct hw_surface_layout *b)
{
    return a->mode == b->mode && a->non_displayable == b->non_displayable && a->bpe == b->bpe &&
           a->pitch == b->pitch && a->height == b->height && a->slices == b->slices &&
           a->size_bytes == b->size_bytes && a->tile_split == b->tile_split &&
           a->aspect == b->aspect && a->banks == b->banks && a->bank_width == b->bank_width &&
           a->bank_height == b->bank_height;
}

/* Copying texel by texel would read and write every tile in pieces. When a launch has failed, the
 * transfers that the caller makes instead are what reports it. */
bool r600_copy_whole(struct pipe_context *context, struct pipe_resource *to,
                     struct pipe_resource *from)
{
    if (to->tmpl.target <= PIPE_TEXTURE_BUFFER || from->tmpl.target <= PIPE_TEXTURE_BUFFER ||
        to->tmpl.target != from->tmpl.target || !same_layout(&to->layout, &from->layout) ||
        !r600_launches_idle(r600_context(context)))
        return false;
    memcpy(to->map, from->map, to->layout.size_bytes);
    return true;
}

void r600_transfer_finish(struct r600_context *context)
{
    for (unsigned i = 0; i < R600_KEPT_STAGING; i++)
        free(context->staging[i].memory);
}
