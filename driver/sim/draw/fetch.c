/* SPDX-License-Identifier: MIT */
/* fetch.c: fetches that take differences in quads of pixels. Such a sample is one by gradients
 * (SAMPLE_G): those of its coordinates. Pixels that magnify a texture and pixels that minify it may
 * have filters of their own, and are sampled apart then. */
#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/sim/draw/texels.h"
#include "driver/sim/exec/texture.h"

/* Differences along rows, or columns, of quads. */
static void take_differences(const uint32_t *v, bool vertical, sim_vector result)
{
    for (unsigned i = 0; i < SIM_LANES; i += 4) {
        float at[4];
        memcpy(at, v + i, sizeof(at));
        const float first = vertical ? at[2] - at[0] : at[1] - at[0];
        const float second = vertical ? at[3] - at[1] : at[3] - at[2];
        const float steps[4] = {first, vertical ? second : first, vertical ? first : second,
                                second};
        memcpy(result + i, steps, sizeof(steps));
    }
}

static bool write_differences(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    struct sim_sample s;
    sim_vector constants[4], steps[4];
    sim_find_coordinates(wave, fetch, &s, constants);
    for (unsigned c = 0; c < 4; c++)
        take_differences(s.coordinate[c], fetch->quads == HW_TEX_GET_GRADIENTS_V, steps[c]);
    sim_write_fetched(wave, fetch, (uint32_t *const[4]){steps[0], steps[1], steps[2], steps[3]},
                      0x3f800000u, wave->exec);
    return true;
}

/* A bias adds to the logarithm of gradients. */
static void scale(struct sim_wave *wave, const uint32_t *bias)
{
    for (unsigned c = 0; c < 2 * SIM_AXES; c++)
        for (unsigned i = 0; i < SIM_LANES; i++) {
            uint32_t *step = &wave->gradients[c & 1u][c / 2][i];
            const float scaled = bits_float(*step) * exp2f(bits_float(bias[i]));
            memcpy(step, &scaled, sizeof(scaled));
        }
}

/* NULL where none is bound. */
static const struct sim_texture *texture_of(const struct sim_wave *wave,
                                            const struct sim_fetch *fetch)
{
    const struct sim_launch *launch = wave->launch;
    const unsigned mode = fetch->resource_index_mode;
    const unsigned number = fetch->resource + (mode ? wave->cf_index[mode - 1] : 0);
    return number < HW_CS_RESOURCES && launch->resource_type[number] == HW_TYPE_TEXTURE
               ? &launch->textures[number]
               : NULL;
}

/* Gradients of a sample's coordinates, for the fetches of SAMPLE and SAMPLE_LB. */
static void find_gradients(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    struct sim_sample s;
    sim_vector constants[4];
    sim_find_coordinates(wave, fetch, &s, constants);
    for (unsigned c = 0; c < 2 * SIM_AXES; c++)
        take_differences(s.coordinate[c / 2], c & 1u, wave->gradients[c & 1u][c / 2]);
    const struct sim_texture *texture = texture_of(wave, fetch);
    if (texture && texture->dim == HW_DIM_CUBE)
        draw_cube_gradients(s.coordinate, wave->gradients);
    if (fetch->quads == HW_TEX_SAMPLE_LB || fetch->quads == HW_TEX_SAMPLE_C_LB)
        scale(wave, s.coordinate[3]);
}

/* Lanes whose level of detail is above 0. */
static uint64_t minified(const struct sim_wave *wave, const struct sim_fetch *fetch,
                         const struct sim_texture *texture, const struct sim_sampler *sampler)
{
    uint64_t lanes = 0;
    sim_vector lods;
    sim_gradient_lods(wave, texture, fetch, lods);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        float lod = bits_float(lods[i]) + sampler->lod_bias;
        lod = lod < sampler->lod_min ? sampler->lod_min : lod;
        lod = lod > sampler->lod_max ? sampler->lod_max : lod;
        lanes |= (uint64_t)(lod > 0) << i;
    }
    return lanes;
}

/* Samples lanes that minify with the filter for it, which the sampler has meanwhile. */
static bool sample_apart(struct sim_wave *wave, const struct sim_fetch *fetch, uint64_t lanes)
{
    struct draw_stage *stage = (struct draw_stage *)wave->group;
    struct sim_sampler *sampler = &stage->group.launch->samplers[fetch->sampler];
    const struct sim_sampler before = *sampler;
    const uint64_t exec = wave->exec;
    bool sound = true;
    wave->exec = exec & ~lanes;
    if (wave->exec)
        sound = sim_exec_texture(wave, fetch);
    memcpy(sampler->linear, stage->minify[fetch->sampler], sizeof(sampler->linear));
    wave->exec = exec & lanes;
    if (sound && wave->exec)
        sound = sim_exec_texture(wave, fetch);
    wave->exec = exec;
    *sampler = before;
    return sound;
}

