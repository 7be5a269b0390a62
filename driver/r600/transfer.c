/* SPDX-License-Identifier: MIT */
/* transfer.c: the CPU's view of a box of a resource: mapped directly where rows are linear, else
 * through a staging copy of exactly the box. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/r600/r600.h"
#include "driver/r600/tile_copy.h"

struct pipe_transfer {
    struct pipe_resource *resource;
    const struct hw_surface_layout *layout; /* of the box's level */
    uint8_t *map;                           /* where it begins */
    struct pipe_box box;
    unsigned usage;
    /* NULL when mapped directly: the box's texels. */
    uint8_t *staging;
    size_t room; /* of staging */
    struct tile_axis columns, rows;
    size_t row_pitch, slice_pitch;
};

/* Large blocks are kept for the next transfer: fresh ones cost a page fault each 4 KiB. */
enum { KEPT_BYTES = 64 << 20 };

/* The host's caches would not hold what is written to tiles from here on. */
enum { AROUND_BYTES = 64 << 20 };

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
    assert(memory != least->memory);
    free(least->memory);
    *least = (struct r600_staging){memory, room};
}

static void free_places(struct pipe_transfer *transfer)
{
    free(transfer->columns.tiles);
    free(transfer->rows.tiles);
}

static void transfer_free(struct r600_context *context, struct pipe_transfer *transfer)
{
    if (!transfer)
        return;
    give_staging(context, transfer->staging, transfer->room);
    free_places(transfer);
    free(transfer);
}

/* Raw texels of one or two bytes take a dword each. */
static bool is_widened(const struct pipe_resource *resource)
{
    return resource->format && resource->format->bytes != resource->bound->bytes;
}

static bool is_padded(const struct pipe_resource *resource)
{
    return resource->padding && !fault_active(FAULT_padding_read_as_alpha);
}

static bool is_direct(const struct pipe_resource *resource)
{
    return r600_lies_in_buffer(resource) || (resource->layout.mode <= HW_ARRAY_LINEAR_ALIGNED &&
                                             !is_widened(resource) && !is_padded(resource));
}

static bool box_inside(const struct pipe_resource *resource, const struct pipe_box *box)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;
    bool image = tmpl->target > PIPE_TEXTURE_BUFFER;
    if (box->level && (!resource->mips || box->level >= tmpl->levels))
        return false;
    uint64_t width = image ? hw_mip_size((uint32_t)tmpl->width, box->level) : tmpl->width;
    uint64_t rows = image ? hw_mip_size(tmpl->height, box->level) : 1;
    uint64_t slices = image ? (uint64_t)hw_mip_size(tmpl->depth, box->level) * tmpl->array_size : 1;
    return box->width && box->height && box->depth && box->x <= width &&
           box->width <= width - box->x && (uint64_t)box->y + box->height <= rows &&
           (uint64_t)box->z + box->depth <= slices;
}

/* Whether tiles are displayable, and none is split: the texels' order is then what
 * copy_pieces takes it for. */
static bool has_whole_tiles(const struct pipe_transfer *transfer)
{
    const struct hw_surface_layout *layout = transfer->layout;
    return layout->mode > HW_ARRAY_LINEAR_ALIGNED && !layout->non_displayable &&
           layout->tile_bytes == TILE * TILE * layout->bpe && !is_widened(transfer->resource);
}

static void copy_box(struct pipe_transfer *transfer, bool to_surface)
{
    const struct pipe_box *box = &transfer->box;
    struct band_copy copy = {
        .columns = &transfer->columns,
        .surface = transfer->map,
        .count = (uint32_t)box->width,
        .whole_tiles = has_whole_tiles(transfer),
        .row_pitch = transfer->row_pitch,
    };
    const uint32_t texel = transfer->resource->format->bytes;
    const bool around = box->width * box->height * box->depth * texel >= AROUND_BYTES;
    const band_fn band = band_find(texel, is_widened(transfer->resource), to_surface, around);
    for (uint32_t z = 0; z < box->depth; z++)
        for (uint32_t y = 0; y < box->height; y += copy.row_count) {
            const struct hw_tile_part slice = hw_surface_slice(transfer->layout, box->z + z);
            const uint32_t left = box->height - y, in_tile = BAND_ROWS - (box->y + y) % BAND_ROWS;
            copy.row_count = left < in_tile ? left : in_tile;
            copy.linear = transfer->staging + z * transfer->slice_pitch + y * transfer->row_pitch;
            for (uint32_t r = 0; r < copy.row_count; r++)
                copy.rows[r] = hw_tile_join(tile_part(&transfer->rows, box->y + y + r), slice);
            band(&copy);
        }
}

