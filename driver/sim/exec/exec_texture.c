/* SPDX-License-Identifier: MIT */
/* exec_texture.c: samples and loads from textures. Each axis of the coordinates is resolved on its
 * own; a filtered sample is the weighed sum of the texels at all combinations of neighbours. */
#include <math.h>
#include <string.h>

#include "driver/sim/exec/wave.h"
#include "driver/sim/lanes/lanes_texture.h"
#include "driver/sim/lanes/surface.h"

enum { X, Y, Z, AXES };

/* One fetch for all lanes. */
struct sample {
    struct sim_wave *wave;
    const struct sim_texture *texture;
    const struct sim_texture_lanes *lanes;
    const uint32_t *border; /* colour, by channel in memory; NULL: nothing lies outside */
    struct sim_axis axis[AXES];
    bool linear[AXES], bordered[AXES];
    unsigned wanted; /* channels that are used, as bits */
    unsigned n;
    sim_vector raw[4]; /* texels as they are in memory */
};

/* What kind of coordinate an axis of a dimension is. */
enum axis_kind { AXIS_NONE, AXIS_TEXELS, AXIS_LAYERS, AXIS_FACE, AXIS_FACES };

static const uint8_t axis_kinds[][AXES] = {
    [HW_DIM_1D] = {AXIS_TEXELS, AXIS_NONE, AXIS_NONE},
    [HW_DIM_2D] = {AXIS_TEXELS, AXIS_TEXELS, AXIS_NONE},
    [HW_DIM_3D] = {AXIS_TEXELS, AXIS_TEXELS, AXIS_TEXELS},
    [HW_DIM_CUBE] = {AXIS_FACE, AXIS_FACE, AXIS_FACES},
    [HW_DIM_1D_ARRAY] = {AXIS_TEXELS, AXIS_NONE, AXIS_LAYERS},
    [HW_DIM_2D_ARRAY] = {AXIS_TEXELS, AXIS_TEXELS, AXIS_LAYERS},
};

static const uint32_t *coordinate(const struct sample *s, const struct sim_fetch *fetch,
                                  unsigned axis, sim_vector constant)
{
    const unsigned sel = fetch->src_sel[axis];
    if (sel <= HW_SEL_W)
        return sim_wave_vector(s->wave, fetch->src + sel * SIM_LANES);
    s->wave->launch->lanes->alu->fill(constant, sel == HW_SEL_1 ? 0x3f800000u : 0, s->n);
    return constant;
}

static uint32_t axis_size(const struct sim_surface *surface, unsigned axis)
{
    return axis == X ? surface->width : axis == Y ? surface->height : surface->depth;
}

/* Of a face's coordinates 1 to 2 the image; Mesa adds 1.5 to what CUBE and the major axis give. */
static const uint32_t *face_coordinate(struct sample *s, const uint32_t *value, sim_vector moved)
{
    SIM_FOR_LANES(i, s->n)
    {
        float position;
        memcpy(&position, &value[i], sizeof(position));
        position -= 1.0f;
        memcpy(&moved[i], &position, sizeof(position));
    }
    return moved;
}

/* Faces, 8 numbers for each cube of an array (Mesa r600_shader.c), as slices, 6 for each. */
static void place_faces(struct sample *s, const uint32_t *value)
{
    const uint32_t slices = s->texture->surface.depth;
    SIM_FOR_LANES(i, s->n)
    {
        float number;
        memcpy(&number, &value[i], sizeof(number));
        const uint32_t whole = number > 0.0f ? (uint32_t)fminf(rintf(number), 65535.0f) : 0;
        const uint32_t face = whole % 8 < 6 ? whole % 8 : 5, slice = whole / 8 * 6 + face;
        s->axis[Z].index[0][i] = slice < slices ? slice : slices - 1;
    }
}

static bool resolve_sample_axis(struct sample *s, const struct sim_fetch *fetch,
                                const struct sim_sampler *sampler, unsigned axis)
{
    sim_vector constant, moved;
    const unsigned kind = axis_kinds[s->texture->dim][axis], mode = sampler->clamp[axis];
    const uint32_t size = axis_size(&s->texture->surface, axis);
    const bool normalized = fetch->normalized >> axis & 1u;
    struct sim_axis *result = &s->axis[axis];
    if (kind == AXIS_NONE)
        return true;
    const uint32_t *value = coordinate(s, fetch, axis, constant);
    if (kind == AXIS_LAYERS) {
        s->lanes->layer(result, value, size, false, s->n);
        return true;
    }
    if (kind == AXIS_FACES) {
        place_faces(s, value);
        return true;
    }
    if (kind == AXIS_FACE)
        value = face_coordinate(s, value, moved);
    /* Filtering integers means nothing: the nearest is taken. */
    s->linear[axis] = sampler->linear[axis] && !s->texture->surface.format.integer;
    if (kind == AXIS_FACE && s->linear[axis] && sampler->cube_wrap) {
        sim_wave_fail_at(s->wave, fetch->word,
                         "sampler %u: filters across a cube's edges are not supported",
                         fetch->sampler);
        return false;
    }
    sim_axis_fn resolve = s->linear[axis] ? s->lanes->linear[mode] : s->lanes->nearest[mode];
    if (!resolve) {
        sim_wave_fail_at(s->wave, fetch->word, "sampler %u: clamp mode %u is not supported",
                         fetch->sampler, mode);
        return false;
    }
    resolve(result, value, size, normalized, s->n);
    s->bordered[axis] = mode == HW_CLAMP_BORDER;
    return true;
}

