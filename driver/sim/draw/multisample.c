/* SPDX-License-Identifier: MIT */
/* multisample.c: several samples of a pixel: what registers say of them, and how programs read them
 * from textures. FMASK is neither read nor written: each sample has a fragment of its own in
 * memory, and to the question for the fragments of a texel every sample answers with its number.
 * Sources: Mesa evergreen_state.c, cayman_msaa.c and r600_shader.c (tgsi_tex). */
#include <string.h>

#include "driver/base/bits.h"
#include "driver/hw/chips.h"
#include "driver/sim/draw/state.h"
#include "driver/sim/draw/texels.h"

/* Offsets of four bits, of x and y in turn, four samples a register. A quad has registers for each
 * of its pixels, which Mesa sets alike. */
static bool read_places(struct sim_drawing *d, struct draw_state *state, bool cayman)
{
    const unsigned registers = state->samples > 4 ? 2 : 1;
    const unsigned next = cayman ? 4 : registers; /* pixel, in registers */
    const uint32_t first = cayman ? DRAW_R_CM_PA_SC_AA_SAMPLE_LOCS : DRAW_R_PA_SC_AA_SAMPLE_LOCS_0;
    for (unsigned i = 0; i < 4 * registers; i++)
        if (draw_register(d, first + (i / registers * next + i % registers) * 4) !=
            draw_register(d, first + i % registers * 4))
            return draw_fail(d,
                             "samples that lie otherwise in pixel %u of a quad are not supported",
                             i / registers);
    for (unsigned s = 0; s < state->samples; s++)
        for (unsigned c = 0; c < 2; c++) {
            const uint32_t places = draw_register(d, first + s / 4 * 4);
            const unsigned bits = draw_bits(places, s % 4 * 8 + c * 4, 4);
            state->sample_at[s][c] = (int8_t)(bits < 8 ? (int)bits : (int)bits - 16);
        }
    return true;
}

/* Where drawing by samples is turned off, all of a pixel are as its centre is. */
bool draw_state_samples(struct sim_drawing *d, struct draw_state *state)
{
    const bool cayman = d->dispatcher->config->chip->vliw == HW_VLIW4;
    const uint32_t config =
        draw_register(d, cayman ? DRAW_R_CM_PA_SC_AA_CONFIG : DRAW_R_PA_SC_AA_CONFIG);
    const unsigned log = draw_bits(config, 0, cayman ? 3 : 2);
    if (log > 3)
        return draw_fail(d, "PA_SC_AA_CONFIG 0x%x: %u samples are not supported", config,
                         1u << log);
    state->samples = 1u << log;
    if (!log)
        return true;
    state->sample_mask =
        (uint8_t)(draw_register(d, cayman ? DRAW_R_CM_PA_SC_AA_MASK : DRAW_R_PA_SC_AA_MASK) &
                  ((1u << state->samples) - 1u));
    state->by_sample = draw_bits(draw_register(d, DRAW_R_PA_SC_MODE_CNTL_1), 16, 1);
    if (!(draw_register(d, DRAW_R_PA_SC_MODE_CNTL_0) & 1u))
        return true;
    state->rectangular_lines = true;
    return read_places(d, state, cayman);
}

enum { FRAGMENTS = 1 /* INST_MOD of a load that asks for them */ };

/* Texels beyond an edge are 0. */
static void read_lanes(struct sim_wave *wave, const struct sim_texture *texture,
                       const struct sim_sample *at, const struct sim_texture_state *state,
                       sim_vector room[4], uint32_t *channel[4])
{
    const struct sim_surface *s = &texture->surface;
    const uint32_t layers = s->depth / texture->samples;
    sim_vector raw[4];
    memset(raw, 0, sizeof(raw));
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(lanes);
        const uint32_t x = at->coordinate[0][i], y = at->coordinate[1][i];
        const uint32_t layer = texture->dim == HW_DIM_2D_MSAA ? 0 : at->coordinate[2][i];
        const uint32_t sample = at->coordinate[3][i];
        uint32_t texel[4] = {0};
        if (x < s->width && y < s->height && layer < layers && sample < texture->samples)
            memcpy(texel,
                   s->view.memory + sim_surface_offset(s, x, y, layer * texture->samples + sample),
                   s->format.bytes);
        for (unsigned k = 0; k < 4; k++)
            raw[k][i] = texel[k];
    }
    sim_texel_decode(wave->launch->lanes->memory, &state->how.format, 0xf, raw, room, channel,
                     SIM_LANES);
}

static bool load_sample(struct sim_wave *wave, const struct sim_fetch *fetch,
                        const struct sim_texture *texture)
{
    const uint32_t word = wave->launch->program->code[fetch->word];
    struct sim_fetch composed = *fetch;
    struct sim_texture_state state;
    struct sim_sample at;
    sim_vector constants[4], room[4];
    uint32_t *channel[4];
    if (HW_GET(word, TEX_WORD0, INST_MOD) == FRAGMENTS) {
        wave->launch->lanes->alu->fill(room[0], 0x76543210u, SIM_LANES);
        sim_write_fetched(wave, fetch, (uint32_t *const[4]){room[0], room[0], room[0], room[0]}, 1,
                          wave->exec);
        return true;
    }
    sim_find_coordinates(wave, fetch, &at, constants);
    sim_texture_state(wave->launch, fetch, texture, NULL, &state);
    memcpy(composed.dst_sel, state.dst_sel, sizeof(composed.dst_sel));
    read_lanes(wave, texture, &at, &state, room, channel);
    sim_write_fetched(wave, &composed, channel, texture->one, wave->exec);
    return true;
}

static bool write_count(struct sim_wave *wave, const struct sim_fetch *fetch,
                        const struct sim_texture *texture)
{
    sim_vector count;
    wave->launch->lanes->alu->fill(count, texture->samples, SIM_LANES);
    sim_write_fetched(wave, fetch, (uint32_t *const[4]){count, count, count, count}, 1, wave->exec);
    return true;
}

bool draw_fetch_samples(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    unsigned number;
    if (!sim_resource_number(wave, fetch, HW_TYPE_TEXTURE, &number))
        return false;
    const struct sim_texture *texture = &wave->launch->textures[number];
    if (fetch->quads == HW_TEX_GET_NUMBER_OF_SAMPLES)
        return write_count(wave, fetch, texture);
    return texture->samples > 1 ? load_sample(wave, fetch, texture) : sim_exec_texture(wave, fetch);
}
