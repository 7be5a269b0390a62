/* SPDX-License-Identifier: MIT */
/* sample.c: looks texels up, all lanes at a time for each texel of a filter. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/hw/isa.h"
#include "driver/sim/r300/textures.h"

enum { REPEAT, MIRROR, EDGE, MIRROR_ONCE_EDGE, CLAMP, MIRROR_ONCE, BORDER, MIRROR_ONCE_BORDER };
enum { AXES = 3 };

/* The two texels of an axis that are next to a coordinate; a nearest one is the first of them. */
struct axis {
    uint32_t at[2];
    bool outside[2];
    float weight;
};

/* Texels that lanes look up in one level each. */
struct look {
    const struct r300_texture *texture;
    const struct sim_lanes *lanes;
    float coordinate[AXES][US_LANES];
    float direction[US_LANES][AXES]; /* of cubes */
    uint8_t face[US_LANES];
    bool linear[US_LANES];
    unsigned level[US_LANES];
    struct axis axis[US_LANES][AXES];
};

static float fold(float s)
{
    const float whole = floorf(s), part = s - whole;
    return fmodf(whole, 2) != 0 ? 1 - part : part;
}

/* A texel beside the texture: moved into it, or the border. */
static uint32_t wrap(int64_t at, uint32_t size, unsigned clamp, bool *outside)
{
    const int64_t n = size;

    *outside = false;
    if (clamp == REPEAT)
        return (uint32_t)(((at % n) + n) % n);
    if (clamp == MIRROR) {
        const int64_t twice = ((at % (2 * n)) + 2 * n) % (2 * n);
        return (uint32_t)(twice < n ? twice : 2 * n - 1 - twice);
    }
    if (at >= 0 && at < n)
        return (uint32_t)at;
    *outside =
        clamp == CLAMP || clamp == MIRROR_ONCE || clamp == BORDER || clamp == MIRROR_ONCE_BORDER;
    return at < 0 ? 0 : size - 1;
}

static void place(struct axis *axis, float s, uint32_t size, unsigned clamp, bool linear)
{
    if (!(fabsf(s) < 1e6f))
        s = s != s ? 0 : copysignf(1e6f, s);
    if (clamp == MIRROR)
        s = fold(s);
    if (clamp == MIRROR_ONCE || clamp == MIRROR_ONCE_EDGE || clamp == MIRROR_ONCE_BORDER)
        s = fabsf(s);
    if (clamp == CLAMP || clamp == MIRROR_ONCE)
        s = s < 0 ? 0 : s > 1 ? 1 : s;
    const float u = s * (float)size - (linear ? 0.5f : 0.0f), whole = floorf(u);
    const bool edge = !linear && (clamp == CLAMP || clamp == MIRROR_ONCE);
    axis->weight = linear ? u - whole : 0;
    for (unsigned k = 0; k < 2; k++)
        axis->at[k] =
            wrap((int64_t)whole + k, size, edge ? (unsigned)EDGE : clamp, &axis->outside[k]);
}

static void place_lane(struct look *l, unsigned lane)
{
    const struct r300_level *level = &l->texture->level[l->level[lane]];
    const uint32_t size[AXES] = {level->surface.width, level->surface.height, level->depth};

    for (unsigned c = 0; c < AXES; c++) {
        struct axis *axis = &l->axis[lane][c];
        const unsigned clamp =
            l->texture->type == R300_CUBE ? (unsigned)EDGE : l->texture->clamp[c];
        *axis = (struct axis){{0, 0}, {false, false}, 0};
        if (c < 2 || l->texture->type == R300_3D)
            place(axis, l->coordinate[c][lane], size[c], clamp, l->linear[lane]);
    }
}

/* Adds the texels of a corner: bit c of its number is the neighbour along axis c. */
static void add_corner(struct look *l, unsigned corner, float sum[4][US_LANES])
{
    sim_vector raw[4], room[4];
    uint32_t *channel[4];
    float part[US_LANES];
    uint64_t outside = 0;

    memset(raw, 0, sizeof(raw));
    for (unsigned lane = 0; lane < US_LANES; lane++) {
        const struct sim_surface *s = &l->texture->level[l->level[lane]].surface;
        const struct axis *axis = l->axis[lane];
        uint32_t texel[4] = {0};
        part[lane] = 1;
        for (unsigned c = 0; c < AXES; c++) {
            const unsigned k = corner >> c & 1u;
            part[lane] *= k ? axis[c].weight : 1 - axis[c].weight;
            outside |= (uint64_t)axis[c].outside[k] << lane;
        }
        const uint32_t z =
            l->texture->type == R300_CUBE ? l->face[lane] : axis[2].at[corner >> 2 & 1u];
        memcpy(texel,
               s->view.memory +
                   sim_surface_offset(s, axis[0].at[corner & 1u], axis[1].at[corner >> 1 & 1u], z),
               s->format.bytes);
        for (unsigned k = 0; k < 4; k++)
            raw[k][lane] = texel[k];
    }
    sim_texel_decode(l->lanes->memory, &l->texture->level[0].surface.format, 0xf, raw, room,
                     channel, US_LANES);
    for (unsigned c = 0; c < 4; c++)
        for (unsigned lane = 0; lane < US_LANES; lane++)
            if (part[lane] != 0)
                sum[c][lane] += part[lane] * (outside >> lane & 1u ? l->texture->border[c]
                                                                   : bits_float(channel[c][lane]));
}

