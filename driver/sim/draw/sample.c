/* SPDX-License-Identifier: MIT */
/* sample.c: samples that the texture unit of compute does not have: comparisons of depths, gathers,
 * offsets of texels, and filters that explicit levels choose. Operands are those of Mesa's
 * r600_shader.c (tgsi_tex). */
#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/hw/chips.h"
#include "driver/sim/draw/texels.h"
#include "driver/sim/raster/depth.h"

static bool is_gather(unsigned op)
{
    return op == HW_TEX_GATHER4 || op == HW_TEX_GATHER4_O || op == HW_TEX_GATHER4_C ||
           op == HW_TEX_GATHER4_C_O;
}

static bool has_level(unsigned op)
{
    return op == HW_TEX_SAMPLE_L || op == HW_TEX_SAMPLE_C_L;
}

/* Offsets of the instruction have five bits, the lowest of which is half a texel. */
static void find_offsets(struct draw_sampling *s, uint32_t word)
{
    const unsigned op = s->fetch->quads;
    for (unsigned c = 0; c < SIM_AXES; c++)
        for (unsigned i = 0; i < SIM_LANES; i++)
            s->offset[c][i] = op == HW_TEX_GATHER4_O || op == HW_TEX_GATHER4_C_O
                                  ? (int32_t)s->stage->offsets[c][i]
                                  : (int32_t)(word << (27 - 5 * c)) >> 28;
}

/* Where the instruction has its layer and what it compares with. */
static bool find_operands(struct draw_sampling *s)
{
    const unsigned op = s->fetch->quads, dim = s->texture->dim;
    const bool explicit = op == HW_TEX_SAMPLE_C_L || op == HW_TEX_SAMPLE_C_LB;
    s->gathers = is_gather(op);
    s->compares = op >= HW_TEX_SAMPLE_C;
    s->compare = s->stage->compare[s->number];
    s->reference = s->coordinate[explicit ? 2 : 3];
    s->layer = s->coordinate[explicit && dim == HW_DIM_1D_ARRAY ? 1 : 2];
    if (!explicit || dim == HW_DIM_1D || dim == HW_DIM_2D || dim == HW_DIM_1D_ARRAY)
        return true;
    sim_wave_fail_at(s->wave, s->fetch->word,
                     "comparisons at levels of layers or faces are not supported");
    return false;
}

static void asked_lods(const struct draw_sampling *s, sim_vector lods)
{
    const unsigned op = s->fetch->quads;
    memset(lods, 0, sizeof(sim_vector));
    if (has_level(op))
        memcpy(lods, s->coordinate[3], sizeof(sim_vector));
    else if (s->fetch->lod == SIM_LOD_GRADIENTS ||
             (s->stage->kind == DRAW_PIXEL && op != HW_TEX_SAMPLE_LZ && op != HW_TEX_SAMPLE_C_LZ))
        sim_gradient_lods(s->wave, s->texture, s->fetch, lods);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const float lod = bits_float(lods[i]);
        lods[i] = float_bits(lod == lod ? lod + s->sampler->lod_bias : 0);
    }
}

static void find_lods(struct draw_sampling *s)
{
    const float last = (float)(s->texture->levels - 1);
    const float most = fminf(s->sampler->lod_max, last), least = fminf(s->sampler->lod_min, last);
    sim_vector lods;
    asked_lods(s, lods);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const float lod = s->gathers ? 0 : bits_float(lods[i]);
        s->minifies[i] = fminf(fmaxf(lod, s->sampler->lod_min), s->sampler->lod_max) > 0;
        s->lod[i] = s->gathers ? 0 : fminf(fmaxf(lod, least), most);
    }
}

/* The level that a lane reads first, or second; its part of the result. */
static float choose_level(struct draw_sampling *s, unsigned lane, unsigned turn)
{
    const bool blends =
        s->sampler->mip_filter == SIM_MIP_LINEAR && !s->texture->surface.format.integer;
    const float lod = s->sampler->mip_filter == SIM_MIP_NONE ? 0 : s->lod[lane];
    const float whole = floorf(blends ? lod : lod + 0.5f);
    const float second = blends ? lod - whole : 0;
    const unsigned level = (unsigned)whole + (second > 0 ? turn : 0);
    s->level[lane] = level ? &s->texture->mips[level - 1] : &s->texture->surface;
    return turn ? second : 1.0f - second;
}

static void compare(const struct draw_sampling *s, uint64_t lanes, uint32_t *value)
{
    const bool fixed = s->texture->surface.format.channel[0].kind == SIM_CHANNEL_UNORM;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        const float asked = bits_float(s->reference[i]);
        const float reference = fixed ? fminf(fmaxf(asked, 0), 1) : asked;
        value[i] = draw_compares(s->compare, reference, bits_float(value[i])) ? 0x3f800000u : 0;
    }
}

/* Adds the texels of a corner to the sum; one that is all of it is copied, as it may be an
 * integer. */
