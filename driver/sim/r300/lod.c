/* SPDX-License-Identifier: MIT */
/* lod.c: levels of detail, by the differences of a quad (OpenGL 4.6, 8.14.1). */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "driver/sim/r300/textures.h"

static float component(const struct us_wave *wave, const struct us_tex *tex, unsigned which,
                       unsigned c, unsigned lane)
{
    const unsigned source = tex->difference[which].source;
    float value;

    memcpy(&value, &wave->temp[source][tex->difference[which].swiz[c]][lane], sizeof(value));
    return value;
}

/* Axes of s, t and the face: x, y, z from 1 on, with their signs (OpenGL 4.6, table 8.19). */
static const int8_t face_axes[R300_FACES][3] = {{-3, -2, 1}, {3, -2, -1}, {1, 3, 2},
                                                {1, -3, -2}, {1, -2, 3},  {-1, -2, -3}};

static float along(const float direction[3], int axis)
{
    return axis < 0 ? -direction[-axis - 1] : direction[axis - 1];
}

void r300_meet_face(unsigned face, const float direction[3], float place[2])
{
    assert(face < R300_FACES);
    const float major = along(direction, face_axes[face][2]);

    for (unsigned c = 0; c < 2; c++)
        place[c] = (along(direction, face_axes[face][c]) / major + 1) / 2;
}

/* By how much the places of two lanes differ, on the face of the one whose level it is. */
static float between(const struct r300_places *places, unsigned lane, unsigned from, unsigned to,
                     unsigned c)
{
    float a[2], b[2];

    if (!places->direction)
        return places->coordinate[c][to] - places->coordinate[c][from];
    r300_meet_face(places->face[lane], places->direction[from], a);
    r300_meet_face(places->face[lane], places->direction[to], b);
    return b[c] - a[c];
}

/* By how many texels a coordinate of a lane's quad differs, to the right or down. */
static float difference(const struct us_wave *wave, const struct us_tex *tex,
                        const struct r300_places *places, unsigned down, unsigned c, unsigned lane)
{
    const unsigned bit = down ? 2u : 1u;

    if (tex->op == HW_R500_TEX_DXDY)
        return component(wave, tex, down, c, lane);
    return between(places, lane, lane & ~bit, lane | bit, c);
}

static float scale_of(const struct us_wave *wave, const struct us_tex *tex,
                      const struct r300_texture *texture, const struct r300_places *places,
                      unsigned lane)
{
    const struct r300_level *base = &texture->level[0];
    const float size[3] = {(float)base->surface.width, (float)base->surface.height,
                           (float)base->depth};
    const unsigned axes = texture->type == R300_3D ? 3 : 2;
    float most = 0;

    for (unsigned down = 0; down < 2; down++) {
        float sum = 0;
        for (unsigned c = 0; c < axes; c++) {
            const float d = difference(wave, tex, places, down, c, lane) * size[c];
            sum += d * d;
        }
        most = fmaxf(most, sum);
    }
    return 0.5f * log2f(most);
}

void r300_find_lod(struct us_wave *wave, const struct us_tex *tex,
                   const struct r300_texture *texture, const struct r300_places *places,
                   const uint32_t *fourth, float lod[US_LANES])
{
    for (unsigned lane = 0; lane < US_LANES; lane++) {
        float more = 0, level = 0;
        memcpy(&more, &fourth[lane], sizeof(more));
        if (tex->op == HW_R500_TEX_LOD)
            level = more;
        else
            level = scale_of(wave, tex, texture, places, lane) +
                    (tex->op == HW_R500_TEX_LODBIAS ? more : 0);
        level += texture->bias;
        lod[lane] = level == level ? level : 0;
    }
}
