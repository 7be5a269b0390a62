/* SPDX-License-Identifier: MIT */
/* texels.c: from the coordinates of a lane to texels (OpenGL 4.6, 8.14.2 and 8.14.3), and from
 * texels of a wavefront to values. */
#include "driver/sim/draw/texels.h"

#include <math.h>
#include <string.h>

#include "driver/base/bits.h"

static int32_t modulo(int32_t value, int32_t period)
{
    const int32_t rest = value % period;
    return rest < 0 ? rest + period : rest;
}

/* The texel that one beyond an edge stands for. */
static uint32_t wrap(int32_t texel, int32_t size, unsigned clamp, bool *outside)
{
    const bool once = clamp == HW_CLAMP_MIRROR_ONCE_EDGE || clamp == HW_CLAMP_MIRROR_ONCE_BORDER ||
                      clamp == HW_CLAMP_MIRROR_ONCE_HALF_BORDER;
    *outside = false;
    if (clamp == HW_CLAMP_WRAP)
        return (uint32_t)modulo(texel, size);
    if (clamp == HW_CLAMP_MIRROR) {
        const int32_t turn = modulo(texel, 2 * size);
        return (uint32_t)(turn < size ? turn : 2 * size - 1 - turn);
    }
    if (once && texel < 0)
        texel = -1 - texel;
    if (clamp >= HW_CLAMP_HALF_BORDER)
        *outside = texel < 0 || texel >= size;
    return (uint32_t)(texel < 0 ? 0 : texel >= size ? size - 1 : texel);
}

static bool has_half_border(unsigned clamp)
{
    return clamp == HW_CLAMP_HALF_BORDER || clamp == HW_CLAMP_MIRROR_ONCE_HALF_BORDER;
}

/* A coordinate in texels. Half borders begin at the edge: what lies beyond is moved to it, with the
 * offset, which is 0 then. */
static float in_texels(float s, float size, bool normalized, unsigned clamp, int32_t *offset)
{
    const float u = normalized ? s * size : s;
    const float most = 1e9f, least = clamp == HW_CLAMP_HALF_BORDER ? 0 : -size;
    if (has_half_border(clamp)) {
        const float moved = u + (float)*offset;
        *offset = 0;
        return !(moved > least) ? least : moved < size ? moved : size;
    }
    return u > -most ? u < most ? u : most : -most;
}

static void place(struct draw_axis *axis, float u, int32_t size, unsigned clamp, bool linear,
                  int32_t offset)
{
    const float shifted = linear ? u - 0.5f : u, whole = floorf(shifted);
    int32_t texel = (int32_t)whole + offset;
    if (!linear && texel == size && has_half_border(clamp))
        texel = size - 1;
    axis->weight[1] = linear ? shifted - whole : 0;
    axis->weight[0] = 1.0f - axis->weight[1];
    for (int32_t i = 0; i < 2; i++)
        axis->at[i] = wrap(texel + i, size, clamp, &axis->outside[i]);
}

static void place_layer(struct draw_axis *axis, float number, uint32_t layers, bool faces)
{
    const uint32_t whole = number > 0 ? (uint32_t)fminf(rintf(number), 65535.0f) : 0;
    const uint32_t face = whole % 8 < 6 ? whole % 8 : 5;
    const uint32_t layer = faces ? whole / 8 * 6 + face : whole;
    *axis = (struct draw_axis){.weight = {1, 0}};
    axis->at[0] = axis->at[1] = layer < layers ? layer : layers - 1;
}

/* From the place of the first texel. A coordinate is on its face, so that just one of both texels
 * may be beyond an edge. */
static void find_beyond(struct draw_axis *axis, float first, int32_t size)
{
    axis->beyond[0] = first < 0 ? -1 : 0;
    axis->beyond[1] = first >= (float)(size - 1) ? 1 : 0;
}

/* A gather of integers begins at the nearest texel: Mesa's programs take half a texel from its
 * coordinates (tgsi_tex). */
