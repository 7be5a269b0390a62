/* SPDX-License-Identifier: MIT */
/* exec_mips.c: samples of mipmapped textures. Each lane has a level of detail, which is clamped to
 * the bounds of sampler and texture. It selects one level, or two that are blended. A level is
 * sampled for all lanes at once, as a texture of its own. */
#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/sim/exec/texture.h"
#include "driver/sim/lanes/lanes_mips.h"

void sim_gradient_lods(const struct sim_wave *wave, const struct sim_texture *texture,
                       const struct sim_fetch *fetch, sim_vector lods)
{
    const struct sim_surface *s = &texture->surface;
    const uint32_t size[3] = {s->width, s->height, s->depth};
    const unsigned axes = texture->dim == HW_DIM_1D || texture->dim == HW_DIM_1D_ARRAY ? 1
                          : texture->dim == HW_DIM_3D                                  ? 3
                                                                                       : 2;
    float scale[3];
    for (unsigned c = 0; c < axes; c++)
        scale[c] = fetch->normalized >> c & 1u ? (float)size[c] : 1;
    wave->launch->lanes->mips->longest(lods, wave->gradients, scale, axes, wave->n);
    uint32_t before = 0, lod = float_bits(-INFINITY); /* of nothing */
    for (unsigned i = 0; i < wave->n; i++) {
        if (lods[i] != before)
            lod = float_bits(log2f(bits_float(before = lods[i])) * 0.5f);
        lods[i] = lod;
    }
}

void sim_find_level_bounds(const struct sim_texture *texture, const struct sim_sampler *sampler,
                           struct sim_level_bounds *bounds)
{
    const float last = (float)(texture->levels - 1);
    bounds->bias = sampler->lod_bias;
    bounds->least = sampler->lod_min < last ? sampler->lod_min : last;
    bounds->most = sampler->lod_max < last ? sampler->lod_max : last;
    bounds->selects = sampler->mip_filter != SIM_MIP_NONE;
    /* Integers are not blended. */
    bounds->blends = sampler->mip_filter == SIM_MIP_LINEAR && !texture->surface.format.integer;
}

/* Levels of lanes that sample. */
static void choose_levels(struct sim_levels *levels, const struct sim_wave *wave,
                          const struct sim_texture *texture, const struct sim_sampler *sampler,
                          const struct sim_fetch *fetch, const struct sim_sample *s)
{
    const uint32_t *asked = s->coordinate[3];
    struct sim_level_bounds bounds;
    sim_vector lods;
    sim_find_level_bounds(texture, sampler, &bounds);
    if (fetch->lod == SIM_LOD_GRADIENTS) {
        sim_gradient_lods(wave, texture, fetch, lods);
        asked = lods;
    }
    s->lanes->mips->choose(levels, asked, &bounds, wave->n);
}

/* Levels of lanes that load: there is nothing behind the last. */
static void named_levels(struct sim_levels *levels, const struct sim_wave *wave,
                         const struct sim_texture *texture, const struct sim_sample *s)
{
    memset(levels->second, 0xff, wave->n * sizeof(uint32_t));
    for (unsigned i = 0; i < wave->n; i++)
        levels->first[i] =
            s->coordinate[3][i] < texture->levels ? s->coordinate[3][i] : SIM_NO_LEVEL;
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
    sim_sample_take(s, &how, sim_sample_loop(s, &how), room, channel);
}

static void sample_levels(struct sim_wave *wave, const struct sim_fetch *fetch,
                          const struct sim_texture *texture, const struct sim_texture_state *state,
                          struct sim_sample *s, const struct sim_levels *levels, sim_vector sum[4])
{
    for (uint32_t level = 0; level < texture->levels; level++) {
        sim_vector room[4], used;
        uint32_t *channel[4] = {room[0], room[1], room[2], room[3]};
        s->lanes->mips->users(used, levels, level, wave->n);
        const uint64_t users = s->lanes->alu->bits(used, wave->n) & wave->exec;
        if (!users)
            continue;
        s->surface = level ? &texture->mips[level - 1] : &texture->surface;
        take_level(wave, fetch, s, state, users, room, channel);
        for (unsigned k = 0; k < 4; k++)
            if (state->how.wanted >> k & 1u)
                s->lanes->mips->blend(sum[k], channel[k], levels, level, wave->n);
    }
}

void sim_sample_mips(struct sim_wave *wave, const struct sim_fetch *fetch,
                     const struct sim_texture *texture, const struct sim_sampler *sampler,
                     const struct sim_texture_state *state)
{
    static const sim_vector first_level;
    struct sim_fetch composed = *fetch;
    struct sim_sample s;
    struct sim_levels levels;
    sim_vector sum[4] = {{0}}, constants[4];
    memcpy(composed.dst_sel, state->dst_sel, sizeof(composed.dst_sel));
    s.surface = &texture->surface;
    s.lanes = wave->launch->lanes;
    s.n = wave->n;
    sim_find_coordinates(wave, fetch, &s, constants);
    if (sampler)
        choose_levels(&levels, wave, texture, sampler, fetch, &s);
    else
        named_levels(&levels, wave, texture, &s);
    s.coordinate[3] = first_level; /* of the one that is sampled */
    sample_levels(wave, fetch, texture, state, &s, &levels, sum);
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
