/* SPDX-License-Identifier: MIT */
/* lod.c: levels of detail, by the differences of a quad (OpenGL 4.6, 8.14.1). */
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

/* By how many texels a coordinate of a lane's quad differs, to the right or down. */
static float difference(const struct us_wave *wave, const struct us_tex *tex,
                        const float (*coordinate)[US_LANES], unsigned down, unsigned c,
                        unsigned lane)
{
    const unsigned bit = down ? 2u : 1u;

    if (tex->op == HW_R500_TEX_DXDY)
        return component(wave, tex, down, c, lane);
    return coordinate[c][lane | bit] - coordinate[c][lane & ~bit];
}

static float scale_of(const struct us_wave *wave, const struct us_tex *tex,
                      const struct r300_texture *texture, const float (*coordinate)[US_LANES],
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
            const float d = difference(wave, tex, coordinate, down, c, lane) * size[c];
            sum += d * d;
        }
        most = fmaxf(most, sum);
    }
    return 0.5f * log2f(most);
}

void r300_find_lod(struct us_wave *wave, const struct us_tex *tex,
                   const struct r300_texture *texture, const float (*coordinate)[US_LANES],
                   const uint32_t *fourth, float lod[US_LANES])
{
    for (unsigned lane = 0; lane < US_LANES; lane++) {
        float more = 0, level = 0;
        memcpy(&more, &fourth[lane], sizeof(more));
        if (tex->op == HW_R500_TEX_LOD)
            level = more;
        else
            level = scale_of(wave, tex, texture, coordinate, lane) +
                    (tex->op == HW_R500_TEX_LODBIAS ? more : 0);
        level += texture->bias;
        lod[lane] = level == level ? level : 0;
    }
}
