/* SPDX-License-Identifier: MIT */
/* state.c: descriptor words and registers of images and samplers, made when the object is.
 *
 * About border colours: OpenCL wants opaque black for orders without alpha and transparent black
 * for the others, so the colour depends on the image that a sampler meets. No sampler needs to
 * know: a border texel passes the resource's DST_SEL as every texel does, and exactly the orders
 * without alpha select a constant 1 there. Transparent black in the sampler is right for all. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl.h>

#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/r600/r600.h"

void r600_buffer_words(uint32_t words[8], uint64_t offset, uint64_t size, uint32_t stride,
                       const struct hw_image_format *format)
{
    static const struct hw_image_format dword = {
        .format = HW_FMT_32,
        .num_format = HW_NUM_FORMAT_INT,
        .dst_sel = {HW_SEL_X, HW_SEL_Y, HW_SEL_Z, HW_SEL_W},
    };
    const struct hw_image_format *f = format ? format : &dword;
    assert(size > 0 && stride > 0);
    memset(words, 0, 8 * sizeof(words[0]));
    words[0] = (uint32_t)offset;
    words[1] = (uint32_t)(size - 1);
    words[2] = REG_SET(BUF_RESOURCE2, BASE_ADDRESS_HI, offset >> 32) |
               REG_SET(BUF_RESOURCE2, STRIDE, stride) |
               REG_SET(BUF_RESOURCE2, DATA_FORMAT, f->format) |
               REG_SET(BUF_RESOURCE2, NUM_FORMAT_ALL, f->num_format) |
               REG_SET(BUF_RESOURCE2, FORMAT_COMP_ALL, f->comp) |
               REG_SET(BUF_RESOURCE2, SRF_MODE_ALL, f->num_format == HW_NUM_FORMAT_INT);
    words[3] = REG_SET(BUF_RESOURCE3, DST_SEL_X, f->dst_sel[0]) |
               REG_SET(BUF_RESOURCE3, DST_SEL_Y, f->dst_sel[1]) |
               REG_SET(BUF_RESOURCE3, DST_SEL_Z, f->dst_sel[2]) |
               REG_SET(BUF_RESOURCE3, DST_SEL_W, f->dst_sel[3]);
    words[4] = (uint32_t)(size / stride);
    words[7] = REG_SET(BUF_RESOURCE7, TYPE, HW_TYPE_BUFFER);
}

struct dimension {
    uint8_t texture; /* HW_DIM_* */
    uint8_t rat;     /* HW_RAT_* */
};

static const struct dimension dimensions[] = {
    [PIPE_TEXTURE_BUFFER] = {HW_DIM_1D, HW_RAT_BUFFER},
    [PIPE_TEXTURE_1D] = {HW_DIM_1D, HW_RAT_1D},
    [PIPE_TEXTURE_1D_ARRAY] = {HW_DIM_1D_ARRAY, HW_RAT_1D_ARRAY},
    [PIPE_TEXTURE_2D] = {HW_DIM_2D, HW_RAT_2D},
    [PIPE_TEXTURE_2D_ARRAY] = {HW_DIM_2D_ARRAY, HW_RAT_2D_ARRAY},
    [PIPE_TEXTURE_3D] = {HW_DIM_3D, HW_RAT_3D},
};

static uint32_t last_level(const struct pipe_resource *resource)
{
    return resource->mips ? resource->tmpl.levels - 1 - fault_active(FAULT_last_level_lost) : 0;
}

