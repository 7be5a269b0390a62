/* SPDX-License-Identifier: MIT */
/* sample.h: what a fetch from a texture does to lanes. Each axis of the coordinates is resolved on
 * its own; a filtered sample is the weighed sum of the texels at all combinations of neighbours.
 *
 * Everything is inline: the interpreter calls it for a wavefront (exec_texture.c), recompiled
 * programs for blocks of lanes with all of `how` known, of which only what is needed then remains
 * (recompile/block.c). */
#pragma once

#include <math.h>
#include <string.h>

#include "driver/sim/lanes/lanes_texture.h"
#include "driver/sim/lanes/surface.h"

enum { SIM_X, SIM_Y, SIM_Z, SIM_AXES };

/* The kind of coordinate of a dimension's axis. */
enum sim_axis_kind {
    SIM_AXIS_NONE,
    SIM_AXIS_TEXELS,
    SIM_AXIS_LAYERS,
    SIM_AXIS_FACE,  /* of a cube: within a face */
    SIM_AXIS_FACES, /* of a cube: which */
};

/* The meaning of a fetch with the state that is bound. It has no pointers, so that two that are
 * equal byte by byte do the same. */
struct sim_sample_how {
    struct sim_texel_format format;
    uint8_t dim;             /* HW_DIM_* */
    bool load;               /* integer coordinates; without a sampler */
    bool far;                /* texels may lie 2 GiB behind the surface's start */
    bool flat;               /* the surface is linear */
    uint8_t quads;           /* of the surface */
    uint8_t normalized;      /* bit c: coordinate c is normalized */
    uint8_t wanted;          /* channels that are used, as bits */
    uint8_t clamp[SIM_AXES]; /* HW_CLAMP_*, which the tables have functions for */
    bool linear[SIM_AXES];   /* filtered: never where the format or the axis forbids it */
};

struct sim_sample {
    const struct sim_surface *surface;
    const struct sim_lanes *lanes; /* read as SIM_SAMPLE_LANES(s) */
    const uint32_t *coordinate[4]; /* of x, y, z and, for loads, the level */
    const uint32_t *border;        /* colour, by channel in memory; NULL: nothing lies outside */
    unsigned n;
    struct sim_axis axis[SIM_AXES];
    sim_vector raw[4]; /* texels as they are in memory */
};

/* Code that is compiled for one host instruction set defines this as the tables of that set. */
#ifndef SIM_SAMPLE_LANES
#define SIM_SAMPLE_LANES(s) ((s)->lanes)
#endif

#if defined(__clang__)
#define SIM_UNROLL _Pragma("clang loop unroll(full)")
#else
#define SIM_UNROLL
#endif
#define SIM_FOR_AXES(axis) SIM_UNROLL for (unsigned axis = SIM_X; axis < SIM_AXES; axis++)

#define SIM_INLINE static inline __attribute__((always_inline))

/* A fetch from the surface, as far as it does not depend on a sampler. */
SIM_INLINE void sim_sample_begin(struct sim_sample_how *how, const struct sim_surface *surface,
                                 unsigned dim, bool load, unsigned normalized, unsigned wanted)
{
    memset(how, 0, sizeof(*how));
    how->format = surface->format;
    how->dim = (uint8_t)dim;
    how->load = load;
    how->far = surface->view.size > INT32_MAX;
    how->flat = surface->linear;
    how->quads = surface->quads;
    how->normalized = (uint8_t)normalized;
    how->wanted = (uint8_t)wanted;
}

SIM_INLINE enum sim_axis_kind sim_axis_kind(unsigned dim, unsigned axis)
{
    if (dim == HW_DIM_CUBE)
        return axis == SIM_Z ? SIM_AXIS_FACES : SIM_AXIS_FACE;
    switch (axis) {
    case SIM_X:
        return SIM_AXIS_TEXELS;
    case SIM_Y:
        return dim == HW_DIM_1D || dim == HW_DIM_1D_ARRAY ? SIM_AXIS_NONE : SIM_AXIS_TEXELS;
    default:
        return dim == HW_DIM_3D                                   ? SIM_AXIS_TEXELS
               : dim == HW_DIM_1D_ARRAY || dim == HW_DIM_2D_ARRAY ? SIM_AXIS_LAYERS
                                                                  : SIM_AXIS_NONE;
    }
}

SIM_INLINE uint32_t sim_axis_size(const struct sim_surface *surface, unsigned axis)
{
    return axis == SIM_X ? surface->width : axis == SIM_Y ? surface->height : surface->depth;
}

/* Whether the sampler's addressing mode and filter apply to an axis. */
SIM_INLINE bool sim_axis_is_sampled(const struct sim_sample_how *how, unsigned axis)
{
    const enum sim_axis_kind kind = sim_axis_kind(how->dim, axis);
    return kind == SIM_AXIS_TEXELS || kind == SIM_AXIS_FACE;
}

