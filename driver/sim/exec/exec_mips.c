/* SPDX-License-Identifier: MIT */
/* exec_mips.c: samples of mipmapped textures. Each lane has a level of detail, which is clamped to
 * the bounds of sampler and texture. It selects one level, or two that are blended. A level is
 * sampled for all lanes at once, as a texture of its own. */
#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/sim/exec/texture.h"

/* The mip levels that the lanes of a wavefront read. */
struct lods {
    uint8_t first[SIM_LANES], second[SIM_LANES]; /* levels */
    float part[SIM_LANES];                       /* of the second */
};

enum { NO_LEVEL = 0xff };

float sim_gradient_lod(const struct sim_wave *wave, const struct sim_texture *texture,
                       const struct sim_fetch *fetch, unsigned lane)
{
    const struct sim_surface *s = &texture->surface;
    const float size[3] = {(float)s->width, (float)s->height, (float)s->depth};
    const unsigned axes = texture->dim == HW_DIM_1D || texture->dim == HW_DIM_1D_ARRAY ? 1
                          : texture->dim == HW_DIM_3D                                  ? 3
                                                                                       : 2;
    float longest = 0;
    for (unsigned way = 0; way < 2; way++) {
        float sum = 0;
        for (unsigned c = 0; c < axes; c++) {
            const float step = bits_float(wave->gradients[way][c][lane]);
            const float texels = fetch->normalized >> c & 1u ? step * size[c] : step;
            sum += texels * texels;
        }
        longest = sum > longest ? sum : longest;
    }
    return log2f(longest) * 0.5f;
}

/* The level of detail before clamps; a number that is none counts as 0. */
static float asked_lod(const struct sim_wave *wave, const struct sim_texture *texture,
                       const struct sim_fetch *fetch, const struct sim_sample *s, unsigned lane)
{
    const float lod = fetch->lod == SIM_LOD_GRADIENTS ? sim_gradient_lod(wave, texture, fetch, lane)
                                                      : bits_float(s->coordinate[3][lane]);
    return lod == lod ? lod : 0;
}

static float clamp_lod(float lod, const struct sim_sampler *sampler, uint32_t levels)
{
    const float last = (float)(levels - 1),
                most = sampler->lod_max < last ? sampler->lod_max : last;
    const float least = sampler->lod_min < last ? sampler->lod_min : last;
    const float low = lod < least ? least : lod;
    return low > most ? most : low;
}

/* Levels of lanes that sample. Integers are not blended. */
static void choose_levels(struct lods *lods, const struct sim_wave *wave,
                          const struct sim_texture *texture, const struct sim_sampler *sampler,
                          const struct sim_fetch *fetch, const struct sim_sample *s)
{
    const bool blend = sampler->mip_filter == SIM_MIP_LINEAR && !texture->surface.format.integer;
    memset(lods->second, NO_LEVEL, sizeof(lods->second));
    for (unsigned i = 0; i < wave->n; i++) {
        const float lod = clamp_lod(asked_lod(wave, texture, fetch, s, i) + sampler->lod_bias,
                                    sampler, texture->levels);
        const float whole = floorf(blend ? lod : lod + 0.5f);
        lods->first[i] = sampler->mip_filter == SIM_MIP_NONE ? 0 : (uint8_t)whole;
        if (!blend || lod == whole)
            continue;
        lods->second[i] = (uint8_t)(lods->first[i] + 1);
        lods->part[i] = lod - whole;
    }
}

/* Levels of lanes that load: there is nothing behind the last. */
static void named_levels(struct lods *lods, const struct sim_wave *wave,
                         const struct sim_texture *texture, const struct sim_sample *s)
{
    memset(lods->second, NO_LEVEL, sizeof(lods->second));
    for (unsigned i = 0; i < wave->n; i++) {
        const uint32_t level = s->coordinate[3][i];
        lods->first[i] = level < texture->levels ? (uint8_t)level : NO_LEVEL;
    }
}