static void texture_words(uint32_t words[8], const struct pipe_resource *resource)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;
    const struct hw_surface_layout *layout = &resource->layout;
    const struct hw_image_format *format = resource->bound;
    assert(tmpl->target < COUNT(dimensions) && layout->pitch % 8 == 0);
    words[0] = REG_SET(TEX_RESOURCE0, DIM, dimensions[tmpl->target].texture) |
               REG_SET(TEX_RESOURCE0, PITCH, layout->pitch / 8 - 1) |
               REG_SET(TEX_RESOURCE0, TEX_WIDTH, tmpl->width - 1) |
               REG_SET(TEX_RESOURCE0, CM_NON_DISP_TILING_ORDER, layout->non_displayable);
    words[1] = REG_SET(TEX_RESOURCE1, TEX_HEIGHT, tmpl->height - 1) |
               REG_SET(TEX_RESOURCE1, TEX_DEPTH, layout->slices - 1) |
               REG_SET(TEX_RESOURCE1, ARRAY_MODE, layout->mode);
    words[2] = (uint32_t)(resource->block.offset >> 8);
    words[3] = words[2] + (resource->mips ? (uint32_t)(resource->mips[0].offset >> 8) : 0);
    words[4] = REG_SET(TEX_RESOURCE4, FORMAT_COMP_X, format->comp) |
               REG_SET(TEX_RESOURCE4, FORMAT_COMP_Y, format->comp) |
               REG_SET(TEX_RESOURCE4, FORMAT_COMP_Z, format->comp) |
               REG_SET(TEX_RESOURCE4, FORMAT_COMP_W, format->comp) |
               REG_SET(TEX_RESOURCE4, NUM_FORMAT_ALL, format->num_format) |
               REG_SET(TEX_RESOURCE4, FORCE_DEGAMMA, format->number == HW_NUMBER_SRGB) |
               REG_SET(TEX_RESOURCE4, DST_SEL_X, format->dst_sel[0]) |
               REG_SET(TEX_RESOURCE4, DST_SEL_Y, format->dst_sel[1]) |
               REG_SET(TEX_RESOURCE4, DST_SEL_Z, format->dst_sel[2]) |
               REG_SET(TEX_RESOURCE4, DST_SEL_W, format->dst_sel[3]);
    words[5] = REG_SET(TEX_RESOURCE5, LAST_ARRAY, tmpl->array_size - 1) |
               REG_SET(TEX_RESOURCE5, LAST_LEVEL, last_level(resource));
    words[7] = REG_SET(TEX_RESOURCE7, DATA_FORMAT, format->format) |
               REG_SET(TEX_RESOURCE7, TYPE, HW_TYPE_TEXTURE);
    if (layout->mode != HW_ARRAY_2D_TILED_THIN1)
        return;
    words[6] = REG_SET(TEX_RESOURCE6, TILE_SPLIT, hw_log2(layout->tile_split / 64));
    words[7] |= REG_SET(TEX_RESOURCE7, MACRO_TILE_ASPECT, hw_log2(layout->aspect)) |
                REG_SET(TEX_RESOURCE7, BANK_WIDTH, hw_log2(layout->bank_width)) |
                REG_SET(TEX_RESOURCE7, BANK_HEIGHT, hw_log2(layout->bank_height)) |
                REG_SET(TEX_RESOURCE7, NUM_BANKS, hw_log2(layout->banks / 2));
}

struct pipe_sampler_view *r600_sampler_view_create(struct pipe_context *context,
                                                   struct pipe_resource *resource)
{
    if (!resource->format)
        return NULL;
    struct pipe_sampler_view *view = calloc(1, sizeof(*view));
    if (!view)
        return NULL;
    resource = r600_shadow_take(context, resource, false, &view->shadowed);
    if (!resource) {
        free(view);
        return NULL;
    }
    view->bo = resource->bo;
    view->texture = resource->tmpl.target != PIPE_TEXTURE_BUFFER;
    uint32_t texel = resource->bound->bytes;
    if (view->texture)
        texture_words(view->words, resource);
    else
        r600_buffer_words(view->words, resource->block.offset, resource->tmpl.width * texel, texel,
                          resource->bound);
    return view;
}

void r600_sampler_view_destroy(struct pipe_context *context, struct pipe_sampler_view *view)
{
    r600_shadow_give(context, view->shadowed, false);
    free(view);
}

/* SOURCE_FORMAT stays 0, exports of 32 bits a channel: 16 bits might lose precision of stores. */
static uint32_t surface_info(const struct hw_image_format *format, unsigned mode, unsigned type)
{
    bool integer = format->cb_number == HW_CB_UINT || format->cb_number == HW_CB_SINT;
    bool norm = format->cb_number == HW_CB_UNORM || format->cb_number == HW_CB_SNORM;
    return REG_SET(CB_COLOR_INFO, FORMAT, format->format) |
           REG_SET(CB_COLOR_INFO, ARRAY_MODE, mode) |
           REG_SET(CB_COLOR_INFO, NUMBER_TYPE, format->cb_number) |
           REG_SET(CB_COLOR_INFO, COMP_SWAP, format->comp_swap) |
           REG_SET(CB_COLOR_INFO, BLEND_CLAMP, norm) |
           REG_SET(CB_COLOR_INFO, BLEND_BYPASS, integer) | REG_SET(CB_COLOR_INFO, SIMPLE_FLOAT, 1) |
           REG_SET(CB_COLOR_INFO, RAT, 1) | REG_SET(CB_COLOR_INFO, RESOURCE_TYPE, type);
}

