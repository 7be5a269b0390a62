/* SPDX-License-Identifier: MIT */
/* resource.c: buffers in the pool, textures with a layout of their own, buffer textures. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/r600/r600.h"

static bool create_buffer(struct pipe_resource *resource)
{
    struct r600_pool *pool = &resource->screen->pool;
    if (!r600_pool_alloc(pool, resource->tmpl.width, &resource->block))
        return false;
    assert(resource->block.offset % R600_ADDRESS_ALIGNMENT == 0);
    resource->bo = pool->bo;
    resource->map = pool->map + resource->block.offset;
    return true;
}

/* Shares the memory of a buffer; registers hold addresses in units of 256 bytes. */
static bool create_buffer_texture(struct pipe_resource *resource)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;
    const struct pipe_resource *backing = tmpl->backing;
    if (!backing || backing->tmpl.target != PIPE_BUFFER ||
        tmpl->backing_offset % R600_ADDRESS_ALIGNMENT || !tmpl->width || tmpl->width > UINT32_MAX ||
        tmpl->backing_offset > backing->tmpl.width ||
        tmpl->width > (backing->tmpl.width - tmpl->backing_offset) / resource->format->bytes)
        return false;
    resource->bo = backing->bo;
    resource->map = backing->map + tmpl->backing_offset;
    resource->block.offset = backing->block.offset + tmpl->backing_offset;
    return true;
}

static void fault_pitches(struct pipe_resource_template *tmpl, unsigned bpe)
{
    if (fault_active(FAULT_over_pitch_ignored))
        tmpl->row_pitch = (tmpl->width + R600_ADDRESS_ALIGNMENT - 1) / R600_ADDRESS_ALIGNMENT *
                          R600_ADDRESS_ALIGNMENT * bpe;
    if (fault_active(FAULT_over_slice_pitch_ignored))
        tmpl->slice_pitch = tmpl->row_pitch * tmpl->height;
}

/* Rows of whole texels, and slices of whole rows, that end inside the buffer. */
static bool fits_in_buffer(const struct pipe_resource_template *tmpl, unsigned bpe)
{
    const uint64_t room = tmpl->backing->tmpl.width, last = tmpl->depth * tmpl->array_size - 1;
    uint64_t end;

    return tmpl->row_pitch && tmpl->row_pitch % bpe == 0 && tmpl->row_pitch / bpe >= tmpl->width &&
           tmpl->slice_pitch % bpe == 0 && tmpl->backing_offset <= room &&
           !__builtin_mul_overflow(tmpl->slice_pitch, last, &end) &&
           !__builtin_add_overflow(end, tmpl->row_pitch * (tmpl->height - 1), &end) &&
           !__builtin_add_overflow(end, tmpl->width * bpe, &end) &&
           end <= room - tmpl->backing_offset;
}

/* Rows and slices of a buffer, as they are there, where the hardware has such a layout. */
static bool lay_rows(struct pipe_resource *resource)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;
    const struct hw_tiling_config *tiling = &resource->screen->tiling;
    const unsigned bpe = resource->bound->bytes;
    const uint32_t slices = tmpl->depth * tmpl->array_size;

    resource->layout = (struct hw_surface_layout){
        .mode = HW_ARRAY_LINEAR_ALIGNED,
        .bpe = (uint8_t)bpe,
        .pipes = tiling->pipes,
        .banks = tiling->banks,
        .slices = slices,
        .pitch = (uint32_t)(tmpl->row_pitch / bpe),
        .height = tmpl->height,
    };
    return tmpl->backing_offset % R600_ADDRESS_ALIGNMENT == 0 &&
           tmpl->row_pitch % (R600_ADDRESS_ALIGNMENT * bpe) == 0 &&
           tmpl->row_pitch / bpe <= 2 * R600_MAX_IMAGE_2D &&
           (slices == 1 || tmpl->slice_pitch == tmpl->row_pitch * tmpl->height) &&
           hw_surface_layout_finish(&resource->layout, NULL) &&
           (slices == 1 || resource->layout.slice_bytes == tmpl->slice_pitch);
}