static uint64_t lanes_of(const uint8_t levels[SIM_LANES], unsigned level, unsigned n)
{
    uint64_t lanes = 0;
    for (unsigned i = 0; i < n; i++)
        lanes |= (uint64_t)(levels[i] == level) << i;
    return lanes;
}

/* Adds what a level gave to what lanes have: all of it, or their part. */
static void blend_level(sim_vector sum, const uint32_t *value, const struct lods *lods,
                        unsigned level, uint64_t first, uint64_t second)
{
    for (uint64_t lanes = first | second; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        float result;
        if (lods->second[i] == NO_LEVEL) {
            sum[i] = value[i];
            continue;
        }
        result = lods->first[i] == level
                     ? bits_float(value[i]) * (1.0f - lods->part[i])
                     : bits_float(sum[i]) + bits_float(value[i]) * lods->part[i];
        memcpy(&sum[i], &result, sizeof(result));
    }
}

/* Samples one level for all lanes. */
static void take_level(struct sim_wave *wave, const struct sim_fetch *fetch, struct sim_sample *s,
                       const struct sim_texture_state *state, uint64_t users, sim_vector room[4],
                       uint32_t *channel[4])
{
    struct sim_sample_how how = state->how;
    const uint64_t exec = wave->exec;
    how.far = s->surface->view.size > INT32_MAX;
    how.flat = s->surface->linear;
    how.quads = s->surface->quads;
    wave->exec = users;
    if (sim_observed(wave))
        sim_observe_sample(wave, fetch, s, &how);
    wave->exec = exec;
    sim_sample_resolve(s, &how, state->border);
    for (unsigned k = 0; k < 4; k++)
        channel[k] = room[k];
    sim_sample_take(s, &how, sim_sample_loop(s, &how), room, channel);
}

static void sample_levels(struct sim_wave *wave, const struct sim_fetch *fetch,
                          const struct sim_texture *texture, const struct sim_texture_state *state,
                          struct sim_sample *s, const struct lods *lods, sim_vector sum[4])
{
    for (uint32_t level = 0; level < texture->levels; level++) {
        const uint64_t first = lanes_of(lods->first, level, wave->n) & wave->exec;
        const uint64_t second = lanes_of(lods->second, level, wave->n) & wave->exec;
        sim_vector room[4];
        uint32_t *channel[4];
        if (!(first | second))
            continue;
        s->surface = level ? &texture->mips[level - 1] : &texture->surface;
        take_level(wave, fetch, s, state, first | second, room, channel);
        for (unsigned k = 0; k < 4; k++)
            if (state->how.wanted >> k & 1u)
                blend_level(sum[k], channel[k], lods, level, first, second);
    }
}

void sim_sample_mips(struct sim_wave *wave, const struct sim_fetch *fetch,
                     const struct sim_texture *texture, const struct sim_sampler *sampler,
                     const struct sim_texture_state *state)
{
    static const sim_vector first_level;
    struct sim_fetch composed = *fetch;
    struct sim_sample s;
    struct lods lods;
    sim_vector sum[4], constants[4];
    memset(sum, 0, sizeof(sum));
    memcpy(composed.dst_sel, state->dst_sel, sizeof(composed.dst_sel));
    s.surface = &texture->surface;
    s.lanes = wave->launch->lanes;
    s.n = wave->n;
    sim_find_coordinates(wave, fetch, &s, constants);
    if (sampler)
        choose_levels(&lods, wave, texture, sampler, fetch, &s);
    else
        named_levels(&lods, wave, texture, &s);
    s.coordinate[3] = first_level; /* of the one that is sampled */
    sample_levels(wave, fetch, texture, state, &s, &lods, sum);
    sim_write_fetched(wave, &composed, (uint32_t *const[4]){sum[0], sum[1], sum[2], sum[3]},
                      texture->one, wave->exec);
}

bool sim_exec_gradients(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    struct sim_sample s;
    sim_vector constants[4];
    sim_find_coordinates(wave, fetch, &s, constants);
    for (unsigned c = 0; c < SIM_AXES; c++)
        memcpy(wave->gradients[fetch->vertical][c], s.coordinate[c], wave->n * sizeof(uint32_t));
    return true;
}
