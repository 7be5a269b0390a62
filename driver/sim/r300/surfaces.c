/* SPDX-License-Identifier: MIT */
/* surfaces.c: binds colours and depths, in the terms of those who draw. */
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/float16.h"
#include "driver/hw/formats.h"
#include "driver/hw/r500/r300.h"
#include "driver/hw/registers.h"
#include "driver/sim/r300/pixels.h"

/* The place of a surface: tiling as bits 16 to 18 of a pitch have it, rows as far as scissors. */
static bool place(struct r300 *r, struct sim_surface *surface, const char *what, uint32_t address,
                  uint32_t pitch, uint32_t height)
{
    struct r300_tiling tiling = {.macro = draw_bits(pitch, 16, 1),
                                 .micro = (uint8_t)draw_bits(pitch, 17, 2),
                                 .pitch = pitch & 0x3ffe};
    uint32_t tile_width, tile_height;
    uint64_t there = 0;

    if (draw_bits(pitch, 19, 2) || tiling.micro == 3 ||
        (tiling.micro == 2 && surface->format.bytes != 2) ||
        (tiling.micro && surface->format.bytes > 8))
        return r300_fail(r, "%s: the pitch 0x%x is not supported", what, pitch);
    r300_tile(surface->format.bytes, tiling.macro, tiling.micro, &tile_width, &tile_height);
    const uint64_t bytes = (uint64_t)tiling.pitch * surface->format.bytes *
                           ((height + tile_height - 1) / tile_height * tile_height);
    surface->view.memory = r300_memory(r, address, &there);
    /* The last row of tiles may be cut off by the end of the object, as long as no pixel is. */
    if (!surface->view.memory || bytes > there || !tiling.pitch || tiling.pitch % tile_width)
        return r300_fail(r, "%s: there is no memory for %u rows of %u texels", what, height,
                         tiling.pitch);
    surface->view.size = there;
    surface->width = tiling.pitch;
    surface->height = height;
    surface->depth = 1;
    tiling.slice = bytes;
    return r300_surface_tables(surface, &tiling) || r300_fail(r, "out of memory");
}

/* Components of a pixel that the slots of US_OUT_FMT take. */
static unsigned component_of(uint32_t out, unsigned slot)
{
    static const uint8_t components[4] = {3, 0, 1, 2};
    return components[out >> (8 + 2 * slot) & 3u];
}

enum { FORMAT_4444 = 15 };

static bool read_format(struct r300 *r, const struct r300_pixels *pixels, unsigned n,
                        struct draw_target *target, uint8_t slot[4])
{
    const uint32_t out = r300_reg_at(r, HW_R500_R_US_OUT_FMT, n < pixels->multiwrites ? 0 : n);
    const uint32_t pitch = r300_reg_at(r, HW_R500_R_RB3D_COLORPITCH, n);
    static const struct hw_r500_format nibbles = {HW_FMT_4_4_4_4, 0, FORMAT_4444, 0, {0, 1, 2, 3}};
    const struct hw_r500_format *format =
        draw_bits(pitch, 21, 4) == FORMAT_4444
            ? &nibbles
            : hw_r500_format_of_target(draw_bits(pitch, 21, 4), draw_bits(out, 0, 5));
    const bool sign = draw_bits(out, 16, 4);

    if (!format || (sign && draw_bits(out, 16, 4) != 15))
        return r300_fail(r, "RB3D_COLORPITCH_%u 0x%x with US_OUT_FMT 0x%x is not supported", n,
                         pitch, out);
    const bool real = hw_format_find(format->layout)->is_float;
    target->clamp = !real;
    memcpy(slot, format->slot, 4);
    for (unsigned k = 0; k < 4; k++)
        target->source[k] = (uint8_t)component_of(out, slot[k]);
    return sim_texel_format_write(&target->surface.format, format->layout,
                                  real   ? (unsigned)HW_CB_FLOAT
                                  : sign ? (unsigned)HW_CB_SNORM
                                         : (unsigned)HW_CB_UNORM) ||
           r300_fail(r, "render target %u has a format of no known channels", n);
}

/* Factors and functions of blending, as CB_BLENDn_CONTROL has them. */
static bool half_of(uint32_t control, uint32_t *half)
{
    static const uint8_t factors[15] = {0, 1, 2, 3, 8, 9, 4, 5, 6, 7, 10, 13, 14, 19, 20};
    static const uint8_t functions[8] = {0, 0, 1, 1, 2, 3, 4, 4};
    const unsigned source = draw_bits(control, 16, 6) - 32, target = draw_bits(control, 24, 6) - 32;

    if (source >= sizeof(factors) || target >= sizeof(factors))
        return false;
    *half = factors[source] | functions[draw_bits(control, 12, 3)] << 5 | factors[target] << 8;
    return true;
}