static void add_corner(struct draw_sampling *s, unsigned corner, const float part[SIM_LANES],
                       uint64_t lanes, sim_vector sum[4])
{
    sim_vector room[4];
    uint32_t *channel[4];
    uint64_t users = 0;
    for (uint64_t left = lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        users |= (uint64_t)(part[i] * draw_corner_weight(s, i, corner) > 0) << i;
    }
    if (!users)
        return;
    draw_read_corner(s, corner, users, room, channel);
    if (s->compares)
        compare(s, users, channel[0]);
    for (; users; users &= users - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(users);
        const float weight = part[i] * draw_corner_weight(s, i, corner);
        for (unsigned k = 0; k < 4; k++) {
            const float value = bits_float(sum[k][i]) + bits_float(channel[k][i]) * weight;
            sum[k][i] = weight >= 1 ? channel[k][i] : float_bits(value);
        }
    }
}

/* The four texels around a coordinate, in the order of the unit. */
static void gather(struct draw_sampling *s, uint64_t lanes, unsigned component, sim_vector sum[4])
{
    static const uint8_t vliw5[4] = {1, 2, 3, 0}, vliw4[4] = {2, 3, 1, 0};
    const uint8_t *corners = s->wave->launch->chip->vliw == HW_VLIW4 ? vliw4 : vliw5;
    const uint8_t select = s->texture->dst_sel[component];
    for (unsigned k = 0; k < 4; k++) {
        sim_vector room[4];
        uint32_t *channel[4];
        draw_read_corner(s, corners[k], lanes, room, channel);
        if (s->compares)
            compare(s, lanes, channel[0]);
        if (select <= HW_SEL_W)
            memcpy(sum[k], channel[select], sizeof(sim_vector));
        else
            for (unsigned i = 0; i < SIM_LANES; i++)
                sum[k][i] = select == HW_SEL_1 ? s->texture->one : 0;
    }
}

static void take(struct draw_sampling *s, unsigned component, sim_vector sum[4])
{
    const uint64_t lanes = s->wave->exec;
    for (unsigned turn = 0; turn < (s->gathers ? 1 : 2); turn++) {
        float part[SIM_LANES];
        uint64_t users = 0;
        for (uint64_t left = lanes; left; left &= left - 1) {
            const unsigned i = (unsigned)__builtin_ctzll(left);
            part[i] = choose_level(s, i, turn);
            if (!(part[i] > 0))
                continue;
            draw_place_lane(s, i);
            users |= 1ull << i;
        }
        if (s->gathers)
            gather(s, users, component, sum);
        for (unsigned corner = 0; !s->gathers && corner < 8; corner++)
            add_corner(s, corner, part, users, sum);
    }
}

static bool begin(struct draw_sampling *s, sim_vector constants[4])
{
    const struct sim_launch *launch = s->wave->launch;
    const struct sim_fetch *fetch = s->fetch;
    struct sim_sample sample;
    unsigned resource;
    s->number = fetch->sampler;
    if (fetch->sampler_index_mode)
        s->number += s->wave->cf_index[fetch->sampler_index_mode - 1];
    if (!sim_resource_number(s->wave, fetch, HW_TYPE_TEXTURE, &resource))
        return false;
    if (s->number >= HW_CS_SAMPLERS || !launch->samplers[s->number].bound) {
        sim_wave_fail_at(s->wave, fetch->word, "fetch with sampler %u, which is not bound",
                         s->number);
        return false;
    }
    s->texture = &launch->textures[resource];
    s->sampler = &launch->samplers[s->number];
    sim_texture_state(launch, fetch, s->texture, s->sampler, &s->state);
    sim_find_coordinates(s->wave, fetch, &sample, constants);
    memcpy(s->coordinate, sample.coordinate, sizeof(s->coordinate));
    return true;
}

bool draw_sample(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    const uint32_t *word = wave->launch->program->code + fetch->word;
    const unsigned component = HW_GET(word[0], TEX_WORD0, INST_MOD);
    struct draw_sampling s = {
        .wave = wave, .stage = (struct draw_stage *)wave->group, .fetch = fetch};
    struct sim_fetch composed = *fetch;
    sim_vector constants[4], sum[4];
    memset(sum, 0, sizeof(sum));
    if (!begin(&s, constants) || !find_operands(&s))
        return false;
    find_offsets(&s, word[2]);
    find_lods(&s);
    take(&s, component, sum);
    if (!s.gathers)
        memcpy(composed.dst_sel, s.state.dst_sel, sizeof(composed.dst_sel));
    sim_write_fetched(wave, &composed, (uint32_t *const[4]){sum[0], sum[1], sum[2], sum[3]},
                      s.texture->one, wave->exec);
    return true;
}

bool draw_query_lod(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    struct draw_sampling s = {
        .wave = wave, .stage = (struct draw_stage *)wave->group, .fetch = fetch};
    sim_vector constants[4], level, lod;
    if (!begin(&s, constants))
        return false;
    find_lods(&s);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        const bool nearest = s.sampler->mip_filter == SIM_MIP_NEAREST;
        const float accessed = s.sampler->mip_filter == SIM_MIP_NONE ? 0
                               : nearest                             ? floorf(s.lod[i] + 0.5f)
                                                                     : s.lod[i];
        level[i] = float_bits(accessed);
    }
    asked_lods(&s, lod);
    sim_write_fetched(wave, fetch, (uint32_t *const[4]){lod, level, level, level}, 0x3f800000u,
                      wave->exec);
    return true;
}
