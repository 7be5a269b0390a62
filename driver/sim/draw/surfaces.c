/* SPDX-License-Identifier: MIT */
/* surfaces.c: binds surfaces of depth, stencil and colours. Memory always holds what HTILE would
 * stand for: tiles are never compressed, and what drivers do to expand them changes nothing. A fast
 * clear therefore writes its value. */
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/sim/draw/draw.h"
#include "driver/sim/draw/pixels.h"

struct hw_surface_layout draw_depth_tiles(uint32_t info, uint8_t bytes, unsigned split,
                                          const struct hw_chip *chip)
{
    return (struct hw_surface_layout){
        .mode = (uint8_t)draw_bits(info, 4, 4),
        .non_displayable = true,
        .bpe = bytes,
        .bank_width = (uint8_t)(1u << draw_bits(info, 16, 2)),
        .bank_height = (uint8_t)(1u << draw_bits(info, 20, 2)),
        .aspect = (uint8_t)(1u << draw_bits(info, 24, 2)),
        .tile_split = (uint16_t)(64u << split),
        .pipes = chip->tile_pipes,
        .banks = 2u << draw_bits(info, 12, 2),
    };
}

static bool place_depth(struct sim_drawing *d, struct sim_surface *surface, const char *what,
                        uint32_t base, uint8_t bytes, unsigned split, unsigned samples)
{
    const uint32_t info = draw_register(d, DRAW_R_DB_Z_INFO);
    const uint32_t size = draw_register(d, DRAW_R_DB_DEPTH_SIZE);
    const uint32_t view = draw_register(d, DRAW_R_DB_DEPTH_VIEW);
    const uint64_t address = (uint64_t)draw_register(d, base) << 8;
    const struct sim_bo *bo = sim_stream_find(d->stream, address);
    const char *why;
    struct hw_surface_layout layout =
        draw_depth_tiles(info, bytes, split, d->dispatcher->config->chip);
    layout.pitch = (draw_bits(size, 0, 11) + 1) * 8;
    layout.height = (draw_bits(size, 11, 11) + 1) * 8;
    layout.slices = draw_bits(view, 13, 11) + 1;
    layout.samples = (uint8_t)samples;
    layout.sample_order = true;
    if (!hw_surface_layout_finish(&layout, &why))
        return draw_fail(d, "the %s surface: %s", what, why);
    if (!bo || layout.size_bytes > bo->size - (address - bo->address) ||
        draw_bits(view, 0, 11) >= layout.slices)
        return draw_fail(d, "there is no memory for the %s surface", what);
    surface->view.memory = bo->map + (address - bo->address);
    surface->view.size = layout.size_bytes;
    surface->format.bytes = bytes;
    surface->width = layout.pitch;
    surface->height = layout.height;
    surface->depth = (layout.slices - draw_bits(view, 0, 11)) * samples;
    return sim_surface_tables(surface, &layout, draw_bits(view, 0, 11) * samples) ||
           draw_fail(d, "the %s surface is larger than 4 GiB, or memory ran out", what);
}

static bool has_changed_bases(struct sim_drawing *d)
{
    return draw_register(d, DRAW_R_DB_Z_READ_BASE) != draw_register(d, DRAW_R_DB_Z_READ_BASE + 8) ||
           draw_register(d, DRAW_R_DB_STENCIL_READ_BASE) !=
               draw_register(d, DRAW_R_DB_STENCIL_READ_BASE + 8);
}

/* Where a stencil has the base of its depth, both share a texel: it is the highest byte of four, or
 * that behind a float. Evergreen has two surfaces; R700 has one. */
static uint8_t shared_bytes(struct sim_drawing *d, const struct draw_depth *depth)
{
    const bool shared =
        draw_register(d, DRAW_R_DB_STENCIL_INFO) & 1u &&
        draw_register(d, DRAW_R_DB_Z_READ_BASE) == draw_register(d, DRAW_R_DB_STENCIL_READ_BASE);
    return !depth->format || !shared ? 0 : depth->format == DRAW_Z_FLOAT ? 8 : 4;
}

static void part_texels(struct draw_depth *depth, uint8_t shared)
{
    depth->depth.format.bytes = 4;
    depth->stencil.format.bytes = 1;
    depth->stencil.view.memory += shared == 8 ? 4 : 3;
}