void draw_place_lane(struct draw_sampling *s, unsigned lane)
{
    const struct sim_surface *level = s->level[lane];
    const bool cube = s->texture->dim == HW_DIM_CUBE, *linear = s->sampler->linear;
    const bool *wanted = s->minifies[lane] ? s->stage->minify[s->number] : linear;
    for (unsigned c = 0; c < SIM_AXES; c++) {
        struct draw_axis *axis = &s->axis[lane][c];
        const enum sim_axis_kind kind = sim_axis_kind(s->texture->dim, c);
        const int32_t size = (int32_t)sim_axis_size(level, c);
        const bool filters = (s->gathers || wanted[c]) && !s->texture->surface.format.integer;
        *axis = (struct draw_axis){.weight = {1, 0}};
        if (kind == SIM_AXIS_LAYERS || kind == SIM_AXIS_FACES)
            place_layer(axis, bits_float(s->layer[lane]), (uint32_t)size, kind == SIM_AXIS_FACES);
        if (kind != SIM_AXIS_TEXELS && kind != SIM_AXIS_FACE)
            continue;
        const float value = bits_float(s->coordinate[c][lane]) - (cube ? 1.0f : 0.0f);
        const unsigned clamp = cube ? (unsigned)HW_CLAMP_EDGE : s->sampler->clamp[c];
        const bool normalized = s->fetch->normalized >> c & 1u;
        int32_t offset = s->offset[c][lane];
        const float u = in_texels(value, (float)size, normalized, clamp, &offset);
        place(axis, u, size, clamp, filters, offset);
        if ((filters || s->gathers) && draw_is_seamless(s->texture, s->sampler))
            find_beyond(axis, filters ? u - 0.5f : u, size);
    }
}

static float weight_of(const struct draw_axis axis[SIM_AXES], unsigned corner)
{
    return axis[SIM_X].weight[corner & 1u] * axis[SIM_Y].weight[corner >> 1 & 1u] *
           axis[SIM_Z].weight[corner >> 2];
}

/* In a corner of a cube three faces meet: the others share the part of the texel that there is not,
 * as OpenGL recommends (8.14.1). */
float draw_corner_weight(const struct draw_sampling *s, unsigned lane, unsigned corner)
{
    const struct draw_axis *axis = s->axis[lane], *x = &axis[SIM_X], *y = &axis[SIM_Y];
    const bool meets = (x->beyond[0] || x->beyond[1]) && (y->beyond[0] || y->beyond[1]);
    const unsigned missing = (corner & 4u) | (x->beyond[1] ? 1u : 0) | (y->beyond[1] ? 2u : 0);
    if (!meets)
        return weight_of(axis, corner);
    return corner == missing ? 0 : weight_of(axis, corner) + weight_of(axis, missing) / 3;
}

static uint32_t find_texel(const struct draw_sampling *s, unsigned lane, unsigned corner)
{
    const struct draw_axis *axis = s->axis[lane];
    const unsigned a = corner & 1u, b = corner >> 1 & 1u;
    const int beyond_x = axis[SIM_X].beyond[a], beyond_y = axis[SIM_Y].beyond[b];
    int32_t x = (int32_t)axis[SIM_X].at[a] + beyond_x, y = (int32_t)axis[SIM_Y].at[b] + beyond_y;
    const uint32_t slice = axis[SIM_Z].at[corner >> 2];
    uint32_t face = slice % 6;
    if (!beyond_x == !beyond_y) /* on its face, or in the corner that there is not */
        return sim_surface_offset(s->level[lane], axis[SIM_X].at[a], axis[SIM_Y].at[b], slice);
    draw_cube_step((int32_t)s->level[lane]->width, &x, &y, &face);
    return sim_surface_offset(s->level[lane], (uint32_t)x, (uint32_t)y, slice - slice % 6 + face);
}

void draw_read_corner(const struct draw_sampling *s, unsigned corner, uint64_t lanes,
                      sim_vector room[4], uint32_t *channel[4])
{
    const struct sim_texel_format *format = &s->state.how.format;
    const struct sim_memory_lanes *memory = s->wave->launch->lanes->memory;
    sim_vector raw[4];
    uint64_t outside = 0;
    memset(raw, 0, sizeof(raw));
    for (uint64_t left = lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        const struct draw_axis *x = &s->axis[i][SIM_X], *y = &s->axis[i][SIM_Y],
                               *z = &s->axis[i][SIM_Z];
        const unsigned a = corner & 1u, b = corner >> 1 & 1u, c = corner >> 2;
        uint32_t texel[4] = {0};
        memcpy(texel, s->level[i]->view.memory + find_texel(s, i, corner), format->bytes);
        for (unsigned k = 0; k < 4; k++)
            raw[k][i] = texel[k];
        outside |= (uint64_t)(x->outside[a] || y->outside[b] || z->outside[c]) << i;
    }
    sim_texel_decode(memory, format, 0xf, raw, room, channel, SIM_LANES);
    for (; outside; outside &= outside - 1)
        for (unsigned k = 0; k < 4; k++)
            channel[k][__builtin_ctzll(outside)] = s->state.border[k];
}