static bool create_in_buffer(struct pipe_resource *resource)
{
    const struct pipe_resource *buffer = resource->tmpl.backing;
    const unsigned texel = resource->format->bytes;

    fault_pitches(&resource->tmpl, texel);
    if (!fits_in_buffer(&resource->tmpl, texel))
        return false;
    /* Raw texels of one or two bytes are wider than those in the buffer. */
    resource->read_in_shadow =
        resource->bound->bytes != texel || !lay_rows(resource) || resource->bound->padding;
    resource->bo = buffer->bo;
    resource->map = buffer->map + resource->tmpl.backing_offset;
    resource->block.offset = buffer->block.offset + resource->tmpl.backing_offset;
    return true;
}

/* The same texels as another format. */
static bool create_view(struct pipe_resource *resource)
{
    const struct pipe_resource *texture = resource->tmpl.backing;

    if (texture->bound->bytes != resource->bound->bytes)
        return false;
    resource->bo = texture->bo;
    resource->map = texture->map;
    resource->layout = texture->layout;
    if (fault_active(FAULT_view_as_image))
        resource->bound = texture->bound;
    return true;
}

/* Shares the memory of a buffer or of a texture, which outlives it. */
static bool create_shared(struct pipe_resource *resource)
{
    const struct pipe_resource *backing = resource->tmpl.backing;
    assert(backing->screen == resource->screen);

    if (backing->tmpl.target == PIPE_BUFFER)
        return create_in_buffer(resource);
    if (resource->tmpl.target != PIPE_TEXTURE_2D || backing->tmpl.target != PIPE_TEXTURE_2D)
        return false;
    if (backing->tmpl.backing) {
        resource->tmpl.backing_offset = backing->tmpl.backing_offset;
        resource->tmpl.row_pitch = backing->tmpl.row_pitch;
        resource->tmpl.backing = backing->tmpl.backing;
        return create_shared(resource);
    }
    return create_view(resource);
}

struct limits {
    uint32_t width, height, depth, layers;
};

static const struct limits limits[] = {
    [PIPE_TEXTURE_1D] = {R600_MAX_IMAGE_2D, 1, 1, 1},
    [PIPE_TEXTURE_1D_ARRAY] = {R600_MAX_IMAGE_2D, 1, 1, R600_MAX_LAYERS},
    [PIPE_TEXTURE_2D] = {R600_MAX_IMAGE_2D, R600_MAX_IMAGE_2D, 1, 1},
    [PIPE_TEXTURE_2D_ARRAY] = {R600_MAX_IMAGE_2D, R600_MAX_IMAGE_2D, 1, R600_MAX_LAYERS},
    [PIPE_TEXTURE_3D] = {R600_MAX_IMAGE_3D, R600_MAX_IMAGE_3D, R600_MAX_IMAGE_3D, 1},
};

static bool within(uint64_t value, uint32_t most)
{
    return value >= 1 && value <= most;
}

static bool size_allowed(const struct pipe_resource_template *tmpl)
{
    assert(tmpl->target < COUNT(limits));
    const struct limits *limit = &limits[tmpl->target];
    return within(tmpl->width, limit->width) && within(tmpl->height, limit->height) &&
           within(tmpl->depth, limit->depth) && within(tmpl->array_size, limit->layers);
}

static bool has_rows(enum pipe_target target)
{
    return target != PIPE_TEXTURE_1D && target != PIPE_TEXTURE_1D_ARRAY;
}

static bool choose_mode(struct pipe_resource *resource, unsigned mode)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;
    return hw_surface_layout_choose(&resource->layout, &resource->screen->tiling, mode,
                                    resource->bound->bytes, (uint32_t)tmpl->width, tmpl->height,
                                    tmpl->depth * tmpl->array_size);
}