bool draw_depth_open(struct draw_depth *depth, struct sim_drawing *d,
                     const struct draw_state *state)
{
    const uint32_t info = draw_register(d, DRAW_R_DB_Z_INFO);
    const uint32_t stencil = draw_register(d, DRAW_R_DB_STENCIL_INFO);
    const uint32_t render = draw_register(d, DRAW_R_DB_RENDER_CONTROL);
    *depth = (struct draw_depth){
        .z_min = state->z_min, .z_max = state->z_max, .samples = state->samples};
    depth->exported = draw_register(d, DRAW_R_DB_SHADER_CONTROL) & 1u;
    depth->copied = draw_bits(render, 8, 3);
    depth->format = draw_bits(info, 0, 2);
    depth->control = draw_register(d, DRAW_R_DB_DEPTH_CONTROL);
    depth->masks[0] = draw_register(d, DRAW_R_DB_STENCILREFMASK);
    depth->masks[1] = draw_register(d, draw_bits(depth->control, 7, 1) ? DRAW_R_DB_STENCILREFMASK_BF
                                                                       : DRAW_R_DB_STENCILREFMASK);
    depth->clear = draw_register_float(d, DRAW_R_DB_DEPTH_CLEAR);
    depth->stencil_clear = (uint8_t)draw_register(d, DRAW_R_DB_STENCIL_CLEAR);
    depth->clears_depth = depth->format && render & 1u;
    depth->clears_stencil = draw_bits(stencil, 0, 1) && render & 2u;
    depth->copies_depth = depth->format && draw_bits(render, 2, 1);
    depth->copies_stencil = draw_bits(stencil, 0, 1) && draw_bits(render, 3, 1);
    depth->tests = depth->format && draw_bits(depth->control, 1, 1);
    depth->writes = depth->tests && draw_bits(depth->control, 2, 1);
    depth->tests_stencil = draw_bits(stencil, 0, 1) && draw_bits(depth->control, 0, 1);
    const bool uses_depth = depth->tests || depth->clears_depth || depth->copies_depth;
    const bool uses_stencil =
        depth->tests_stencil || depth->clears_stencil || depth->copies_stencil;
    if ((uses_depth || uses_stencil) && has_changed_bases(d))
        return draw_fail(d, "depths that are read here and written there are not supported");
    const uint8_t shared = shared_bytes(d, depth);
    if (uses_depth && !place_depth(d, &depth->depth, "depth", DRAW_R_DB_Z_READ_BASE,
                                   shared                       ? shared
                                   : depth->format == DRAW_Z_16 ? 2
                                                                : 4,
                                   draw_bits(info, 8, 3), state->samples))
        return false;
    if (uses_stencil && !place_depth(d, &depth->stencil, "stencil", DRAW_R_DB_STENCIL_READ_BASE,
                                     shared ? shared : 1, draw_bits(stencil, 8, 3), state->samples))
        return false;
    if (shared)
        part_texels(depth, shared);
    return depth->copied < state->samples ||
           draw_fail(d, "DB_RENDER_CONTROL 0x%x: there is no sample %u", render, depth->copied);
}

enum {
    MODE_DISABLE,
    MODE_NORMAL,
    MODE_EXPAND,
    MODE_RESOLVE,
    MODE_DECOMPRESS,
    MODE_FMASK_DECOMPRESS
};

static bool read_format(struct draw_target *target, uint32_t info)
{
    const unsigned format = REG_GET(info, CB_COLOR_INFO, FORMAT);
    const unsigned type = REG_GET(info, CB_COLOR_INFO, NUMBER_TYPE);
    const struct hw_format_info *known = hw_format_find(format);
    target->srgb = type == HW_CB_SRGB;
    target->clamp = REG_GET(info, CB_COLOR_INFO, BLEND_CLAMP);
    if (!known || !sim_texel_format_write(&target->surface.format, format,
                                          target->srgb ? (unsigned)HW_CB_UNORM : type))
        return false;
    memcpy(target->source,
           sim_color_swaps[known->channels - 1][REG_GET(info, CB_COLOR_INFO, COMP_SWAP)], 4);
    return true;
}

/* In a resolve only the first surface has several samples. */
static unsigned color_samples(const struct sim_drawing *d, const struct draw_targets *targets,
                              unsigned n)
{
    const uint32_t attrib = sim_state_color(&d->state, n, HW_R_CB_COLOR_ATTRIB);
    const bool resolves =
        draw_bits(draw_register(d, DRAW_R_CB_COLOR_CONTROL), 4, 3) == MODE_RESOLVE;
    if (d->dispatcher->config->chip->vliw == HW_VLIW4)
        return 1u << draw_bits(attrib, 27, 2);
    return n && resolves ? 1 : targets->samples;
}