/* Keeps the offsets of the gather behind it. */
static bool keep_offsets(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    struct draw_stage *stage = (struct draw_stage *)wave->group;
    struct sim_sample s;
    sim_vector constants[4];
    sim_find_coordinates(wave, fetch, &s, constants);
    for (unsigned c = 0; c < 3; c++)
        memcpy(stage->offsets[c], s.coordinate[c], sizeof(stage->offsets[c]));
    return true;
}

/* Whether the cube's edges count, and not how coordinates wrap. */
static bool is_seamless(const struct sim_wave *wave, const struct sim_fetch *fetch,
                        const struct sim_sampler *sampler)
{
    const struct sim_texture *texture = texture_of(wave, fetch);
    return texture && draw_is_seamless(texture, sampler);
}

/* Whether compute samples so, too. */
static bool is_plain(const struct sim_wave *wave, const struct sim_fetch *fetch)
{
    const struct draw_stage *stage = (struct draw_stage *)wave->group;
    const struct sim_sampler *sampler = &wave->launch->samplers[fetch->sampler];
    const uint32_t word = wave->launch->program->code[fetch->word + 2];
    const bool same =
        !memcmp(stage->minify[fetch->sampler], sampler->linear, sizeof(stage->minify[0]));
    const unsigned op = fetch->quads;
    if (op == HW_TEX_GATHER4 || op == HW_TEX_GATHER4_O || op >= HW_TEX_SAMPLE_C ||
        fetch->sampler_index_mode || word & 0x7fffu)
        return false;
    for (unsigned c = 0; c < SIM_AXES; c++)
        if (!wave->launch->lanes->texture->linear[sampler->clamp[c]])
            return false;
    if (is_seamless(wave, fetch, sampler))
        return false;
    return same || (op != HW_TEX_SAMPLE_L && op != HW_TEX_SAMPLE_LZ);
}

/* Samples without comparisons and offsets. */
static bool sample_plainly(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    const struct draw_stage *stage = (struct draw_stage *)wave->group;
    const struct sim_launch *launch = wave->launch;
    unsigned number;
    if (fetch->lod != SIM_LOD_GRADIENTS ||
        !memcmp(stage->minify[fetch->sampler], launch->samplers[fetch->sampler].linear,
                sizeof(stage->minify[0])))
        return sim_exec_texture(wave, fetch);
    if (!sim_resource_number(wave, fetch, HW_TYPE_TEXTURE, &number))
        return false;
    return sample_apart(
        wave, fetch,
        minified(wave, fetch, &launch->textures[number], &launch->samplers[fetch->sampler]));
}

static bool takes_gradients(const struct sim_fetch *fetch)
{
    return fetch->quads == HW_TEX_SAMPLE || fetch->quads == HW_TEX_SAMPLE_LB ||
           fetch->quads == HW_TEX_SAMPLE_C || fetch->quads == HW_TEX_SAMPLE_C_LB ||
           fetch->quads == HW_TEX_GET_LOD;
}

/* Operands: bytes from the start of the ring, and the factor. Of others than the first six nothing
 * is made. */
static bool write_factors(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    struct draw_stage *stage = (struct draw_stage *)wave->group;
    struct sim_sample s;
    sim_vector constants[4];
    sim_find_coordinates(wave, fetch, &s, constants);
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        const uint32_t number = s.coordinate[0][i] / sizeof(float);
        if (number < 6)
            memcpy(&stage->factors[number], &s.coordinate[1][i], sizeof(float));
    }
    return true;
}

bool draw_fetch(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    const struct draw_stage *stage = (struct draw_stage *)wave->group;
    struct sim_fetch by_gradients = *fetch;
    switch (fetch->quads) {
    case HW_TEX_GET_GRADIENTS_H:
    case HW_TEX_GET_GRADIENTS_V:
        return write_differences(wave, fetch);
    case DRAW_FETCH_TF_WRITE:
        return write_factors(wave, fetch);
    case HW_TEX_SET_TEXTURE_OFFSETS:
        return keep_offsets(wave, fetch);
    case HW_TEX_LD:
    case HW_TEX_GET_NUMBER_OF_SAMPLES:
        return draw_fetch_samples(wave, fetch);
    default:
        break;
    }
    if (stage->kind == DRAW_PIXEL && takes_gradients(fetch)) {
        find_gradients(wave, fetch);
        by_gradients.lod = SIM_LOD_GRADIENTS;
    }
    if (fetch->quads == HW_TEX_GET_LOD)
        return draw_query_lod(wave, fetch);
    return fetch->sampler < HW_CS_SAMPLERS && is_plain(wave, fetch)
               ? sample_plainly(wave, &by_gradients)
               : draw_sample(wave, fetch);
}