/* A macro tile would be mostly padding for small ones. */
static bool choose_tiled(struct pipe_resource *resource)
{
    const struct hw_surface_layout *layout = &resource->layout;
    return (choose_mode(resource, HW_ARRAY_2D_TILED_THIN1) &&
            resource->tmpl.width >= layout->macro_width &&
            resource->tmpl.height >= layout->macro_height) ||
           choose_mode(resource, HW_ARRAY_1D_TILED_THIN1);
}

/* Textures of several rows are tiled: linear-aligned RATs of 2D textures misplace writes on real
 * chips. So are all that have levels: these together are one surface of tiles to who writes. */
static bool choose_layout(struct pipe_resource *resource)
{
    const int forced = resource->screen->forced_mode;
    const bool rows = has_rows(resource->tmpl.target), levels = resource->tmpl.levels > 1;

    if (levels && (!rows || forced == HW_ARRAY_LINEAR_ALIGNED))
        return choose_mode(resource, HW_ARRAY_1D_TILED_THIN1);
    if (!rows || (fault_active(FAULT_linear_images) && !levels))
        return choose_mode(resource, HW_ARRAY_LINEAR_ALIGNED);
    return forced >= 0 ? choose_mode(resource, (unsigned)forced) : choose_tiled(resource);
}

/* The kernel's BO flags; the tile split is a code, the other sizes are counts. */
static uint32_t tiling_flags(const struct hw_surface_layout *layout)
{
    if (layout->mode == HW_ARRAY_1D_TILED_THIN1)
        return WINSYS_TILING_MICRO;
    if (layout->mode != HW_ARRAY_2D_TILED_THIN1)
        return 0;
    return WINSYS_TILING_MACRO | (uint32_t)layout->bank_width << 8 |
           (uint32_t)layout->bank_height << 12 | (uint32_t)layout->aspect << 16 |
           hw_log2(layout->tile_split / 64) << 24;
}

static bool keep_padding(struct pipe_resource *resource, uint64_t bytes)
{
    if (!resource->bound->padding)
        return true;
    resource->padding = calloc(bytes / resource->bound->bytes, 1);
    return resource->padding;
}

/* Kernels read ones. */
static void fill_padding(struct pipe_resource *resource, uint64_t bytes)
{
    const uint8_t texel = resource->bound->bytes;

    for (uint64_t last = texel - 1u; resource->padding && last < bytes; last += texel)
        resource->map[last] |= resource->bound->padding;
}

static bool create_texture(struct pipe_resource *resource)
{
    const struct winsys_ops *ops = resource->screen->ws->ops;
    if (!size_allowed(&resource->tmpl))
        return false;
    if (resource->tmpl.backing)
        return create_shared(resource);
    if (!choose_layout(resource))
        return false;
    resource->layout.non_displayable =
        resource->screen->chip->vliw == HW_VLIW4 && resource->layout.bpe == 16;
    const struct hw_surface_layout *layout = &resource->layout;
    uint64_t bytes = layout->size_bytes;
    if (!r600_lay_mips(resource, &bytes) || !keep_padding(resource, bytes))
        return false;
    resource->bo =
        ops->bo_create(resource->screen->ws, bytes, layout->alignment, WINSYS_DOMAIN_VRAM);
    if (!resource->bo)
        return false;
    resource->map = resource->bo->map;
    if (ops->bo_set_tiling(resource->bo, tiling_flags(layout), layout->pitch * layout->bpe)) {
        winsys_bo_unreference(resource->bo);
        return false;
    }
    /* Nobody shall see what another program left there. */
    if (!resource->screen->info.zeroed)
        memset(resource->map, 0, bytes);
    fill_padding(resource, bytes);
    return true;
}

/* In a buffer image raw texels have to lie where they are in the buffer, whose padding is as it is,
 * and vertex fetches know no sRGB. */
