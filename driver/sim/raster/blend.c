/* SPDX-License-Identifier: MIT */
/* blend.c: blending, as CB_BLENDn_CONTROL says (Mesa evergreend.h; OpenGL 4.6, 17.3.6). */
#include <string.h>

#include "driver/base/bits.h"
#include "driver/sim/raster/targets.h"

enum factor {
    ZERO,
    ONE,
    SRC_COLOR,
    ONE_MINUS_SRC_COLOR,
    SRC_ALPHA,
    ONE_MINUS_SRC_ALPHA,
    DST_ALPHA,
    ONE_MINUS_DST_ALPHA,
    DST_COLOR,
    ONE_MINUS_DST_COLOR,
    SRC_ALPHA_SATURATE,
    CONST_COLOR = 13,
    ONE_MINUS_CONST_COLOR = 14,
    SECOND_COLOR = 15,
    ONE_MINUS_SECOND_COLOR = 16,
    SECOND_ALPHA = 17,
    ONE_MINUS_SECOND_ALPHA = 18,
    CONST_ALPHA = 19,
    ONE_MINUS_CONST_ALPHA = 20
};
enum { ADD, SUBTRACT, MIN, MAX, REVERSE_SUBTRACT };
enum { SEPARATE_ALPHA = 1 << 29 };

/* One pixel: source, destination, constant. */
struct blended {
    float s[4], d[4], second[4];
    const float *constant;
};

static float factor_of(const struct blended *b, unsigned factor, unsigned c)
{
    const float alpha = b->s[3] < 1 - b->d[3] ? b->s[3] : 1 - b->d[3];
    switch (factor) {
    case ONE:
        return 1;
    case SRC_COLOR:
        return b->s[c];
    case ONE_MINUS_SRC_COLOR:
        return 1 - b->s[c];
    case SRC_ALPHA:
        return b->s[3];
    case ONE_MINUS_SRC_ALPHA:
        return 1 - b->s[3];
    case DST_ALPHA:
        return b->d[3];
    case ONE_MINUS_DST_ALPHA:
        return 1 - b->d[3];
    case DST_COLOR:
        return b->d[c];
    case ONE_MINUS_DST_COLOR:
        return 1 - b->d[c];
    case SRC_ALPHA_SATURATE:
        return c == 3 ? 1 : alpha;
    case CONST_COLOR:
        return b->constant[c];
    case ONE_MINUS_CONST_COLOR:
        return 1 - b->constant[c];
    case SECOND_COLOR:
        return b->second[c];
    case ONE_MINUS_SECOND_COLOR:
        return 1 - b->second[c];
    case SECOND_ALPHA:
        return b->second[3];
    case ONE_MINUS_SECOND_ALPHA:
        return 1 - b->second[3];
    case CONST_ALPHA:
        return b->constant[3];
    case ONE_MINUS_CONST_ALPHA:
        return 1 - b->constant[3];
    default:
        return 0;
    }
}

static bool factor_exists(unsigned factor)
{
    return factor <= SRC_ALPHA_SATURATE ||
           (factor >= CONST_COLOR && factor <= ONE_MINUS_CONST_ALPHA);
}

static bool half_exists(uint32_t half)
{
    const unsigned source = draw_bits(half, 0, 5), target = draw_bits(half, 8, 5);
    return factor_exists(source) && factor_exists(target) &&
           draw_bits(half, 5, 3) <= REVERSE_SUBTRACT;
}

bool draw_blend_exists(uint32_t control)
{
    return half_exists(control) && (!(control & SEPARATE_ALPHA) || half_exists(control >> 16));
}

static float blend_component(const struct blended *b, uint32_t half, unsigned c)
{
    const float s = b->s[c] * factor_of(b, draw_bits(half, 0, 5), c);
    const float d = b->d[c] * factor_of(b, draw_bits(half, 8, 5), c);
    switch (draw_bits(half, 5, 3)) {
    case SUBTRACT:
        return s - d;
    case MIN:
        return b->s[c] < b->d[c] ? b->s[c] : b->d[c];
    case MAX:
        return b->s[c] > b->d[c] ? b->s[c] : b->d[c];
    case REVERSE_SUBTRACT:
        return d - s;
    default:
        return s + d;
    }
}

/* To what the format has: numbers with a sign begin at -1. */
static float clamped(float value, const struct draw_target *target)
{
    const float least = target->surface.format.channel[0].kind == SIM_CHANNEL_SNORM ? -1 : 0;
    if (!target->clamp)
        return value;
    return !(value > least) ? least : value > 1 ? 1 : value;
}

void draw_blend(const struct draw_target *target, const float constant[4], sim_vector color[4],
                const sim_vector second[4], sim_vector there[4])
{
    const uint32_t alpha = target->blend & SEPARATE_ALPHA ? target->blend >> 16 : target->blend;
    for (unsigned i = 0; i < SIM_LANES; i++) {
        float limited[4];
        struct blended b = {.constant = limited};
        for (unsigned c = 0; c < 4; c++) {
            memcpy(&b.s[c], &color[c][i], sizeof(float));
            memcpy(&b.d[c], &there[c][i], sizeof(float));
            b.s[c] = clamped(b.s[c], target);
            b.second[c] = clamped(bits_float(second[c][i]), target);
            limited[c] = clamped(constant[c], target);
        }
        for (unsigned c = 0; c < 4; c++) {
            const float result = blend_component(&b, c == 3 ? alpha : target->blend, c);
            memcpy(&color[c][i], &result, sizeof(result));
        }
    }
}
