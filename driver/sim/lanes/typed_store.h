/* SPDX-License-Identifier: MIT */
/* typed_store.h: what a typed store to a surface does to lanes. Everything is inline, for the
 * interpreter and for recompiled programs: see sample.h. */
#pragma once

#include "driver/sim/lanes/sample.h"

/* The surface that is bound. It has no pointers, so that two that are equal byte by byte do the
 * same. */
struct sim_store_how {
    struct sim_texel_format format;
    uint8_t coordinates; /* that the surface has, as bits: x, y, z */
    bool flat;           /* the surface is linear */
    uint8_t quads;       /* of the surface */
    uint8_t source[4];   /* component that each channel in memory takes */
};

/* Finds the lanes that run and store inside the surface, and where their texels are, in bytes;
 * other lanes have the first texel. `run` and the result are vectors of 0 and ~0. */
SIM_INLINE void sim_store_place(const struct sim_lanes *lanes, const struct sim_store_how *how,
                                const struct sim_surface *surface,
                                const uint32_t *const coordinate[3], const uint32_t *run,
                                sim_vector inside, sim_vector offset, unsigned n)
{
    const uint32_t size[3] = {surface->width, surface->height, surface->depth};
    sim_vector part[3];
    lanes->store->keep(inside, run, run, n);
    SIM_FOR_AXES(c)
    if (how->coordinates >> c & 1u)
        lanes->store->inside(inside, coordinate[c], size[c], false, n);
    SIM_FOR_AXES(c)
    {
        if (how->coordinates >> c & 1u)
            lanes->store->keep(part[c], coordinate[c], inside, n);
        else
            memset(part[c], 0, n * sizeof(uint32_t));
        lanes->texture->parts[c](part[c], surface, part[c], n);
    }
    lanes->texture->join(offset, surface, part[0], part[1], part[2], n);
}

/* The texels as they are in memory, of components one vector each. */
SIM_INLINE void sim_store_encode(const struct sim_lanes *lanes, const struct sim_store_how *how,
                                 const uint32_t *const component[4], sim_vector raw[4], unsigned n)
{
    SIM_UNROLL for (unsigned k = 0; k < 4; k++) memset(raw[k], 0, n * sizeof(uint32_t));
    SIM_UNROLL for (unsigned k = 0; k < 4; k++)
    {
        const struct sim_channel *channel = &how->format.channel[k];
        lanes->memory->encode[channel->kind](raw[channel->dword], component[how->source[k] & 3u],
                                             channel->shift, channel->bits ? channel->bits : 32, n);
    }
}

/* One loop for each size, so that each copies a fixed number of bytes. */
#define SIM_SCATTER(bytes)                                                                         \
    for (uint64_t lanes_left = mask; lanes_left; lanes_left &= lanes_left - 1) {                   \
        const unsigned lane = (unsigned)__builtin_ctzll(lanes_left);                               \
        const uint32_t value[4] = {raw[0][lane], raw[1][lane], raw[2][lane], raw[3][lane]};        \
        memcpy(memory + offset[lane], value, bytes);                                               \
    }

/* Writes texels of the lanes whose bits are in `mask`; `whole`: those are all n. */
SIM_INLINE void sim_store_texels_at(const struct sim_lanes *lanes, uint8_t *memory, unsigned bytes,
                                    const uint32_t *offset, sim_vector raw[4], uint64_t mask,
                                    bool whole, unsigned n)
{
    if (whole && (bytes == 4 || bytes == 16)) {
        (bytes == 4 ? lanes->store->scatter4 : lanes->store->scatter16)(memory, offset,
                                                                        (const sim_vector *)raw, n);
        return;
    }
    switch (bytes) {
    case 1:
        SIM_SCATTER(1) break;
    case 2:
        SIM_SCATTER(2) break;
    case 4:
        SIM_SCATTER(4) break;
    case 8:
        SIM_SCATTER(8) break;
    default:
        SIM_SCATTER(16) break;
    }
}