const struct hw_image_format *r600_bound_format(const struct hw_image_format *format, bool lowered,
                                                enum pipe_target target)
{
    if (!format)
        return NULL;
    const struct hw_image_format *bound = lowered ? hw_image_format_raw(format->bytes) : format;
    bool stays = bound->bytes == format->bytes && format->number != HW_NUMBER_SRGB;
    return (stays && !bound->padding) || target != PIPE_TEXTURE_BUFFER ? bound : NULL;
}

struct pipe_resource *r600_resource_create_as(struct pipe_screen *screen,
                                              const struct pipe_resource_template *tmpl,
                                              bool lowered)
{
    struct pipe_resource *resource = calloc(1, sizeof(*resource));
    if (!resource)
        return NULL;
    resource->screen = r600_screen(screen);
    resource->tmpl = *tmpl;

    bool created;
    if (tmpl->target == PIPE_BUFFER) {
        created = create_buffer(resource);
    } else {
        resource->format = hw_image_format_find(tmpl->order, tmpl->type);
        resource->lowered = lowered;
        resource->bound = r600_bound_format(resource->format, resource->lowered, tmpl->target);
        if (resource->screen->faults)
            resource->bound = resource->screen->faults->format(resource->bound, &resource->faulty);
        created = resource->bound &&
                  (tmpl->target == PIPE_TEXTURE_BUFFER ? create_buffer_texture(resource)
                                                       : create_texture(resource));
    }
    if (!created) {
        free(resource->mips);
        free(resource->padding);
        free(resource);
        return NULL;
    }
    return resource;
}

/* A view is bound as the texture whose texels it shows, whatever its own format's choice is. */
static bool is_lowered(const struct r600_screen *screen, const struct pipe_resource_template *tmpl)
{
    const struct hw_image_format *format = hw_image_format_find(tmpl->order, tmpl->type);

    if (tmpl->backing && tmpl->backing->tmpl.target != PIPE_BUFFER)
        return tmpl->backing->lowered;
    return format && hw_image_is_lowered(&screen->images, format);
}

struct pipe_resource *r600_resource_create(struct pipe_screen *screen,
                                           const struct pipe_resource_template *tmpl)
{
    return r600_resource_create_as(screen, tmpl, is_lowered(r600_screen(screen), tmpl));
}

void r600_resource_destroy(struct pipe_resource *resource)
{
    if (!resource)
        return;
    assert(!resource->shadow && !resource->shadow_users); /* no launch has it bound */
    if (resource->tmpl.target == PIPE_BUFFER)
        r600_pool_free(&resource->screen->pool, &resource->block);
    else if (!resource->tmpl.backing)
        winsys_bo_unreference(resource->bo);
    free(resource->mips);
    free(resource->padding);
    free(resource);
}

uint32_t r600_resource_address(struct pipe_resource *resource)
{
    return (uint32_t)resource->block.offset;
}

void *r600_resource_memory(struct pipe_resource *resource)
{
    assert(resource->tmpl.target == PIPE_BUFFER);
    return resource->screen->info.cached ? resource->map : NULL;
}

uint64_t r600_resource_texels(struct pipe_resource *resource)
{
    const bool in_buffer =
        resource->tmpl.target <= PIPE_TEXTURE_BUFFER || r600_lies_in_buffer(resource);

    return in_buffer ? 0 : resource->bo->size / resource->layout.bpe;
}

uint64_t r600_resource_texel(struct pipe_resource *resource, uint32_t level, uint32_t x, uint32_t y,
                             uint32_t z)
{
    const struct r600_level *mip = level ? &resource->mips[level - 1] : NULL;
    const struct hw_surface_layout *layout = mip ? &mip->layout : &resource->layout;

    return ((mip ? mip->offset : 0) + hw_surface_offset(layout, x, y, z)) / layout->bpe;
}
