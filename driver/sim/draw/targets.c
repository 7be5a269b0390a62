/* SPDX-License-Identifier: MIT */
/* targets.c: binds colour surfaces, and encodes what pixels export to them: by the tables by which
 * typed stores of compute do (lanes/texel.h). */
#include "driver/sim/draw/targets.h"

#include <math.h>
#include <string.h>

#include "driver/hw/formats.h"
#include "driver/hw/tiling.h"

enum { MODE_DISABLE = 0, MODE_NORMAL = 1, MODE_EXPAND = 2, COPY = 12 };

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

static bool place_surface(struct draw_targets *targets, unsigned n)
{
    struct sim_drawing *d = targets->d;
    struct sim_surface *surface = &targets->target[n].surface;
    struct hw_surface_layout layout;
    const char *why;
    const uint32_t view = sim_state_color(&d->state, n, HW_R_CB_COLOR_VIEW);
    const uint64_t address = (uint64_t)sim_state_color(&d->state, n, HW_R_CB_COLOR_BASE) << 8;
    const struct sim_bo *bo = sim_stream_find(d->stream, address);
    if (!sim_color_layout(&d->state, d->dispatcher->config->chip, n, &layout, &why))
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
    surface->depth = layout.slices - first;
    return sim_surface_tables(surface, &layout, first) ||
           draw_fail(d, "colour surface %u is larger than 4 GiB, or memory ran out", n);
}

static bool open_target(struct draw_targets *targets, unsigned n, unsigned mask)
{
    struct sim_drawing *d = targets->d;
    struct draw_target *target = &targets->target[n];
    const uint32_t info = sim_state_color(&d->state, n, HW_R_CB_COLOR_INFO);
    if (!REG_GET(info, CB_COLOR_INFO, FORMAT) || REG_GET(info, CB_COLOR_INFO, RAT))
        return true;
    if (REG_GET(info, CB_COLOR_INFO, COMPRESSION) || REG_GET(info, CB_COLOR_INFO, ENDIAN))
        return draw_fail(d, "CB_COLOR%u_INFO 0x%x: FMASK and swaps are not supported", n, info);
    target->copies = n == 0 && (targets->depth.copies_depth || targets->depth.copies_stencil);
    if (target->copies) {
        if (!draw_depth_copies_to(&targets->depth, REG_GET(info, CB_COLOR_INFO, FORMAT)))
            return draw_fail(d, "CB_COLOR0_INFO 0x%x: depths are not copied to this format", info);
        const struct hw_format_info *known = hw_format_find(REG_GET(info, CB_COLOR_INFO, FORMAT));
        target->surface.format.bytes = known->bytes;
    } else if (!read_format(target, info))
        return draw_fail(d, "CB_COLOR%u_INFO 0x%x: this format is not supported", n, info);
    target->mask = (uint8_t)mask;
    target->blend = draw_register(d, DRAW_R_CB_BLEND0_CONTROL + n * 4);
    if (!(target->blend >> 30 & 1u) || REG_GET(info, CB_COLOR_INFO, BLEND_BYPASS))
        target->blend = 0;
    if (!draw_blend_exists(target->blend))
        return draw_fail(d, "CB_BLEND%u_CONTROL 0x%x is not supported", n, target->blend);
    target->bound = place_surface(targets, n);
    return target->bound &&
           (!REG_GET(info, CB_COLOR_INFO, FAST_CLEAR) || draw_cmask_open(target, d, n));
}

bool draw_targets_open(struct draw_targets *targets, struct sim_drawing *d,
                       const struct draw_state *state)
{
    const uint32_t control = draw_register(d, DRAW_R_CB_COLOR_CONTROL);
    const unsigned mode = draw_bits(control, 4, 3);
    memset(targets, 0, sizeof(*targets));
    targets->d = d;
    targets->expands = mode == MODE_EXPAND;
    if (mode > MODE_EXPAND || control & 0xfu)
        return draw_fail(d, "CB_COLOR_CONTROL 0x%x is not supported", control);
    targets->operation = draw_bits(control, 16, 4);
    if (mode == MODE_NORMAL && draw_bits(control, 20, 4) != targets->operation)
        return draw_fail(d, "CB_COLOR_CONTROL 0x%x: patterns are not supported", control);
    if (!draw_depth_open(&targets->depth, d, state))
        return false;
    for (unsigned c = 0; c < 4; c++)
        targets->blend_color[c] = draw_register_float(d, DRAW_R_CB_BLEND_RED + c * 4);
    for (unsigned n = 0; mode != MODE_DISABLE && n < DRAW_TARGETS; n++) {
        const unsigned mask = targets->expands ? 0xfu : state->target_mask >> 4 * n & 0xfu;
        if (mask && !open_target(targets, n, mask))
            return false;
    }
    return true;
}