/* Padding is ones in textures. What the host writes there is kept aside, and given back. */
static void exchange_padding(const struct pipe_transfer *transfer, bool to_surface)
{
    const struct pipe_resource *resource = transfer->resource;
    const struct pipe_box *box = &transfer->box;
    const uint64_t first = (uint64_t)(transfer->map - resource->map), rows = box->height;
    const uint8_t mask = resource->bound->padding, texel = resource->bound->bytes;

    for (uint64_t i = 0; is_padded(resource) && i < rows * box->depth; i++) {
        const struct hw_tile_part row =
            hw_tile_join(tile_part(&transfer->rows, box->y + (uint32_t)(i % rows)),
                         hw_surface_slice(transfer->layout, box->z + (uint32_t)(i / rows)));
        uint8_t *last = transfer->staging + i * transfer->row_pitch + texel - 1;
        for (uint32_t x = 0; x < box->width; x++, last += texel) {
            const struct hw_tile_part column = tile_part(&transfer->columns, (uint32_t)box->x + x);
            uint8_t *kept = &resource->padding[(first + hw_surface_in_row(row, column)) / texel];
            if (to_surface)
                *kept = *last & mask;
            *last = (uint8_t)(to_surface ? *last | mask : (*last & ~mask) | *kept);
        }
    }
}

/* Each tile's part is made of one before and of its lowest bit's. */
static bool find_axis(const struct hw_surface_layout *layout, struct tile_axis *axis,
                      uint32_t first, uint64_t count, hw_part_fn part)
{
    struct hw_tile_part bits[32];
    const uint32_t tiles = (uint32_t)((first + count + TILE - 1) / TILE) - first / TILE;
    axis->first = first;
    axis->tiles = malloc(tiles * sizeof(*axis->tiles));
    for (unsigned i = 0; i < TILE; i++)
        axis->in_tile[i] = part(layout, i);
    for (unsigned i = 0; i < COUNT(bits) && 1u << i < tiles; i++)
        bits[i] = part(layout, TILE << i);
    for (uint32_t i = 0; axis->tiles && i < tiles; i++) {
        const uint32_t own = first / TILE + i, low = own & -own;
        axis->tiles[i] = own && low <= i ? hw_tile_join(axis->tiles[i - low], bits[hw_log2(low)])
                                         : part(layout, own * TILE);
    }
    return axis->tiles;
}

static bool find_places(struct pipe_transfer *transfer)
{
    const struct pipe_box *box = &transfer->box;
    return find_axis(transfer->layout, &transfer->columns, (uint32_t)box->x, box->width,
                     hw_surface_x) &&
           find_axis(transfer->layout, &transfer->rows, box->y, box->height, hw_surface_y);
}

/* Old contents matter unless discarded: the application may write parts of the box only. */
static bool map_staging(struct r600_context *context, struct pipe_transfer *transfer,
                        struct pipe_transfer_info *info)
{
    const struct pipe_box *box = &transfer->box;
    assert(!is_direct(transfer->resource) && !transfer->staging);
    transfer->row_pitch = box->width * transfer->resource->format->bytes;
    transfer->slice_pitch = transfer->row_pitch * box->height;
    transfer->staging = take_staging(context, box->depth * transfer->slice_pitch, &transfer->room);
    if (!transfer->staging || !find_places(transfer))
        return false;
    if (!(transfer->usage & PIPE_MAP_DISCARD) || transfer->usage & PIPE_MAP_READ) {
        copy_box(transfer, false);
        exchange_padding(transfer, false);
    }
    info->data = transfer->staging;
    return true;
}

