/* SPDX-License-Identifier: MIT */
/* exec_texture.c: samples and loads from textures, for a wavefront. */
#include "driver/sim/exec/texture.h"

#include <math.h>

#include "driver/base/bits.h"

/* An integer is in its register as a part of the greatest that the channel holds. */
static uint32_t border_integer(float part, const struct sim_channel *channel)
{
    const double most = UINT32_MAX >> (32 - channel->bits + (channel->kind == SIM_CHANNEL_SINT));
    return (uint32_t)(int64_t)nearbyint(fmax(-most, fmin(most, part * most)));
}

/* Component k of the border's colour, as channel `channel` has it. */
static uint32_t border_value(const struct sim_sampler *sampler,
                             const struct sim_texel_format *format, uint32_t one, unsigned k,
                             unsigned channel)
{
    const bool opaque = sampler->border_type == HW_BORDER_OPAQUE_WHITE ||
                        (sampler->border_type == HW_BORDER_OPAQUE_BLACK && k == 3);
    if (k > HW_SEL_W || sampler->border_type != HW_BORDER_REGISTER)
        return k == HW_SEL_1 || opaque ? one : 0;
    return format->integer
               ? border_integer(bits_float(sampler->border[k]), &format->channel[channel])
               : sampler->border[k];
}

/* A border's colour goes through the texture's selects twice, its alpha does not
 * (docs/hardware.md). */
static void border_color(const struct sim_texture *texture, const struct sim_sampler *sampler,
                         const struct sim_texel_format *format, uint32_t color[4])
{
    const unsigned alpha = texture->dst_sel[3];
    for (unsigned k = 0; k < 4; k++)
        color[k] = border_value(sampler, format, texture->one, texture->dst_sel[k], k);
    if (alpha <= HW_SEL_W && alpha != texture->dst_sel[0])
        color[alpha] = border_value(sampler, format, texture->one, 3, alpha);
}

static const struct sim_sampler *find_sampler(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    uint32_t number = fetch->sampler;
    if (fetch->sampler_index_mode)
        number += wave->cf_index[fetch->sampler_index_mode - 1];
    if (number < HW_CS_SAMPLERS && wave->launch->samplers[number].bound)
        return &wave->launch->samplers[number];
    sim_wave_fail_at(wave, fetch->word, "fetch with sampler %u, which is not bound", number);
    return NULL;
}

unsigned sim_texture_state(const struct sim_launch *launch, const struct sim_fetch *fetch,
                           const struct sim_texture *texture, const struct sim_sampler *sampler,
                           struct sim_texture_state *state)
{
    const struct sim_texture_lanes *lanes = launch->lanes->texture;
    struct sim_sample_how *how = &state->how;
    struct sim_fetch composed = *fetch;
    sim_compose_selects(&composed, texture->dst_sel);
    memcpy(state->dst_sel, composed.dst_sel, sizeof(state->dst_sel));
    state->one = texture->one;
    sim_sample_begin(how, &texture->surface, texture->dim, !sampler, fetch->normalized,
                     sim_wanted_channels(&composed));
    memset(state->border, 0, sizeof(state->border));
    if (!sampler)
        return SIM_AXES;
    border_color(texture, sampler, &how->format, state->border);
    for (unsigned axis = SIM_X; axis < SIM_AXES; axis++) {
        if (!sim_axis_is_sampled(how, axis))
            continue;
        how->clamp[axis] = sampler->clamp[axis];
        /* Filtering integers means nothing: the nearest is taken. */
        how->linear[axis] = sampler->linear[axis] && !how->format.integer;
        if (!(how->linear[axis] ? lanes->linear : lanes->nearest)[how->clamp[axis]])
            return axis;
        if (how->dim == HW_DIM_CUBE && how->linear[axis] && sampler->cube_wrap)
            return SIM_AXES + 1;
    }
    return SIM_AXES;
}

void sim_find_coordinates(struct sim_wave *wave, const struct sim_fetch *fetch,
                          struct sim_sample *s, sim_vector room[4])
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->src_sel[c];
        if (sel <= HW_SEL_W) {
            s->coordinate[c] = sim_wave_vector(wave, fetch->src + sel * SIM_LANES);
            continue;
        }
        wave->launch->lanes->alu->fill(room[c], sel == HW_SEL_1 ? 0x3f800000u : 0, wave->n);
        s->coordinate[c] = room[c];
    }
}

/* Sets where the filter writes each channel: if all lanes take part, directly into the first
 * register that wants it, else into `room`. */
static void aim(const struct sim_wave *wave, const struct sim_fetch *composed, sim_vector room[4],
                uint32_t *channel[4])
{
    for (unsigned k = 0; k < 4; k++)
        channel[k] = room[k];
    if (wave->exec != wave->live)
        return;
    for (unsigned c = 4; c-- > 0;)
        if (composed->dst_sel[c] <= HW_SEL_W)
            channel[composed->dst_sel[c]] = sim_wave_vector(wave, composed->dst + c * SIM_LANES);
}

static void sample(struct sim_wave *wave, const struct sim_fetch *fetch,
                   const struct sim_texture *texture, const struct sim_texture_state *state)
{
    struct sim_fetch composed = *fetch;
    struct sim_sample s;
    sim_vector room[4], constants[4];
    uint32_t *channel[4];
    memcpy(composed.dst_sel, state->dst_sel, sizeof(composed.dst_sel));
    s.surface = &texture->surface;
    s.lanes = wave->launch->lanes;
    s.n = wave->n;
    sim_find_coordinates(wave, fetch, &s, constants);
    if (sim_observed(wave))
        sim_observe_sample(wave, fetch, &s, &state->how);
    sim_sample_resolve(&s, &state->how, state->border);
    aim(wave, &composed, room, channel);
    sim_sample_take(&s, &state->how, sim_sample_loop(&s, &state->how), room, channel);
    sim_write_fetched(wave, &composed, channel, texture->one, wave->exec);
}

bool sim_exec_texture(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    unsigned number;
    const struct sim_sampler *sampler = NULL;
    struct sim_texture_state state;
    if (!sim_resource_number(wave, fetch, HW_TYPE_TEXTURE, &number))
        return false;
    if (fetch->kind != SIM_FETCH_LOAD && !(sampler = find_sampler(wave, fetch)))
        return false;
    const struct sim_texture *texture = &wave->launch->textures[number];
    const unsigned axis = sim_texture_state(wave->launch, fetch, texture, sampler, &state);
    if (axis < SIM_AXES)
        sim_wave_fail_at(wave, fetch->word, "sampler %u: clamp mode %u is not supported",
                         fetch->sampler, sampler->clamp[axis]);
    else if (axis > SIM_AXES)
        sim_wave_fail_at(wave, fetch->word,
                         "sampler %u: filters across a cube's edges are not supported",
                         fetch->sampler);
    if (axis != SIM_AXES)
        return false;
    if (texture->levels > 1 && (fetch->lod != SIM_LOD_FIRST || !sampler))
        sim_sample_mips(wave, fetch, texture, sampler, &state);
    else
        sample(wave, fetch, texture, &state);
    return true;
}