static void look_up(struct look *l, float sum[4][US_LANES])
{
    bool any = false;

    memset(sum, 0, 4 * US_LANES * sizeof(float));
    for (unsigned lane = 0; lane < US_LANES; lane++) {
        place_lane(l, lane);
        any |= l->linear[lane];
    }
    const unsigned corners = !any ? 1 : l->texture->type == R300_3D ? 8 : 4;
    for (unsigned corner = 0; corner < corners; corner++)
        add_corner(l, corner, sum);
}

/* The face that a direction meets. */
static unsigned face_of(const float direction[AXES])
{
    const float ax = fabsf(direction[0]), ay = fabsf(direction[1]), az = fabsf(direction[2]);
    const unsigned axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;

    return 2 * axis + (direction[axis] < 0);
}

static void find_face(struct look *l, unsigned lane)
{
    float place[2];

    for (unsigned c = 0; c < AXES; c++)
        l->direction[lane][c] = l->coordinate[c][lane];
    l->face[lane] = (uint8_t)face_of(l->direction[lane]);
    r300_meet_face(l->face[lane], l->direction[lane], place);
    l->coordinate[0][lane] = place[0];
    l->coordinate[1][lane] = place[1];
    l->coordinate[2][lane] = 0;
}

static void read_coordinates(struct look *l, const struct us_tex *tex,
                             const uint32_t *const coordinate[4])
{
    const struct r300_level *base = &l->texture->level[0];
    const float size[AXES] = {(float)base->surface.width, (float)base->surface.height,
                              (float)base->depth};

    for (unsigned lane = 0; lane < US_LANES; lane++) {
        const float q = bits_float(coordinate[3][lane]);
        for (unsigned c = 0; c < AXES; c++) {
            l->coordinate[c][lane] = bits_float(coordinate[c][lane]);
            if (tex->op == HW_R500_TEX_PROJ)
                l->coordinate[c][lane] /= q;
            if (tex->unscaled)
                l->coordinate[c][lane] /= size[c];
        }
        if (l->texture->type == R300_CUBE)
            find_face(l, lane);
    }
}

/* Chooses the level and the filter of each lane; `behind` has the one of a second level. */
static bool choose(struct look *l, const float lod[US_LANES], float behind[US_LANES])
{
    const struct r300_texture *t = l->texture;
    const float first = (float)t->first, last = (float)(t->levels - 1);
    bool two = false;

    for (unsigned lane = 0; lane < US_LANES; lane++) {
        const float clamped = lod[lane] < first ? first : lod[lane] > last ? last : lod[lane];
        l->linear[lane] = lod[lane] <= 0 ? t->linear_mag : t->linear_min;
        behind[lane] = 0;
        if (!t->mips) {
            l->level[lane] = 0; /* whatever the least level is (OpenGL 4.6, 8.14.2) */
        } else if (!t->linear_mips) {
            l->level[lane] = (unsigned)ceilf(clamped + 0.5f) - 1;
            if (l->level[lane] >= t->levels)
                l->level[lane] = t->levels - 1;
        } else {
            l->level[lane] = (unsigned)clamped;
            behind[lane] = clamped - floorf(clamped);
            two |= behind[lane] > 0;
        }
    }
    return two;
}

static void select_channels(const struct r300_texture *texture, float sum[4][US_LANES],
                            sim_vector texel[4])
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned select = texture->select[c];
        for (unsigned lane = 0; lane < US_LANES; lane++)
            texel[c][lane] = select <= HW_SEL_W   ? float_bits(sum[select][lane])
                             : select == HW_SEL_1 ? 0x3f800000u
                                                  : 0;
    }
}

bool r300_sample(struct us_wave *wave, const struct us_tex *tex,
                 const uint32_t *const coordinate[4], sim_vector texel[4])
{
    const struct r300_textures *textures = wave->draw->sampler;
    struct look l = {.texture = &textures->unit[tex->unit], .lanes = wave->draw->lanes};
    float lod[US_LANES], behind[US_LANES], sum[4][US_LANES], more[4][US_LANES];
    assert(tex->unit < HW_R500_TEXTURES);

    if (!l.texture->bound)
        return us_fail(wave, "a look-up in texture unit %u, which is not enabled", tex->unit);
    read_coordinates(&l, tex, coordinate);
    const struct r300_places places = {
        .coordinate = (const float(*)[US_LANES])l.coordinate,
        .direction = l.texture->type == R300_CUBE ? (const float(*)[AXES])l.direction : NULL,
        .face = l.face};
    r300_find_lod(wave, tex, l.texture, &places, coordinate[3], lod);
    const bool two = choose(&l, lod, behind);
    look_up(&l, sum);
    if (two) {
        for (unsigned lane = 0; lane < US_LANES; lane++)
            l.level[lane] += behind[lane] > 0;
        look_up(&l, more);
        for (unsigned c = 0; c < 4; c++)
            for (unsigned lane = 0; lane < US_LANES; lane++)
                sum[c][lane] += behind[lane] * (more[c][lane] - sum[c][lane]);
    }
    select_channels(l.texture, sum, texel);
    return true;
}
