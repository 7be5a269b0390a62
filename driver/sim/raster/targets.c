/* SPDX-License-Identifier: MIT */
/* targets.c: encodes colours of pixels: by the tables by which typed stores of compute do
 * (lanes/texel.h). */
#include "driver/sim/raster/targets.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/sim/raster/raster.h"

bool draw_places_have(const struct draw_places *places, unsigned quads,
                      const struct draw_quad *quad)
{
    for (unsigned i = 0; i < quads; i++) {
        if (places->x[i * 4] != (uint32_t)quad->x || places->y[i * 4] != (uint32_t)quad->y)
            continue;
        for (unsigned p = 0; p < 4; p++)
            if (places->samples[i * 4 + p] & quad->samples[p])
                return true;
    }
    return false;
}

uint64_t draw_places_add(struct draw_places *places, unsigned lane, const struct draw_quad *quad)
{
    assert(lane + 4 <= SIM_LANES && !((quad->x | quad->y) & 1)); /* each pixel is of one quad */
    for (unsigned p = 0; p < 4; p++) {
        places->x[lane + p] = (uint32_t)quad->x + (p & 1u);
        places->y[lane + p] = (uint32_t)quad->y + (p >> 1);
        places->samples[lane + p] = quad->samples[p];
        places->z[0][lane + p] = quad->z[p];
        for (unsigned s = 0; s < quad->count; s++)
            places->z[s][lane + p] = quad->sample_z[s][p];
    }
    places->front |= quad->front ? 0xfull << lane : 0;
    return (uint64_t)quad->covered << lane;
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

float draw_from_srgb(float value)
{
    return value <= 0.04045f ? value / 12.92f : powf((value + 0.055f) / 1.055f, 2.4f);
}

static void from_srgb(uint32_t *vector)
{
    for (unsigned i = 0; i < SIM_LANES; i++) {
        float v;
        memcpy(&v, &vector[i], sizeof(v));
        v = draw_from_srgb(v);
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

static uint64_t find_offsets(const struct draw_target *target, const struct draw_places *places,
                             uint32_t layer, unsigned sample, uint64_t lanes, uint32_t *offset)
{
    const struct sim_surface *s = &target->surface;
    const uint32_t slice = draw_slice(s, layer, target->samples, target->samples > 1 ? sample : 0);
    uint64_t inside = 0;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        if (places->x[i] >= s->width || places->y[i] >= s->height)
            continue;
        if (target->cmask.memory)
            draw_cmask_expand(target, layer, places->x[i], places->y[i]);
        offset[i] = sim_surface_offset(s, places->x[i], places->y[i], slice);
        inside |= 1ull << i;
    }
    return inside;
}

/* Colours that are floats, or sRGB, know no logic (OpenGL 4.6, 17.3.9). */
static bool has_floats(const struct draw_target *target)
{
    const struct sim_texel_format *format = &target->surface.format;
    const unsigned kind = format->channel[0].kind;
    return target->srgb ||
           (!format->integer &&
            (kind == SIM_CHANNEL_COPY || kind == SIM_CHANNEL_HALF || kind == SIM_CHANNEL_NARROW));
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
static uint64_t test_alpha(const struct draw_targets *targets, const struct draw_colors *colors,
                           uint64_t lanes)
{
    uint64_t passed = 0;
    if (!targets->tests_alpha)
        return lanes;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        const uint32_t kept = targets->alpha_half ? ~0x1fffu : ~0u;
        const uint32_t exported = colors->channel[0][3][i] & kept;
        float alpha;
        memcpy(&alpha, &exported, sizeof(alpha));
        if (targets->alpha_bytes)
            alpha = rintf((!(alpha > 0) ? 0 : alpha > 1 ? 1 : alpha) * 255) / 255;
        passed |= (uint64_t)draw_compares(targets->alpha_function, alpha, targets->alpha_reference)
                  << i;
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

static void put_texels(const struct draw_target *target, const uint32_t *offset, sim_vector raw[4],
                       uint64_t mask)
{
    uint8_t *memory = target->surface.view.memory;
    for (; mask; mask &= mask - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(mask);
        const uint32_t texel[4] = {raw[0][i], raw[1][i], raw[2][i], raw[3][i]};
        if (target->surface.format.bytes == sizeof(texel[0]))
            memcpy(memory + offset[i], texel, sizeof(texel[0]));
        else
            memcpy(memory + offset[i], texel, target->surface.format.bytes);
    }
}

static void write_target(struct draw_targets *targets, const struct draw_target *target,
                         const struct sim_lanes *lanes, const sim_vector exported[4],
                         const sim_vector second[4], const struct draw_places *places,
                         unsigned sample, uint64_t mask)
{
    const unsigned bytes = target->surface.format.bytes;
    sim_vector offset, old[4], raw[4], color[4], there[4];
    uint32_t kept[4];
    mask = find_offsets(target, places, targets->layer, sample, mask, offset);
    if (targets->expands)
        return;
    if (target->copies) {
        copy_depths(targets, target, places, offset, mask);
        return;
    }
    kept_bits(target, kept);
    memcpy(color, exported, sizeof(color));
    if (target->blend || targets->operation != DRAW_LOGIC_COPY ||
        kept[0] | kept[1] | kept[2] | kept[3])
        gather(target, offset, mask, old);
    else
        memset(old, 0, sizeof(old));
    if (target->blend) {
        read_colors(lanes, target, old, there);
        draw_blend(target, targets->blend_color, color, second, there);
    }
    encode(lanes, target, color, raw);
    if (targets->operation != DRAW_LOGIC_COPY && !has_floats(target))
        operate(targets->operation, old, raw);
    for (unsigned k = 0; k < (bytes + 3) / 4; k++)
        for (unsigned i = 0; i < SIM_LANES; i++)
            raw[k][i] = (old[k][i] & kept[k]) | (raw[k][i] & ~kept[k]);
    put_texels(target, offset, raw, mask);
}

/* The mean of a pixel's samples. */
static void resolve(const struct draw_targets *targets, const struct sim_lanes *lanes,
                    const struct draw_places *places, uint64_t mask, sim_vector mean[4])
{
    const struct draw_target *target = &targets->target[0];
    const unsigned samples = target->samples ? target->samples : 1;
    float sum[4][SIM_LANES] = {0};
    for (unsigned s = 0; s < samples; s++) {
        sim_vector offset, raw[4], color[4];
        const uint64_t inside = find_offsets(target, places, targets->layer, s, mask, offset);
        gather(target, offset, inside, raw);
        read_colors(lanes, target, raw, color);
        for (unsigned n = 0; n < 4 * SIM_LANES; n++)
            sum[n / SIM_LANES][n % SIM_LANES] +=
                bits_float(color[n / SIM_LANES][n % SIM_LANES]) / (float)samples;
    }
    memcpy(mean, sum, sizeof(sum));
}

/* Lanes whose sample is covered: by the primitive, by what the program says, and by its alpha,
 * which stands for a share of samples (OpenGL 4.6, 17.3.1). */
static uint64_t covered(const struct draw_targets *targets, const struct draw_colors *colors,
                        const struct draw_places *places, unsigned sample, uint64_t lanes)
{
    uint64_t result = 0;
    if (targets->samples <= 1)
        return lanes;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        const float share = bits_float(colors->channel[0][3][i]) * (float)targets->samples;
        const uint32_t asked = colors->covered ? colors->covered[i] : ~0u;
        const bool counts = !targets->alpha_covers || share >= (float)sample + 0.5f;
        result |= (uint64_t)(counts && places->samples[i] & asked & 1u << sample) << i;
    }
    return result;
}

static unsigned write_sample(struct draw_targets *targets, const struct sim_lanes *tables,
                             const struct draw_colors *colors, const struct draw_places *places,
                             unsigned sample, uint64_t lanes)
{
    lanes = covered(targets, colors, places, sample, lanes);
    targets->depth.sample = sample;
    lanes = draw_depth_test(&targets->depth, colors->depth, places, lanes);
    for (unsigned n = 0; lanes && n < DRAW_TARGETS; n++) {
        const unsigned from = targets->one_color ? 0 : n;
        if (targets->target[n].bound &&
            (targets->expands || targets->target[n].copies || colors->written >> from & 1u))
            write_target(targets, &targets->target[n], tables, colors->channel[from],
                         colors->channel[1], places, sample, lanes);
    }
    return (unsigned)__builtin_popcountll(lanes);
}

unsigned draw_targets_write(struct draw_targets *targets, const struct sim_lanes *tables,
                            const struct draw_colors *colors, const struct draw_places *places,
                            uint64_t lanes)
{
    unsigned passed = 0;
    assert(!targets->tests_alpha || targets->alpha_function < 8);
    assert(targets->samples <= DRAW_SAMPLES);
    lanes = test_alpha(targets, colors, lanes);
    if (targets->resolves) {
        sim_vector mean[4];
        resolve(targets, tables, places, lanes, mean);
        write_target(targets, &targets->target[1], tables, (const sim_vector *)mean,
                     colors->channel[1], places, 0, lanes);
        return 0;
    }
    for (unsigned s = 0; lanes && s < (targets->samples ? targets->samples : 1); s++)
        passed += write_sample(targets, tables, colors, places, s, lanes);
    return passed;
}