bool draw_targets_layer(struct draw_targets *targets, uint32_t layer)
{
    targets->layer = targets->depth.layer = layer;
    for (unsigned n = 0; layer && n < DRAW_TARGETS; n++)
        if (targets->target[n].bound && targets->target[n].cmask.memory)
            return draw_fail(targets->d, "colour surface %u: layers have no fast clears", n);
    return true;
}

void draw_targets_close(struct draw_targets *targets)
{
    draw_depth_close(&targets->depth);
    for (unsigned n = 0; n < DRAW_TARGETS; n++)
        sim_surface_finish(&targets->target[n].surface);
}

/* The curve of IEC 61966-2-1, and back. */
static void to_srgb(uint32_t *vector)
{
    for (unsigned i = 0; i < SIM_LANES; i++) {
        float v;
        memcpy(&v, &vector[i], sizeof(v));
        v = !(v > 0)          ? 0
            : v >= 1          ? 1
            : v <= 0.0031308f ? v * 12.92f
                              : 1.055f * powf(v, 1 / 2.4f) - 0.055f;
        memcpy(&vector[i], &v, sizeof(v));
    }
}

static void from_srgb(uint32_t *vector)
{
    for (unsigned i = 0; i < SIM_LANES; i++) {
        float v;
        memcpy(&v, &vector[i], sizeof(v));
        v = v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
        memcpy(&vector[i], &v, sizeof(v));
    }
}

static void gather(const struct draw_target *target, const uint32_t *offset, uint64_t lanes,
                   sim_vector raw[4])
{
    memset(raw, 0, 4 * sizeof(sim_vector));
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        uint32_t texel[4] = {0};
        memcpy(texel, target->surface.view.memory + offset[i], target->surface.format.bytes);
        for (unsigned k = 0; k < 4; k++)
            raw[k][i] = texel[k];
    }
}

/* Colours that are there, by component. */
static void read_colors(const struct sim_lanes *lanes, const struct draw_target *target,
                        sim_vector raw[4], sim_vector color[4])
{
    sim_vector room[4];
    uint32_t *channel[4];
    sim_texel_decode(lanes->memory, &target->surface.format, 0xf, raw, room, channel, SIM_LANES);
    for (unsigned c = 0; c < 4; c++)
        lanes->alu->fill(color[c], c == 3 ? 0x3f800000u : 0, SIM_LANES);
    for (unsigned k = 0; k < 4; k++)
        if (target->surface.format.channel[k].bits)
            memcpy(color[target->source[k] & 3u], channel[k], sizeof(sim_vector));
    for (unsigned c = 0; target->srgb && c < 3; c++)
        from_srgb(color[c]);
}

/* Bits in memory of the components that are not written. */
static void kept_bits(const struct draw_target *target, uint32_t kept[4])
{
    memset(kept, 0, 4 * sizeof(*kept));
    for (unsigned k = 0; k < 4; k++) {
        const struct sim_channel *channel = &target->surface.format.channel[k];
        const uint32_t bits = channel->bits >= 32 ? ~0u : (1u << channel->bits) - 1u;
        if (channel->bits && !(target->mask >> (target->source[k] & 3u) & 1u))
            kept[channel->dword] |= bits << channel->shift;
    }
}

static void encode(const struct sim_lanes *lanes, const struct draw_target *target,
                   sim_vector color[4], sim_vector raw[4])
{
    for (unsigned c = 0; target->srgb && c < 3; c++)
        to_srgb(color[c]);
    memset(raw, 0, 4 * sizeof(sim_vector));
    for (unsigned k = 0; k < 4; k++) {
        const struct sim_channel *channel = &target->surface.format.channel[k];
        lanes->memory->encode[channel->kind](raw[channel->dword], color[target->source[k] & 3u],
                                             channel->shift, channel->bits ? channel->bits : 32,
                                             SIM_LANES);
    }
}

/* Layers beyond the last one are the last. */
static uint64_t find_offsets(const struct draw_target *target, const struct draw_places *places,
                             uint32_t layer, uint64_t lanes, uint32_t *offset)
{
    const struct sim_surface *s = &target->surface;
    uint64_t inside = 0;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        if (places->x[i] >= s->width || places->y[i] >= s->height)
            continue;
        if (target->cmask.memory)
            draw_cmask_expand(target, places->x[i], places->y[i]);
        offset[i] = sim_surface_offset(s, places->x[i], places->y[i],
                                       layer < s->depth ? layer : s->depth - 1);
        inside |= 1ull << i;
    }
    return inside;
}