/* Colours that R500 leaves out as they change nothing are blended all the same. */
static bool read_blend(struct r300 *r, uint32_t *blend)
{
    enum { SEPARATE = 1 << 29, ENABLE = 1 << 30 };
    const uint32_t control = r300_reg(r, HW_R500_R_RB3D_BLENDCNTL);
    uint32_t color = 0, alpha = 0;

    *blend = 0;
    if (!(control & 1u))
        return true;
    if (!half_of(control, &color) ||
        (control & 2u && !half_of(r300_reg(r, HW_R500_R_RB3D_ABLENDCNTL), &alpha)))
        return r300_fail(r, "RB3D_BLENDCNTL 0x%x is not supported", control);
    *blend = ENABLE | color | (control & 2u ? SEPARATE | alpha << 16 : 0);
    return true;
}

/* A constant is that of a slot: blue, green, red, alpha of 10 bits, or of floats. */
static void read_constant(struct r300 *r, struct draw_targets *targets)
{
    const uint32_t ar = r300_reg(r, HW_R500_R_RB3D_CONSTANT_COLOR_AR);
    const uint32_t gb = r300_reg(r, HW_R500_R_RB3D_CONSTANT_COLOR_GB);
    const uint32_t out = r300_reg(r, HW_R500_R_US_OUT_FMT);
    const uint32_t by_slot[4] = {gb & 0xffff, gb >> 16, ar & 0xffff, ar >> 16};
    const uint32_t bytes = r300_reg(r, HW_R300_R_RB3D_CONSTANT_COLOR);
    const bool real = targets->target[0].bound && !targets->target[0].clamp;

    for (unsigned slot = 0; slot < 4 && r->older; slot++)
        targets->blend_color[component_of(out, slot)] =
            (float)draw_bits(bytes, 8 * slot, 8) / 255.0f;
    for (unsigned slot = 0; slot < 4 && !r->older; slot++)
        targets->blend_color[component_of(out, slot)] =
            real ? bits_float(float16_to_bits(by_slot[slot])) : (float)by_slot[slot] / 1023.0f;
}

/* Components that are written. Of two channels the third bit has the first one, and the first bit
 * the second (Mesa grrg_cmask), whatever slots they take. */
static uint8_t written(const struct draw_target *target, const uint8_t slot[4], uint32_t bits)
{
    const struct sim_channel *channel = target->surface.format.channel;
    const bool two = channel[1].bits && !channel[2].bits;
    uint8_t mask = 0;

    for (unsigned k = 0; k < 4; k++)
        if (channel[k].bits && bits >> (two ? 2 - 2 * k : slot[k]) & 1u)
            mask |= (uint8_t)(1u << target->source[k]);
    return mask;
}

static bool open_target(struct r300 *r, struct r300_pixels *pixels, unsigned n, uint32_t height)
{
    static const char *const names[HW_R500_TARGETS] = {"render target 0", "render target 1",
                                                       "render target 2", "render target 3"};
    struct draw_target *target = &pixels->targets.target[n];
    const bool several = r300_reg(r, HW_R500_R_RB3D_CCTL) >> 12 & 1u;
    const uint32_t masks = r300_reg(r, HW_R500_R_RB3D_COLOR_CHANNEL_MASK);
    const uint32_t mask = masks >> (several ? 4 * n : 0) & 0xfu;
    uint8_t slot[4];

    if (!mask)
        return true;
    if (!read_format(r, pixels, n, target, slot) || !read_blend(r, &target->blend))
        return false;
    target->mask = written(target, slot, mask);
    if (!target->mask)
        return true;
    target->bound =
        place(r, &target->surface, names[n], r300_reg_at(r, HW_R500_R_RB3D_COLOROFFSET, n),
              r300_reg_at(r, HW_R500_R_RB3D_COLORPITCH, n), height);
    return target->bound;
}

static bool is_used(const struct r300 *r, const struct r300_pixels *pixels, unsigned n)
{
    const uint32_t out = r300_reg_at(r, HW_R500_R_US_OUT_FMT, n);
    return n < pixels->multiwrites || (r500_is_set(r->state, HW_R500_R_RB3D_COLOROFFSET + 4 * n) &&
                                       draw_bits(out, 0, 5) != HW_R500_OUT_UNUSED);
}

/* Functions of comparison in their other order. */
static uint32_t function_of(uint32_t bits)
{
    static const uint8_t functions[8] = {0, 1, 3, 2, 6, 4, 5, 7};
    return functions[bits & 7u];
}