/* The hardware ignores pitch and slice of buffer RATs, but the kernel's checker computes a size
 * from them: the smallest legal surface passes wherever the buffer lies. */
static void buffer_surface(struct pipe_surface *surface, const struct hw_image_format *format,
                           uint64_t offset, uint64_t elements)
{
    uint32_t pitch = format->bytes < 4 ? 256u / format->bytes : 64;
    surface->regs[R600_CB_BASE] = (uint32_t)(offset >> 8);
    surface->regs[R600_CB_PITCH] = REG_SET(CB_COLOR_PITCH, PITCH_TILE_MAX, pitch / 8 - 1);
    surface->regs[R600_CB_SLICE] = REG_SET(CB_COLOR_SLICE, SLICE_TILE_MAX, pitch / 64 - 1);
    surface->regs[R600_CB_INFO] = surface_info(format, HW_ARRAY_LINEAR_ALIGNED, HW_RAT_BUFFER);
    surface->regs[R600_CB_DIM] = (uint32_t)(elements - 1);
}

static void texture_surface(struct pipe_surface *surface, const struct pipe_resource *resource)
{
    const struct pipe_resource_template *tmpl = &resource->tmpl;
    const struct hw_surface_layout *layout = &resource->layout;
    surface->regs[R600_CB_PITCH] = REG_SET(CB_COLOR_PITCH, PITCH_TILE_MAX, layout->pitch / 8 - 1);
    surface->regs[R600_CB_SLICE] =
        REG_SET(CB_COLOR_SLICE, SLICE_TILE_MAX, (uint64_t)layout->pitch * layout->height / 64 - 1);
    surface->regs[R600_CB_VIEW] = REG_SET(CB_COLOR_VIEW, SLICE_MAX, layout->slices - 1);
    surface->regs[R600_CB_INFO] =
        surface_info(resource->bound, layout->mode, dimensions[tmpl->target].rat);
    surface->regs[R600_CB_ATTRIB] =
        REG_SET(CB_COLOR_ATTRIB, NON_DISP_TILING_ORDER, layout->non_displayable);
    if (layout->mode == HW_ARRAY_2D_TILED_THIN1)
        surface->regs[R600_CB_ATTRIB] |=
            REG_SET(CB_COLOR_ATTRIB, TILE_SPLIT, hw_log2(layout->tile_split / 64)) |
            REG_SET(CB_COLOR_ATTRIB, NUM_BANKS, hw_log2(layout->banks / 2)) |
            REG_SET(CB_COLOR_ATTRIB, BANK_WIDTH, hw_log2(layout->bank_width)) |
            REG_SET(CB_COLOR_ATTRIB, BANK_HEIGHT, hw_log2(layout->bank_height)) |
            REG_SET(CB_COLOR_ATTRIB, MACRO_TILE_ASPECT, hw_log2(layout->aspect));
    surface->regs[R600_CB_DIM] = REG_SET(CB_COLOR_DIM, WIDTH_MAX, tmpl->width - 1) |
                                 REG_SET(CB_COLOR_DIM, HEIGHT_MAX, tmpl->height - 1);
}

/* All levels of a mipmapped texture as one 1D-tiled surface, in rows of chain_tiles. */
static void chain_surface(struct pipe_surface *surface, const struct pipe_resource *resource)
{
    const struct hw_surface_layout *layout = &resource->layout;
    const uint32_t pitch = resource->chain_tiles * 8, layers = resource->chain_layers;
    assert(pitch > 0 && layers > 0);
    const uint32_t rows = (uint32_t)(resource->bo->size / (pitch * 8 * layout->bpe));
    const uint32_t height = 8 * (layers > 1 ? resource->chain_rows : rows);
    surface->regs[R600_CB_PITCH] = REG_SET(CB_COLOR_PITCH, PITCH_TILE_MAX, pitch / 8 - 1);
    surface->regs[R600_CB_SLICE] =
        REG_SET(CB_COLOR_SLICE, SLICE_TILE_MAX, (uint64_t)pitch * height / 64 - 1);
    surface->regs[R600_CB_VIEW] = REG_SET(CB_COLOR_VIEW, SLICE_MAX, layers - 1);
    surface->regs[R600_CB_INFO] = surface_info(resource->bound, HW_ARRAY_1D_TILED_THIN1,
                                               layers > 1 ? HW_RAT_2D_ARRAY : HW_RAT_2D);
    surface->regs[R600_CB_ATTRIB] =
        REG_SET(CB_COLOR_ATTRIB, NON_DISP_TILING_ORDER, layout->non_displayable);
    surface->regs[R600_CB_DIM] =
        REG_SET(CB_COLOR_DIM, WIDTH_MAX, pitch - 1) | REG_SET(CB_COLOR_DIM, HEIGHT_MAX, height - 1);
}