/* Colours that are floats, or sRGB, know no logic (OpenGL 4.6, 17.3.9). */
static bool has_floats(const struct draw_target *target)
{
    const struct sim_texel_format *format = &target->surface.format;
    return target->srgb || (!format->integer && (format->channel[0].kind == SIM_CHANNEL_COPY ||
                                                 format->channel[0].kind == SIM_CHANNEL_HALF));
}

static void operate(unsigned operation, sim_vector old[4], sim_vector raw[4])
{
    for (unsigned k = 0; k < 4; k++)
        for (unsigned i = 0; i < SIM_LANES; i++) {
            const uint32_t s = raw[k][i], d = old[k][i];
            raw[k][i] = (operation & 1u ? ~s & ~d : 0) | (operation & 2u ? ~s & d : 0) |
                        (operation & 4u ? s & ~d : 0) | (operation & 8u ? s & d : 0);
        }
}

/* Pixels whose first colour passes the test of its alpha. */
static uint64_t test_alpha(const struct draw_targets *targets, const struct draw_stage *stage,
                           uint64_t lanes)
{
    const uint32_t control = draw_register(targets->d, DRAW_R_SX_ALPHA_TEST_CONTROL);
    const float reference = draw_register_float(targets->d, DRAW_R_SX_ALPHA_REF);
    uint64_t passed = 0;
    if (!draw_bits(control, 3, 1) || draw_bits(control, 8, 1))
        return lanes;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        float alpha;
        memcpy(&alpha, &stage->exports[0][3][i], sizeof(alpha));
        passed |= (uint64_t)draw_compares(draw_bits(control, 0, 3), alpha, reference) << i;
    }
    return passed;
}

static void copy_depths(const struct draw_targets *targets, const struct draw_target *target,
                        const struct draw_places *places, const uint32_t *offset, uint64_t mask)
{
    for (; mask; mask &= mask - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(mask);
        uint32_t texel[4];
        draw_depth_copy(&targets->depth, places, i, texel);
        memcpy(target->surface.view.memory + offset[i], texel, target->surface.format.bytes);
    }
}

static void write_target(struct draw_targets *targets, const struct draw_target *target,
                         const struct sim_lanes *lanes, const sim_vector exported[4],
                         const struct draw_places *places, uint64_t mask)
{
    const unsigned bytes = target->surface.format.bytes;
    sim_vector offset, old[4], raw[4], color[4], there[4];
    uint32_t kept[4];
    mask = find_offsets(target, places, targets->layer, mask, offset);
    if (targets->expands)
        return;
    if (target->copies) {
        copy_depths(targets, target, places, offset, mask);
        return;
    }
    kept_bits(target, kept);
    memcpy(color, exported, sizeof(color));
    gather(target, offset, mask, old);
    if (target->blend) {
        read_colors(lanes, target, old, there);
        draw_blend(target, targets->blend_color, color, there);
    }
    encode(lanes, target, color, raw);
    if (targets->operation != COPY && !has_floats(target))
        operate(targets->operation, old, raw);
    for (; mask; mask &= mask - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(mask);
        uint32_t texel[4];
        for (unsigned k = 0; k < 4; k++)
            texel[k] = (old[k][i] & kept[k]) | (raw[k][i] & ~kept[k]);
        memcpy(target->surface.view.memory + offset[i], texel, bytes);
    }
}

bool draw_targets_write(struct draw_targets *targets, struct draw_stage *stage,
                        const struct draw_places *places, uint64_t lanes)
{
    const struct sim_lanes *tables = stage->group.launch->lanes;
    lanes = test_alpha(targets, stage, lanes);
    lanes = draw_depth_test(&targets->depth, stage, places, lanes);
    if (!draw_bits(draw_register(targets->d, DRAW_R_DB_COUNT_CONTROL), 0, 1))
        targets->d->passed += (unsigned)__builtin_popcountll(lanes);
    for (unsigned n = 0; lanes && n < DRAW_TARGETS; n++)
        if (targets->target[n].bound &&
            (targets->expands || targets->target[n].copies || stage->exported >> n & 1u))
            write_target(targets, &targets->target[n], tables,
                         (const sim_vector *)stage->exports[n], places, lanes);
    return true;
}