/* Whether texels beyond an axis are the border. */
SIM_INLINE bool sim_axis_bordered(const struct sim_sample_how *how, unsigned axis)
{
    return how->load ? sim_axis_kind(how->dim, axis) != SIM_AXIS_NONE
                     : sim_axis_is_sampled(how, axis) && how->clamp[axis] == HW_CLAMP_BORDER;
}

SIM_INLINE bool sim_sample_filters(const struct sim_sample_how *how)
{
    return how->linear[SIM_X] || how->linear[SIM_Y] || how->linear[SIM_Z];
}

/* Whether the filter takes a corner: bit c of its number is the neighbour along axis c. */
SIM_INLINE bool sim_sample_takes(const struct sim_sample_how *how, unsigned corner)
{
    return (corner & 1u) <= how->linear[SIM_X] && (corner >> 1 & 1u) <= how->linear[SIM_Y] &&
           corner >> 2 <= how->linear[SIM_Z];
}

/* Moves coordinates on a face, which go from 1 to 2, to 0 to 1. (Mesa divides what CUBE gives by
 * the major axis and adds 1.5.) */
SIM_INLINE void sim_face_coordinate(uint32_t *moved, const uint32_t *value, unsigned n)
{
    SIM_FOR_LANES(i, n)
    {
        float position;
        memcpy(&position, &value[i], sizeof(position));
        position -= 1.0f;
        memcpy(&moved[i], &position, sizeof(position));
    }
}

/* From the number of a face to that of a slice: the former counts 8 for each cube of an array (Mesa
 * r600_shader.c), the latter 6. */
SIM_INLINE void sim_place_faces(uint32_t *index, const uint32_t *value, uint32_t slices, unsigned n)
{
    SIM_FOR_LANES(i, n)
    {
        float number;
        memcpy(&number, &value[i], sizeof(number));
        const uint32_t whole = number > 0.0f ? (uint32_t)fminf(rintf(number), 65535.0f) : 0;
        const uint32_t face = whole % 8 < 6 ? whole % 8 : 5, slice = whole / 8 * 6 + face;
        index[i] = slice < slices ? slice : slices - 1;
    }
}

SIM_INLINE void sim_resolve_axis(struct sim_sample *s, const struct sim_sample_how *how,
                                 unsigned axis)
{
    const struct sim_texture_lanes *lanes = SIM_SAMPLE_LANES(s)->texture;
    const enum sim_axis_kind kind = sim_axis_kind(how->dim, axis);
    const uint32_t size = sim_axis_size(s->surface, axis), *value = s->coordinate[axis];
    struct sim_axis *result = &s->axis[axis];
    sim_vector moved;
    if (kind == SIM_AXIS_NONE)
        return;
    if (kind == SIM_AXIS_FACE && !how->load) {
        sim_face_coordinate(moved, value, s->n);
        value = moved;
    }
    if (how->load)
        lanes->integer(result, value, size, false, s->n);
    else if (kind == SIM_AXIS_LAYERS)
        lanes->layer(result, value, size, false, s->n);
    else if (kind == SIM_AXIS_FACES)
        sim_place_faces(result->index[0], value, size, s->n);
    else
        (how->linear[axis] ? lanes->linear : lanes->nearest)[how->clamp[axis]](
            result, value, size, how->normalized >> axis & 1u, s->n);
}

/* Whether any lane needs the border. If so, the masks of axes that have no border are cleared, so
 * that those of all axes can be read. */
SIM_INLINE bool sim_meets_border(struct sim_sample *s, const struct sim_sample_how *how)
{
    const struct sim_texture_lanes *lanes = SIM_SAMPLE_LANES(s)->texture;
    sim_vector outside;
    if (!sim_axis_bordered(how, SIM_X) && !sim_axis_bordered(how, SIM_Y) &&
        !sim_axis_bordered(how, SIM_Z))
        return false;
    SIM_FOR_AXES(axis)
    SIM_UNROLL for (unsigned i = 0; i < 2;
                    i++) if (i > how->linear[axis] || !sim_axis_bordered(how, axis))
        memset(s->axis[axis].border[i], 0, s->n * sizeof(uint32_t));
    if (how->load) /* only level 0 has texels */
        lanes->either_set(s->axis[SIM_X].border[0], s->axis[SIM_X].border[0], s->coordinate[3],
                          s->n);
    lanes->either(outside, s->axis[SIM_X].border[0], s->axis[SIM_Y].border[0],
                  s->axis[SIM_Z].border[0], s->n);
    if (sim_sample_filters(how)) {
        lanes->either(outside, outside, s->axis[SIM_X].border[1], s->axis[SIM_Y].border[1], s->n);
        lanes->either(outside, outside, outside, s->axis[SIM_Z].border[1], s->n);
    }
    return SIM_SAMPLE_LANES(s)->alu->bits(outside, s->n) != 0;
}