static void map_directly(struct pipe_transfer *transfer, struct pipe_transfer_info *info)
{
    const struct pipe_resource *resource = transfer->resource;
    const struct pipe_box *box = &transfer->box;
    const struct hw_surface_layout *layout = transfer->layout;
    uint32_t texel = resource->format ? resource->format->bytes : 1;
    if (resource->tmpl.target <= PIPE_TEXTURE_BUFFER) {
        transfer->row_pitch = transfer->slice_pitch = box->width * texel;
        info->data = resource->map + box->x * texel;
    } else if (r600_lies_in_buffer(resource)) {
        transfer->row_pitch = resource->tmpl.row_pitch;
        transfer->slice_pitch = resource->tmpl.slice_pitch;
        info->data = resource->map + box->z * transfer->slice_pitch + box->y * transfer->row_pitch +
                     box->x * texel;
    } else {
        transfer->row_pitch = (size_t)layout->pitch * texel;
        transfer->slice_pitch = layout->slice_bytes;
        info->data = transfer->map + hw_surface_offset(layout, (uint32_t)box->x, box->y, box->z);
    }
}

static struct pipe_transfer begin(struct pipe_resource *resource, const struct pipe_box *box,
                                  unsigned usage)
{
    assert(box_inside(resource, box));
    const struct r600_level *level = box->level ? &resource->mips[box->level - 1] : NULL;
    return (struct pipe_transfer){
        .resource = resource,
        .layout = level ? &level->layout : &resource->layout,
        .map = resource->map + (level ? level->offset : 0),
        .box = *box,
        .usage = usage,
    };
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
    *transfer = begin(resource, box, usage);
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
    if (transfer->staging && transfer->usage & PIPE_MAP_WRITE) {
        exchange_padding(transfer, true);
        copy_box(transfer, true);
    }
    transfer_free(r600_context(context), transfer);
}

bool r600_copy_box(struct pipe_context *context, struct pipe_resource *resource,
                   const struct pipe_box *box, unsigned usage,
                   const struct pipe_transfer_info *memory)
{
    if (is_direct(resource) || is_padded(resource) || !box_inside(resource, box) ||
        !r600_launches_idle(r600_context(context)))
        return false;
    struct pipe_transfer transfer = begin(resource, box, usage);
    transfer.staging = memory->data;
    transfer.row_pitch = memory->row_pitch;
    transfer.slice_pitch = memory->slice_pitch;
    const bool sound = find_places(&transfer);
    if (sound)
        copy_box(&transfer, usage & PIPE_MAP_WRITE);
    free_places(&transfer);
    return sound;
}

static bool same_layout(const struct hw_surface_layout *a, const struct hw_surface_layout *b)
{
    return a->mode == b->mode && a->non_displayable == b->non_displayable && a->bpe == b->bpe &&
           a->pitch == b->pitch && a->height == b->height && a->slices == b->slices &&
           a->size_bytes == b->size_bytes && a->tile_split == b->tile_split &&
           a->aspect == b->aspect && a->banks == b->banks && a->bank_width == b->bank_width &&
           a->bank_height == b->bank_height;
}

/* Textures of the same layout are copied as bytes, as texel by texel every tile would be read and
 * written in pieces; in a buffer there are other bytes between their rows. After a launch that
 * failed this is refused: the caller's transfers then report it. */
bool r600_copy_whole(struct pipe_context *context, struct pipe_resource *to,
                     struct pipe_resource *from)
{
    if (to->tmpl.target <= PIPE_TEXTURE_BUFFER || from->tmpl.target <= PIPE_TEXTURE_BUFFER ||
        to->tmpl.target != from->tmpl.target || to->mips || from->mips || r600_lies_in_buffer(to) ||
        r600_lies_in_buffer(from) || !same_layout(&to->layout, &from->layout) ||
        !r600_launches_idle(r600_context(context)))
        return false;
    memcpy(to->map, from->map, to->layout.size_bytes);
    if (to->padding && from->padding)
        memcpy(to->padding, from->padding, to->layout.size_bytes / to->layout.bpe);
    return true;
}

void r600_transfer_finish(struct r600_context *context)
{
    for (unsigned i = 0; i < R600_KEPT_STAGING; i++)
        free(context->staging[i].memory);
}