static uint32_t stencil_of(uint32_t bits)
{
    return function_of(bits) | draw_bits(bits, 3, 3) << 3 | draw_bits(bits, 6, 3) << 6 |
           draw_bits(bits, 9, 3) << 9;
}

static void read_tests(struct r300 *r, struct draw_depth *depth)
{
    const uint32_t control = r300_reg(r, HW_R500_R_ZB_CNTL);
    const uint32_t how = r300_reg(r, HW_R500_R_ZB_ZSTENCILCNTL);
    const bool faces = draw_bits(control, 4, 1);

    depth->tests_stencil = draw_bits(control, 0, 1) && depth->format == DRAW_Z_24;
    depth->tests = draw_bits(control, 1, 1);
    depth->writes = depth->tests && draw_bits(control, 2, 1);
    depth->control = function_of(how) << 4 | (uint32_t)faces << 7 | stencil_of(how >> 3) << 8 |
                     stencil_of(how >> 15) << 20;
    depth->masks[0] = r300_reg(r, HW_R500_R_ZB_STENCILREFMASK);
    depth->masks[1] = r300_reg(r, draw_bits(control, 6, 1) ? HW_R500_R_ZB_STENCILREFMASK_BF
                                                           : HW_R500_R_ZB_STENCILREFMASK);
    depth->exported = r300_reg(r, HW_R500_R_FG_DEPTH_SRC) & 1u;
    depth->z_max = 1;
    depth->fills = r300_reg(r, HW_R500_R_ZB_BW_CNTL) >> 5 & 1u;
    depth->fill = r300_reg(r, HW_R500_R_ZB_DEPTHCLEARVALUE);
}

/* Depth and stencil share a dword: the stencil has the lowest byte. */
static bool open_depth(struct r300 *r, struct draw_depth *depth, uint32_t height)
{
    const uint32_t format = r300_reg(r, HW_R500_R_ZB_FORMAT) & 0xf;
    const uint32_t address = r300_reg(r, HW_R500_R_ZB_DEPTHOFFSET);
    const uint32_t pitch = r300_reg(r, HW_R500_R_ZB_DEPTHPITCH);

    depth->format = format == 2 ? DRAW_Z_24 : DRAW_Z_16;
    depth->shift = format == 2 ? 8 : 0;
    read_tests(r, depth);
    if (!depth->tests && !depth->tests_stencil && !depth->fills)
        return true;
    if (format == 1 || r300_reg(r, HW_R500_R_ZB_CNTL) & 0x28)
        return r300_fail(r, "ZB_FORMAT %u with ZB_CNTL 0x%x is not supported", format,
                         r300_reg(r, HW_R500_R_ZB_CNTL));
    depth->depth.format.bytes = format == 2 ? 4 : 2;
    if (!place(r, &depth->depth, "the depth surface", address, pitch, height))
        return false;
    if (!depth->tests_stencil)
        return true;
    depth->stencil.format.bytes = 4;
    return place(r, &depth->stencil, "the stencil surface", address, pitch, height);
}

static void read_alpha_test(struct r300 *r, struct draw_targets *targets)
{
    const uint32_t how = r300_reg(r, HW_R500_R_FG_ALPHA_FUNC);
    const bool real = draw_bits(how, 28, 1);

    targets->tests_alpha = draw_bits(how, 11, 1);
    targets->alpha_function = draw_bits(how, 8, 3);
    targets->alpha_bytes = !real;
    targets->alpha_reference =
        real ? bits_float(float16_to_bits(r300_reg(r, HW_R500_R_FG_ALPHA_VALUE) & 0xffff))
             : (float)draw_bits(how, 0, 8) / 255.0f;
}

bool r300_targets_open(struct r300 *r, struct r300_pixels *pixels)
{
    const uint32_t rop = r300_reg(r, HW_R500_R_RB3D_ROPCNTL);
    const uint32_t height = (uint32_t)pixels->state->scissor.bottom;

    pixels->multiwrites = draw_bits(r300_reg(r, HW_R500_R_RB3D_CCTL), 5, 2) + 1;
    pixels->targets.operation = rop & 4u ? draw_bits(rop, 8, 4) : (unsigned)DRAW_LOGIC_COPY;
    if (draw_bits(r300_reg(r, HW_R500_R_FG_ALPHA_FUNC), 16, 1))
        return r300_fail(r, "FG_ALPHA_FUNC 0x%x is not supported",
                         r300_reg(r, HW_R500_R_FG_ALPHA_FUNC));
    read_alpha_test(r, &pixels->targets);
    for (unsigned n = 0; n < HW_R500_TARGETS; n++)
        if (is_used(r, pixels, n) && !open_target(r, pixels, n, height))
            return false;
    read_constant(r, &pixels->targets);
    return open_depth(r, &pixels->targets.depth, height);
}