/* From coordinates to texels: their numbers, weights and borders. `color` is what lies outside. */
SIM_INLINE void sim_sample_resolve(struct sim_sample *s, const struct sim_sample_how *how,
                                   const uint32_t color[4])
{
    SIM_FOR_AXES(axis) sim_resolve_axis(s, how, axis);
    s->border = sim_meets_border(s, how) ? color : NULL;
    /* Indices become parts of addresses. */
    SIM_FOR_AXES(axis)
    SIM_UNROLL for (unsigned i = 0; i < 2; i++) if (i <= how->linear[axis]) SIM_SAMPLE_LANES(s)
        ->texture->parts[axis](s->axis[axis].index[i], s->surface, s->axis[axis].index[i], s->n);
}

/* The texels of one combination of neighbours, as channels in memory order. */
SIM_INLINE void sim_fetch_corner(struct sim_sample *s, const struct sim_sample_how *how, unsigned a,
                                 unsigned b, unsigned c, sim_vector room[4], uint32_t *channel[4])
{
    const struct sim_surface *surface = s->surface;
    const struct sim_texel_format *format = &how->format;
    const struct sim_memory_lanes *memory = SIM_SAMPLE_LANES(s)->memory;
    const struct sim_texture_lanes *lanes = SIM_SAMPLE_LANES(s)->texture;
    sim_vector offset, outside;
    lanes->join(offset, surface, s->axis[SIM_X].index[a], s->axis[SIM_Y].index[b],
                s->axis[SIM_Z].index[c], s->n);
    if (!how->far)
        SIM_UNROLL for (unsigned k = 0; k < 4; k++)
        {
            if (k < format->dwords)
                memory->gather(s->raw[k], surface->view.memory + k * 4, offset, s->n);
        }
    else
        for (unsigned i = 0; i < s->n; i++)
            for (unsigned k = 0; k < format->dwords; k++)
                memcpy(&s->raw[k][i], surface->view.memory + offset[i] + k * 4, sizeof(uint32_t));
    sim_texel_decode(memory, format, how->wanted, s->raw, room, channel, s->n);
    if (!s->border)
        return;
    lanes->either(outside, s->axis[SIM_X].border[a], s->axis[SIM_Y].border[b],
                  s->axis[SIM_Z].border[c], s->n);
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (how->wanted >> k & 1u)
        lanes->replace(channel[k], s->border[k], outside, s->n);
}

/* Product of the weights of the axes that are filtered, in the order x, y, z. */
SIM_INLINE const uint32_t *sim_corner_weight(struct sim_sample *s, const struct sim_sample_how *how,
                                             const unsigned corner[SIM_AXES], sim_vector product)
{
    const uint32_t *weight = NULL;
    SIM_FOR_AXES(axis)
    {
        const uint32_t *own = s->axis[axis].weight[corner[axis]];
        if (!how->linear[axis])
            continue;
        if (weight)
            SIM_SAMPLE_LANES(s)->texture->multiply(product, weight, own, s->n);
        weight = weight ? product : own;
    }
    return weight;
}

SIM_INLINE void sim_filter_corners(struct sim_sample *s, const struct sim_sample_how *how,
                                   sim_vector sum[4])
{
    bool first = true;
    SIM_UNROLL for (unsigned corner = 0; corner < 8; corner++)
    {
        const unsigned at[SIM_AXES] = {corner & 1u, corner >> 1 & 1u, corner >> 2};
        sim_vector room[4], product;
        uint32_t *texel[4];
        if (!sim_sample_takes(how, corner))
            continue;
        const uint32_t *weight = sim_corner_weight(s, how, at, product);
        sim_fetch_corner(s, how, at[SIM_X], at[SIM_Y], at[SIM_Z], room, texel);
        SIM_UNROLL for (unsigned k = 0; k < 4; k++) if (how->wanted >> k & 1u) SIM_SAMPLE_LANES(s)
            ->texture->weigh(sum[k], texel[k], weight, first, s->n);
        first = false;
    }
}

/* The loop that is specialised for this layout and these axes, or NULL. */
SIM_INLINE sim_filter_fn sim_sample_loop(const struct sim_sample *s,
                                         const struct sim_sample_how *how)
{
    const bool *linear = how->linear;
    if ((linear[SIM_Z] && !linear[SIM_Y]) || (linear[SIM_Y] && !linear[SIM_X]) || how->far)
        return NULL;
    const unsigned axes = linear[SIM_X] + linear[SIM_Y] + linear[SIM_Z];
    return SIM_SAMPLE_LANES(s)->filter->filter[how->format.kind][axes];
}

/* The channels in memory of what was resolved. Those that are wanted are then in channel[k]: in
 * room, or, where `loop` of sim_sample_loop wrote them, where channel[k] pointed before. */
SIM_INLINE void sim_sample_take(struct sim_sample *s, const struct sim_sample_how *how,
                                sim_filter_fn loop, sim_vector room[4], uint32_t *channel[4])
{
    if (loop) {
        const struct sim_filter taps = {s->surface->view.memory, s->surface->low, s->axis,
                                        s->border};
        loop(channel, &taps, s->n);
        return;
    }
    for (unsigned k = 0; k < 4; k++)
        channel[k] = room[k];
    if (sim_sample_filters(how))
        sim_filter_corners(s, how, room);
    else
        sim_fetch_corner(s, how, 0, 0, 0, room, channel);
}