static bool place_surface(struct sim_drawing *d, struct draw_targets *targets, unsigned n)
{
    struct sim_surface *surface = &targets->target[n].surface;
    struct hw_surface_layout layout;
    const char *why;
    const uint32_t view = sim_state_color(&d->state, n, HW_R_CB_COLOR_VIEW);
    const uint64_t address = (uint64_t)sim_state_color(&d->state, n, HW_R_CB_COLOR_BASE) << 8;
    const struct sim_bo *bo = sim_stream_find(d->stream, address);
    const unsigned samples = color_samples(d, targets, n);
    if (samples != 1 && samples != targets->samples)
        return draw_fail(d, "colour surface %u has %u samples, but pixels have %u", n, samples,
                         targets->samples);
    targets->target[n].samples = (uint8_t)samples;
    if (!sim_color_layout(&d->state, d->dispatcher->config->chip, n, samples, &layout, &why))
        return draw_fail(d, "colour surface %u: %s", n, why);
    if (!bo || layout.size_bytes > bo->size - (address - bo->address))
        return draw_fail(d, "there is no memory for colour surface %u", n);
    const uint32_t first = REG_GET(view, CB_COLOR_VIEW, SLICE_START);
    if (first >= layout.slices)
        return draw_fail(d, "colour surface %u: there is no slice %u", n, first);
    surface->view.memory = bo->map + (address - bo->address);
    surface->view.size = layout.size_bytes;
    surface->width = layout.pitch;
    surface->height = layout.height;
    surface->depth = (layout.slices - first) * samples;
    return sim_surface_tables(surface, &layout, first * samples) ||
           draw_fail(d, "colour surface %u is larger than 4 GiB, or memory ran out", n);
}

/* Tiles of 128 x 128 pixels, of which each slice has a whole number. */
enum { CMASK_BLOCK = 128 };

static bool open_cmask(struct draw_target *target, struct sim_drawing *d, unsigned n)
{
    struct draw_cmask *cmask = &target->cmask;
    const uint64_t address = (uint64_t)sim_state_color(&d->state, n, HW_R_CB_COLOR_CMASK) << 8;
    const uint32_t blocks = sim_state_color(&d->state, n, HW_R_CB_COLOR_CMASK_SLICE) & 0x3fffu;
    const uint32_t view = sim_state_color(&d->state, n, HW_R_CB_COLOR_VIEW);
    const struct sim_bo *bo = sim_stream_find(d->stream, address);
    const bool wide = target->surface.format.bytes == 16; /* R, G, B alike, and A */
    cmask->slice = (blocks + 1) * CMASK_BLOCK;
    cmask->pitch = target->surface.width / DRAW_CMASK_TILE;
    const uint64_t tiles =
        (uint64_t)cmask->pitch * ((target->surface.height + DRAW_CMASK_TILE - 1) / DRAW_CMASK_TILE);
    const uint64_t skipped = (uint64_t)REG_GET(view, CB_COLOR_VIEW, SLICE_START) * cmask->slice;
    const uint64_t last = (uint64_t)REG_GET(view, CB_COLOR_VIEW, SLICE_MAX) * cmask->slice;
    if (!bo || last + (tiles + 1) / 2 > bo->size - (address - bo->address))
        return draw_fail(d, "there is no memory for the CMASK of colour surface %u", n);
    cmask->memory = bo->map + (address - bo->address) + skipped;
    const uint32_t words = DRAW_R_CB_COLOR_CLEAR_WORD0 + n * HW_R_CB_COLOR_BASE_STRIDE;
    for (unsigned i = 0; i < 4; i++)
        cmask->clear[i] = draw_register(d, words + (wide ? i / 3 : i & 1u) * 4);
    return true;
}

