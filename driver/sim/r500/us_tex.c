/* SPDX-License-Identifier: MIT */
/* us_tex.c: look-ups, by the same sampling of lanes that the other chips' fetches use. */
#include <assert.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/sim/lanes/sample.h"
#include "driver/sim/r500/us_wave.h"

#define FOR_LANES(i) for (unsigned i = 0; i < US_LANES; i++)

/* Coordinates s, t, r; divided by q for PROJ. */
static void find_coordinates(const struct us_wave *wave, const struct us_tex *tex, unsigned source,
                             sim_vector room[3], const uint32_t *coordinate[4])
{
    const us_float *q = (const us_float *)wave->temp[source][tex->source_swiz[3]];

    for (unsigned c = 0; c < 4; c++)
        coordinate[c] = wave->temp[source][tex->source_swiz[c]];
    for (unsigned c = 0; c < 3 && tex->op == HW_R500_TEX_PROJ; c++) {
        const us_float *from = (const us_float *)coordinate[c];
        us_float *to = (us_float *)room[c];
        FOR_LANES(i) to[i] = from[i] / q[i];
        coordinate[c] = room[c];
    }
}

static void describe(const struct us_texture *texture, const struct us_tex *tex,
                     struct sim_sample_how *how)
{
    sim_sample_begin(how, &texture->surface, texture->dim, false, tex->unscaled ? 0 : 7, 15);
    for (unsigned axis = SIM_X; axis < SIM_AXES; axis++) {
        how->clamp[axis] = texture->clamp[axis];
        how->linear[axis] = texture->linear && sim_axis_is_sampled(how, axis);
    }
}

/* Copies to a channel the component of the texel, r g b a, that it selects. */
static void select_channel(uint32_t *to, uint32_t *const channel[4], unsigned select)
{
    if (select <= HW_SEL_W)
        memcpy(to, channel[select], US_LANES * sizeof(uint32_t));
    else
        FOR_LANES(i) to[i] = select == HW_SEL_1 ? 0x3f800000u : 0;
}

static void write_texel(struct us_wave *wave, const struct us_instruction *instruction,
                        const struct us_texture *texture, unsigned dest, uint32_t *const channel[4])
{
    const struct us_tex *tex = &instruction->tex;

    for (unsigned c = 0; c < 4; c++) {
        const uint64_t lanes = us_writers(wave, instruction, c);
        sim_vector value;

        if (!(tex->wmask >> c & 1u))
            continue;
        select_channel(value, channel, texture->select[tex->dest_swiz[c]]);
        FOR_LANES(i)
        if (lanes >> i & 1u)
            wave->temp[dest][c][i] = value[i];
    }
}

/* Pixels with a negative component leave; they still run, for the differences of their quads. */
static bool kill(struct us_wave *wave, const struct us_instruction *instruction)
{
    const struct us_tex *tex = &instruction->tex;
    const uint64_t lanes = us_writers(wave, instruction, 0);
    unsigned source;

    if (!us_register(wave, tex->source, tex->source_relative, wave->draw->program->temps, &source))
        return false;
    for (unsigned c = 0; c < 4; c++) {
        const us_float *value = (const us_float *)wave->temp[source][tex->source_swiz[c]];
        FOR_LANES(i)
        if ((lanes >> i & 1u) && value[i] < 0)
            wave->killed |= 1ull << i;
    }
    return us_issue_lookup(wave, tex, 0);
}

/* Texels of one who draws. */
static bool sample(struct us_wave *wave, const struct us_instruction *instruction, unsigned source,
                   unsigned dest)
{
    const struct us_tex *tex = &instruction->tex;
    const uint32_t *coordinate[4];
    sim_vector texel[4];

    for (unsigned c = 0; c < 4; c++)
        coordinate[c] = wave->temp[source][tex->source_swiz[c]];
    if (!wave->draw->sample(wave, tex, coordinate, texel))
        return false;
    for (unsigned c = 0; c < 4; c++) {
        const uint64_t lanes = us_writers(wave, instruction, c);
        FOR_LANES(i)
        if ((tex->wmask >> c & 1u) && (lanes >> i & 1u)) {
            const uint32_t value = texel[tex->dest_swiz[c]][i];
            wave->temp[dest][c][i] =
                wave->draw->narrow ? float_bits(us_narrowed(bits_float(value))) : value;
        }
    }
    return us_issue_lookup(wave, tex, dest);
}

bool us_exec_tex(struct us_wave *wave, const struct us_instruction *instruction)
{
    static const uint32_t border[4] = {0};
    const struct us_tex *tex = &instruction->tex;
    const struct us_texture *texture = &wave->draw->texture[tex->unit];
    const unsigned temps = wave->draw->program->temps;
    assert(tex->unit < COUNT(wave->draw->texture) && temps <= HW_R500_TEMPS);
    unsigned source, dest = 0;
    struct sim_sample_how how;
    struct sim_sample s;
    sim_vector projected[3], room[4];
    uint32_t *channel[4] = {room[0], room[1], room[2], room[3]};

    if (tex->op == HW_R500_TEX_NOP)
        return us_issue_lookup(wave, tex, dest);
    if (tex->op == HW_R500_TEX_KILL)
        return kill(wave, instruction);
    if (!wave->draw->sample && !texture->bound)
        return us_fail(wave, "a look-up in texture unit %u, which is not enabled", tex->unit);
    if (!us_register(wave, tex->source, tex->source_relative, temps, &source) ||
        !us_register(wave, tex->dest, tex->dest_relative, temps, &dest))
        return false;
    if (wave->draw->sample)
        return sample(wave, instruction, source, dest);
    s.surface = &texture->surface;
    s.lanes = wave->draw->lanes;
    s.n = US_LANES;
    find_coordinates(wave, tex, source, projected, s.coordinate);
    describe(texture, tex, &how);
    sim_sample_resolve(&s, &how, border);
    sim_sample_take(&s, &how, sim_sample_loop(&s, &how), room, channel);
    write_texel(wave, instruction, texture, dest, channel);
    return us_issue_lookup(wave, tex, dest);
}