/* Whether any lane meets the border; then all axes tell where. */
static bool meets_border(struct sample *s)
{
    sim_vector outside;
    if (!s->bordered[X] && !s->bordered[Y] && !s->bordered[Z])
        return false;
    for (unsigned axis = X; axis < AXES; axis++) {
        const unsigned neighbours = s->linear[axis] ? 2 : 1;
        for (unsigned i = 0; i < 2; i++)
            if (i >= neighbours || !s->bordered[axis])
                memset(s->axis[axis].border[i], 0, s->n * sizeof(uint32_t));
    }
    s->lanes->either(outside, s->axis[X].border[0], s->axis[Y].border[0], s->axis[Z].border[0],
                     s->n);
    if (s->linear[X] || s->linear[Y] || s->linear[Z]) {
        s->lanes->either(outside, outside, s->axis[X].border[1], s->axis[Y].border[1], s->n);
        s->lanes->either(outside, outside, outside, s->axis[Z].border[1], s->n);
    }
    return s->wave->launch->lanes->alu->bits(outside, s->n) != 0;
}

/* Indices become parts of addresses. */
static void place_axes(struct sample *s)
{
    for (unsigned axis = X; axis < AXES; axis++)
        for (unsigned i = 0; i <= s->linear[axis]; i++) {
            uint32_t *index = s->axis[axis].index[i];
            s->lanes->parts[axis](index, &s->texture->surface, index, s->n);
        }
}

/* The texels of one combination of neighbours, as channels in memory order. */
static void fetch_corner(struct sample *s, unsigned a, unsigned b, unsigned c, sim_vector room[4],
                         uint32_t *channel[4])
{
    const struct sim_surface *surface = &s->texture->surface;
    const struct sim_memory_lanes *memory = s->wave->launch->lanes->memory;
    sim_vector offset;
    s->lanes->join(offset, surface, s->axis[X].index[a], s->axis[Y].index[b], s->axis[Z].index[c],
                   s->n);
    if (surface->view.size <= INT32_MAX)
        for (unsigned k = 0; k < surface->format.dwords; k++)
            memory->gather(s->raw[k], surface->view.memory + k * 4, offset, s->n);
    else
        for (unsigned i = 0; i < s->n; i++)
            for (unsigned k = 0; k < surface->format.dwords; k++)
                memcpy(&s->raw[k][i], surface->view.memory + offset[i] + k * 4, sizeof(uint32_t));
    sim_texel_decode(memory, &surface->format, s->wanted, s->raw, room, channel, s->n);
    if (!s->border)
        return;
    sim_vector outside;
    s->lanes->either(outside, s->axis[X].border[a], s->axis[Y].border[b], s->axis[Z].border[c],
                     s->n);
    for (unsigned k = 0; k < 4; k++)
        if (s->wanted >> k & 1u)
            s->lanes->replace(channel[k], s->border[k], outside, s->n);
}

/* Product of the weights of the axes that are filtered, in the order x, y, z. */
static const uint32_t *corner_weight(struct sample *s, const unsigned corner[AXES],
                                     sim_vector product)
{
    const uint32_t *weight = NULL;
    for (unsigned axis = X; axis < AXES; axis++) {
        if (!s->linear[axis])
            continue;
        const uint32_t *own = s->axis[axis].weight[corner[axis]];
        if (weight)
            s->lanes->multiply(product, weight, own, s->n);
        weight = weight ? product : own;
    }
    return weight;
}

static void filter(struct sample *s, sim_vector sum[4])
{
    bool first = true;
    for (unsigned c = 0; c <= s->linear[Z]; c++)
        for (unsigned b = 0; b <= s->linear[Y]; b++)
            for (unsigned a = 0; a <= s->linear[X]; a++) {
                sim_vector room[4], product;
                uint32_t *texel[4];
                const uint32_t *weight = corner_weight(s, (const unsigned[AXES]){a, b, c}, product);
                fetch_corner(s, a, b, c, room, texel);
                for (unsigned k = 0; k < 4; k++)
                    if (s->wanted >> k & 1u)
                        s->lanes->weigh(sum[k], texel[k], weight, first, s->n);
                first = false;
            }
}