static bool open_target(struct sim_drawing *d, struct draw_targets *targets, unsigned n,
                        unsigned mask)
{
    struct draw_target *target = &targets->target[n];
    const uint32_t info = sim_state_color(&d->state, n, HW_R_CB_COLOR_INFO);
    if (!REG_GET(info, CB_COLOR_INFO, FORMAT) || REG_GET(info, CB_COLOR_INFO, RAT))
        return true;
    if (REG_GET(info, CB_COLOR_INFO, ENDIAN))
        return draw_fail(d, "CB_COLOR%u_INFO 0x%x: swaps are not supported", n, info);
    target->copies = n == 0 && (targets->depth.copies_depth || targets->depth.copies_stencil);
    if (target->copies) {
        targets->depth.copy_format = REG_GET(info, CB_COLOR_INFO, FORMAT);
        if (!draw_depth_can_copy(&targets->depth))
            return draw_fail(d, "CB_COLOR0_INFO 0x%x: depths are not copied to this format", info);
        target->surface.format.bytes = hw_format_find(targets->depth.copy_format)->bytes;
    } else if (!read_format(target, info))
        return draw_fail(d, "CB_COLOR%u_INFO 0x%x: this format is not supported", n, info);
    target->mask = (uint8_t)mask;
    target->blend = draw_register(d, DRAW_R_CB_BLEND0_CONTROL + n * 4);
    if (!(target->blend >> 30 & 1u) || REG_GET(info, CB_COLOR_INFO, BLEND_BYPASS))
        target->blend = 0;
    if (!draw_blend_exists(target->blend))
        return draw_fail(d, "CB_BLEND%u_CONTROL 0x%x is not supported", n, target->blend);
    target->bound = place_surface(d, targets, n);
    return target->bound && (!REG_GET(info, CB_COLOR_INFO, FAST_CLEAR) || open_cmask(target, d, n));
}

/* Where colours are exported as halves, Mesa cuts what their alpha is compared with
 * (r600_emit_alphatest_state): the card does so with the alpha. */
static void read_alpha_test(struct sim_drawing *d, struct draw_targets *targets)
{
    enum { EXPORT_4C_16BPC = 1 };
    const uint32_t info = sim_state_color(&d->state, 0, HW_R_CB_COLOR_INFO);
    const uint32_t control = draw_register(d, DRAW_R_SX_ALPHA_TEST_CONTROL);
    targets->tests_alpha = draw_bits(control, 3, 1) && !draw_bits(control, 8, 1);
    targets->alpha_half = REG_GET(info, CB_COLOR_INFO, SOURCE_FORMAT) == EXPORT_4C_16BPC;
    targets->alpha_function = draw_bits(control, 0, 3);
    targets->alpha_reference = draw_register_float(d, DRAW_R_SX_ALPHA_REF);
}

bool draw_targets_open(struct draw_targets *targets, struct sim_drawing *d,
                       const struct draw_state *state, const struct draw_stage *stage)
{
    const uint32_t control = draw_register(d, DRAW_R_CB_COLOR_CONTROL);
    const unsigned mode = draw_bits(control, 4, 3);
    const bool multiwrite = d->dispatcher->config->chip->family != HW_FAMILY_EVERGREEN;
    memset(targets, 0, sizeof(*targets));
    targets->samples = state->samples;
    targets->expands =
        mode == MODE_EXPAND || mode == MODE_DECOMPRESS || mode == MODE_FMASK_DECOMPRESS;
    targets->one_color = multiwrite && draw_bits(control, 1, 1);
    if (mode > MODE_FMASK_DECOMPRESS || control & (multiwrite ? 0xdu : 0xfu))
        return draw_fail(d, "CB_COLOR_CONTROL 0x%x is not supported", control);
    targets->operation = draw_bits(control, 16, 4);
    if (mode == MODE_NORMAL && draw_bits(control, 20, 4) != targets->operation)
        return draw_fail(d, "CB_COLOR_CONTROL 0x%x: patterns are not supported", control);
    if (!draw_depth_open(&targets->depth, d, state))
        return false;
    if (state->exports_stencils)
        targets->depth.references = stage->exports[DRAW_SLOT_DEPTH][1];
    targets->alpha_covers = draw_register(d, DRAW_R_DB_ALPHA_TO_MASK) & 1u;
    read_alpha_test(d, targets);
    for (unsigned c = 0; c < 4; c++)
        targets->blend_color[c] = draw_register_float(d, DRAW_R_CB_BLEND_RED + c * 4);
    for (unsigned n = 0; mode != MODE_DISABLE && n < DRAW_TARGETS; n++) {
        const bool whole = targets->expands || (mode == MODE_RESOLVE && n < 2);
        const unsigned mask = whole ? 0xfu : state->target_mask >> 4 * n & 0xfu;
        if (mask && !open_target(d, targets, n, mask))
            return false;
    }
    targets->resolves =
        mode == MODE_RESOLVE && targets->target[0].bound && targets->target[1].bound;
    return mode != MODE_RESOLVE || targets->resolves ||
           draw_fail(d, "a resolve needs two colour surfaces");
}