struct pipe_surface *r600_surface_create(struct pipe_context *context,
                                         struct pipe_resource *resource, bool chain)
{
    if (!resource->format)
        return NULL;
    struct pipe_surface *surface = calloc(1, sizeof(*surface));
    if (!surface)
        return NULL;
    resource = r600_shadow_take(context, resource, true, &surface->shadowed);
    if (!resource) {
        free(surface);
        return NULL;
    }
    surface->bo = resource->bo;
    if (resource->tmpl.target == PIPE_TEXTURE_BUFFER)
        buffer_surface(surface, resource->bound, resource->block.offset, resource->tmpl.width);
    else if (chain && resource->chain_tiles)
        chain_surface(surface, resource);
    else
        texture_surface(surface, resource);
    if (resource->screen->faults)
        resource->screen->faults->view(&surface->regs[R600_CB_VIEW]);
    return surface;
}

void r600_surface_destroy(struct pipe_context *context, struct pipe_surface *surface)
{
    r600_shadow_give(context, surface->shadowed, true);
    free(surface);
}

void r600_pool_surface(const struct r600_screen *screen, struct pipe_surface *surface)
{
    static const struct hw_image_format dword = {
        .bytes = 4,
        .format = HW_FMT_32,
        .cb_number = HW_CB_UINT,
        .comp_swap = HW_SWAP_STD,
    };
    *surface = (struct pipe_surface){.bo = screen->pool.bo};
    buffer_surface(surface, &dword, 0, screen->pool.size / 4);
}

/* Z_FILTER and MIP_FILTER count from "none". */
enum { FILTER_3D_POINT = 1, FILTER_3D_LINEAR = 2 };

/* Numbers of levels have 4 bits and 8 fractional ones. */
static uint32_t fixed_lod(float lod)
{
    const float largest = 4095.0f / 256.0f;
    const float low = lod > 0 ? lod : 0;
    return (uint32_t)((low < largest ? low : largest) * 256.0f + 0.5f);
}

struct pipe_sampler *r600_sampler_create(struct pipe_context *context,
                                         const struct pipe_sampler_template *tmpl)
{
    const struct r600_faults *faults = r600_screen(context->screen)->faults;
    struct pipe_sampler *sampler = calloc(1, sizeof(*sampler));
    if (!sampler)
        return NULL;
    unsigned clamp = hw_clamp_mode(tmpl->addressing);
    bool linear = tmpl->filter == CL_FILTER_LINEAR;
    unsigned filter = linear ? HW_FILTER_BILINEAR : HW_FILTER_POINT;
    sampler->words[0] = REG_SET(SAMPLER0, CLAMP_X, clamp) | REG_SET(SAMPLER0, CLAMP_Y, clamp) |
                        REG_SET(SAMPLER0, CLAMP_Z, clamp) |
                        REG_SET(SAMPLER0, XY_MAG_FILTER, filter) |
                        REG_SET(SAMPLER0, XY_MIN_FILTER, filter) |
                        REG_SET(SAMPLER0, Z_FILTER, linear ? FILTER_3D_LINEAR : FILTER_3D_POINT) |
                        REG_SET(SAMPLER0, MIP_FILTER,
                                tmpl->mip_filter == CL_FILTER_LINEAR    ? FILTER_3D_LINEAR
                                : tmpl->mip_filter == CL_FILTER_NEAREST ? FILTER_3D_POINT
                                                                        : 0) |
                        REG_SET(SAMPLER0, BORDER_COLOR_TYPE, HW_BORDER_TRANSPARENT_BLACK);
    sampler->words[1] = REG_SET(SAMPLER1, MIN_LOD, fixed_lod(tmpl->lod_min)) |
                        REG_SET(SAMPLER1, MAX_LOD, fixed_lod(tmpl->lod_max));
    /* Nearest means the texel whose area holds the coordinate: no rounding to a subtexel before. */
    sampler->words[2] = REG_SET(SAMPLER2, TRUNCATE_COORD, !linear) | REG_SET(SAMPLER2, TYPE, 1);
    if (faults)
        faults->sampler(sampler->words);
    return sampler;
}

void r600_sampler_destroy(struct pipe_context *context, struct pipe_sampler *sampler)
{
    (void)context;
    free(sampler);
}
