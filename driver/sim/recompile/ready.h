/* SPDX-License-Identifier: MIT */
/* ready.h: what recompiled programs call of images, and what is long: made for each host when the
 * driver is built, so that no program has it compiled. */
#pragma once

#include <string.h>

#include "driver/hw/registers.h"
#include "driver/sim/lanes/sample.h"
#include "driver/sim/lanes/typed_store.h"
#include "driver/sim/recompile/block.h"

/* Most images are four channels of eight bits, or four floats, in tiles of two axes. Code for
 * these knows all of that. */
enum recompile_usual { RECOMPILE_BYTES, RECOMPILE_FLOATS, RECOMPILE_ANY, RECOMPILE_USUAL };

/* The lanes that a store is given: of channels, or of texels as they are in memory, by dword, or
 * one behind the other. */
enum recompile_lanes { RECOMPILE_CHANNELS, RECOMPILE_TEXELS, RECOMPILE_WHOLE, RECOMPILE_LANES };

struct sim_native_ready {
    /* Fetches that filter x and y, whose lanes share y and z, and lie anyhow along x. */
    void (*smooth[RECOMPILE_USUAL])(SIM_BLOCK_SAMPLE);
    /* Fetches that filter so many axes and one more, of lanes that lie anyhow. Indices on the axes
     * become parts of addresses. */
    sim_block_filter filter[RECOMPILE_ANY][SIM_AXES];
    /* Keeps a row's texels as planes, as many from columns `least` to `most` on. */
    void (*keep[RECOMPILE_USUAL])(struct sim_block_planes *planes, const struct sim_sample_how *how,
                                  const struct sim_surface *surface, uint32_t y, uint32_t z,
                                  uint32_t least, uint32_t most, uint32_t texels);
    /* Keeps rows for filters of bytes that two blocks abreast read; such fetches without them. With
     * AVX-512 alone, else NULL. */
    sim_block_smooth_keep window[RECOMPILE_USUAL];
    void (*both[RECOMPILE_USUAL])(sim_native_vector to[][4], const struct sim_sample_how *how,
                                  const struct sim_surface *surface, const uint32_t *border,
                                  sim_native_vector at[][4]);
    /* Fetches of two blocks abreast, as twins, or to a target. */
    void (*twins[RECOMPILE_USUAL])(struct sim_block_smooth_rows *kept,
                                   const struct sim_sample_how *how,
                                   const struct sim_surface *surface, const uint32_t *border,
                                   struct sim_twin_fetch *fetch,
                                   const struct sim_twin_target *target);
    /* Stores a row from x on, of the lanes that run. */
    void (*store[RECOMPILE_USUAL][RECOMPILE_LANES])(const struct sim_store_how *how,
                                                    const struct sim_surface *surface, uint32_t x,
                                                    uint32_t y, uint32_t z, uint32_t exec,
                                                    const sim_native_vector lanes[4],
                                                    const struct sim_native_frame *frame);
    /* Copies so many columns and rows of blocks between surfaces of tiles, whose texels are alike:
     * around the host's caches, if the launch streams; `pieces`: of the launch's state. False: they
     * do not lie so that it can, and nothing is done. */
    bool (*copy[RECOMPILE_ANY])(const struct sim_surface *source, uint32_t from_x, uint32_t from_y,
                                uint32_t from_z, const struct sim_surface *target, uint32_t to_x,
                                uint32_t to_y, uint32_t to_z, uint32_t across, uint32_t rows,
                                bool pieces, bool streams);
    /* Brings so many dwords together, of which runs of `run` (a power of two) lie in memory, and as
     * many dwords between two of these. */
    void (*pick)(uint8_t *to, const uint8_t *from, uint32_t dwords, uint32_t run);
    /* Puts so many dwords of `a` back, and as many of `b` between their runs. */
    void (*place)(uint8_t *to, const uint8_t *a, const uint8_t *b, uint32_t dwords, uint32_t run);
};

/* clang-format off */
static const struct sim_texel_format recompile_format[RECOMPILE_ANY] = {
    {.bytes = 4, .dwords = 1, .kind = SIM_TEXEL_UNORM8,
     .channel = {{SIM_CHANNEL_UNORM, 0, 0, 8}, {SIM_CHANNEL_UNORM, 0, 8, 8},
                 {SIM_CHANNEL_UNORM, 0, 16, 8}, {SIM_CHANNEL_UNORM, 0, 24, 8}}},
    {.bytes = 16, .dwords = 4, .kind = SIM_TEXEL_FLOAT4,
     .channel = {{SIM_CHANNEL_COPY, 0, 0, 32}, {SIM_CHANNEL_COPY, 1, 0, 32},
                 {SIM_CHANNEL_COPY, 2, 0, 32}, {SIM_CHANNEL_COPY, 3, 0, 32}}}};
static const uint8_t recompile_quads[RECOMPILE_ANY] = {8, 64};
/* clang-format on */

static inline void recompile_know_format(struct sim_texel_format *format,
                                         enum recompile_usual usual)
{
    if (usual != RECOMPILE_ANY)
        *format = recompile_format[usual];
}

static inline enum recompile_usual recompile_find_format(const struct sim_texel_format *format)
{
    for (enum recompile_usual i = 0; i < RECOMPILE_ANY; i++)
        if (!memcmp(format, &recompile_format[i], sizeof(*format)))
            return i;
    return RECOMPILE_ANY;
}

/* A fetch or a store, of which code for usual images knows that much. */
static inline struct sim_sample_how recompile_known_sample(const struct sim_sample_how *how,
                                                           enum recompile_usual usual)
{
    struct sim_sample_how known = *how;
    if (usual == RECOMPILE_ANY)
        return known;
    known.format = recompile_format[usual];
    known.quads = recompile_quads[usual];
    known.flat = known.far = known.load = false;
    known.wanted = 15;
    known.dim = HW_DIM_2D;
    return known;
}

static inline struct sim_store_how recompile_known_store(const struct sim_store_how *how,
                                                         enum recompile_usual usual)
{
    if (usual == RECOMPILE_ANY)
        return *how;
    return (struct sim_store_how){.format = recompile_format[usual],
                                  .coordinates = 3,
                                  .quads = recompile_quads[usual],
                                  .source = {0, 1, 2, 3}};
}

/* The code that a fetch or a store takes. */
static inline enum recompile_usual recompile_find_sample(const struct sim_sample_how *how)
{
    for (enum recompile_usual i = 0; i < RECOMPILE_ANY; i++) {
        const struct sim_sample_how known = recompile_known_sample(how, i);
        if (!memcmp(how, &known, sizeof(known)))
            return i;
    }
    return RECOMPILE_ANY;
}

static inline enum recompile_usual recompile_find_store(const struct sim_store_how *how)
{
    for (enum recompile_usual i = 0; i < RECOMPILE_ANY; i++) {
        const struct sim_store_how known = recompile_known_store(how, i);
        if (!memcmp(how, &known, sizeof(known)))
            return i;
    }
    return RECOMPILE_ANY;
}