static void border_color(const struct sim_sampler *sampler, uint32_t one, uint32_t color[4])
{
    for (unsigned k = 0; k < 4; k++)
        switch (sampler->border_type) {
        case HW_BORDER_OPAQUE_BLACK:
            color[k] = k == 3 ? one : 0;
            break;
        case HW_BORDER_OPAQUE_WHITE:
            color[k] = one;
            break;
        case HW_BORDER_REGISTER:
            color[k] = sampler->border[k];
            break;
        default:
            color[k] = 0;
            break;
        }
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

/* The loop made for this layout and these axes, if there is one. */
static sim_filter_fn find_filter(const struct sample *s)
{
    const struct sim_surface *surface = &s->texture->surface;
    const bool *linear = s->linear;
    if ((linear[Z] && !linear[Y]) || (linear[Y] && !linear[X]) || surface->view.size > INT32_MAX)
        return NULL;
    const unsigned axes = linear[X] + linear[Y] + linear[Z];
    return s->wave->launch->lanes->filter->filter[surface->format.kind][axes];
}

/* Where such a loop may write: into the first register that wants a channel, if all lanes do. */
static void aim(const struct sample *s, const struct sim_fetch *composed, sim_vector room[4],
                uint32_t *channel[4])
{
    for (unsigned k = 0; k < 4; k++)
        channel[k] = room[k];
    if (s->wave->exec != s->wave->live)
        return;
    for (unsigned c = 4; c-- > 0;)
        if (composed->dst_sel[c] <= HW_SEL_W)
            channel[composed->dst_sel[c]] = sim_wave_vector(s->wave, composed->dst + c * SIM_LANES);
}

/* From resolved axes to channels. */
static void take_texels(struct sample *s, const struct sim_fetch *composed, sim_vector room[4],
                        uint32_t *channel[4])
{
    place_axes(s);
    sim_filter_fn loop = find_filter(s);
    if (loop) {
        const struct sim_surface *surface = &s->texture->surface;
        const struct sim_filter taps = {surface->view.memory, surface->low, s->axis, s->border};
        aim(s, composed, room, channel);
        loop(channel, &taps, s->n);
        return;
    }
    for (unsigned k = 0; k < 4; k++)
        channel[k] = room[k];
    if (s->linear[X] || s->linear[Y] || s->linear[Z])
        filter(s, room);
    else
        fetch_corner(s, 0, 0, 0, room, channel);
}

static bool sample(struct sample *s, const struct sim_fetch *fetch, uint32_t color[4])
{
    const struct sim_sampler *sampler = find_sampler(s->wave, fetch);
    if (!sampler)
        return false;
    for (unsigned axis = X; axis < AXES; axis++)
        if (!resolve_sample_axis(s, fetch, sampler, axis))
            return false;
    if (meets_border(s)) {
        border_color(sampler, s->texture->one, color);
        s->border = color;
    }
    return true;
}

/* LD: integer coordinates, level in w; anything outside reads as transparent black. */
static void load(struct sample *s, const struct sim_fetch *fetch, uint32_t color[4])
{
    sim_vector constant;
    for (unsigned axis = X; axis < AXES; axis++)
        if (axis_kinds[s->texture->dim][axis] != AXIS_NONE) {
            s->lanes->integer(&s->axis[axis], coordinate(s, fetch, axis, constant),
                              axis_size(&s->texture->surface, axis), false, s->n);
            s->bordered[axis] = true;
        }
    uint32_t *outside = s->axis[X].border[0];
    s->lanes->either_set(outside, outside, coordinate(s, fetch, 3, constant), s->n);
    if (meets_border(s)) {
        memset(color, 0, 4 * sizeof(*color));
        s->border = color;
    }
}

bool sim_exec_texture(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    unsigned number;
    if (!sim_resource_number(wave, fetch, HW_TYPE_TEXTURE, &number))
        return false;
    struct sample s;
    struct sim_fetch composed = *fetch;
    sim_vector room[4];
    uint32_t *channel[4], color[4];
    s.wave = wave;
    s.texture = &wave->launch->textures[number];
    s.lanes = wave->launch->lanes->texture;
    s.border = NULL;
    memset(s.linear, 0, sizeof(s.linear));
    memset(s.bordered, 0, sizeof(s.bordered));
    s.n = wave->n;
    sim_compose_selects(&composed, s.texture->dst_sel);
    s.wanted = sim_wanted_channels(&composed);
    if (fetch->kind == SIM_FETCH_LOAD)
        load(&s, fetch, color);
    else if (!sample(&s, fetch, color))
        return false;
    take_texels(&s, &composed, room, channel);
    sim_write_fetched(wave, &composed, channel, s.texture->one, wave->exec);
    return true;
}
