/* SPDX-License-Identifier: MIT */
/* texels.c: texels that lie anyhow, for recompiled programs. Code of their own for these would take
 * its time to make, and is seldom needed. */
#include "driver/sim/recompile/texels.h"

#include <string.h>

#include "driver/base/count.h"
#include "driver/sim/exec/texture.h"
#include "driver/sim/exec/wave.h"
#include "driver/sim/lanes/sample.h"
#include "driver/sim/lanes/typed_store.h"
#include "driver/sim/recompile/block.h"
#include "driver/sim/recompile/ready.h"

/* Carries out a fetch of a block. */
static void take_one(const struct sim_wave *wave, const struct sim_sample_how *how,
                     const struct sim_surface *surface, const uint32_t border[4],
                     sim_native_vector at[4], uint32_t *const to[4])
{
    struct sim_sample s = {.surface = surface, .lanes = wave->launch->lanes, .n = SIM_NATIVE_LANES};
    sim_vector room[4];
    uint32_t *channel[4];
    for (unsigned k = 0; k < 4; k++) {
        s.coordinate[k] = at[k];
        channel[k] = room[k];
    }
    sim_sample_resolve(&s, how, border);
    sim_sample_take(&s, how, sim_sample_loop(&s, how), room, channel);
    for (unsigned k = 0; k < 4; k++)
        if (how->wanted >> k & 1u)
            memcpy(to[k], channel[k], sizeof(sim_native_vector));
}

static void take(const struct sim_wave *wave, const struct sim_sample_how *how,
                 const struct sim_surface *surface, const uint32_t border[4],
                 sim_native_vector slots[][8], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *const to[] = {slots[i][4], slots[i][5], slots[i][6], slots[i][7]};
        take_one(wave, how, surface, border, slots[i], to);
    }
}

/* A whole number as a fetch's coordinate. */
static uint32_t coordinate_of(const struct sim_sample_how *how, uint32_t number)
{
    const float real = (float)(int32_t)number;
    uint32_t bits = number;
    if (!how->load)
        memcpy(&bits, &real, sizeof(bits));
    return bits;
}

static void steps(const struct sim_wave *wave, const struct sim_sample_how *how,
                  const struct sim_surface *surface, const uint32_t border[4],
                  const uint32_t start[][3], uint32_t fetches, uint32_t blocks, bool together,
                  uint32_t *room)
{
    for (uint32_t i = 0; i < fetches * blocks; i++) {
        const uint32_t fetch = i % fetches, column = i / fetches * SIM_NATIVE_LANES,
                       *first = start[together ? fetch : i];
        sim_native_vector at[4] = {{0}};
        uint32_t *to[4];
        for (uint32_t lane = 0; lane < SIM_NATIVE_LANES; lane++) {
            at[SIM_X][lane] = coordinate_of(how, first[SIM_X] + lane + (together ? column : 0));
            at[SIM_Y][lane] = coordinate_of(how, first[SIM_Y]);
            at[SIM_Z][lane] = coordinate_of(how, first[SIM_Z]);
        }
        for (unsigned k = 0; k < 4; k++)
            to[k] = room + (fetch * 4 + k) * SIM_PLANE_TEXELS + column;
        take_one(wave, how, surface, border, at, to);
    }
}

static void put(const struct sim_store_how *how, const struct sim_surface *surface, uint32_t x,
                uint32_t y, uint32_t z, uint32_t exec, const sim_native_vector raw[4])
{
    const bool has_y = how->coordinates >> SIM_Y & 1u, has_z = how->coordinates >> SIM_Z & 1u;
    if ((has_y && y >= surface->height) || (has_z && z >= surface->depth))
        return;
    for (; exec; exec &= exec - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(exec), column = x + lane;
        if (column >= surface->width)
            continue;
        uint8_t *at = surface->view.memory +
                      sim_surface_offset(surface, column, has_y ? y : 0, has_z ? z : 0);
        for (unsigned k = 0; k < how->format.dwords; k++)
            memcpy(at + k * sizeof(uint32_t), &raw[k][lane],
                   how->format.bytes < sizeof(uint32_t) ? how->format.bytes : sizeof(uint32_t));
    }
}

static void find_lods(const struct sim_wave *wave, uint32_t index, sim_native_vector lods)
{
    const struct sim_fetch *fetch = &wave->launch->program->fetches[index];
    sim_vector own;
    sim_gradient_lods(wave, &wave->launch->textures[fetch->resource], fetch, own);
    memcpy(lods, own, sizeof(sim_native_vector));
}

/* The hosts that this kind of machine has; the first build of all is for one. */
#define ONE_HOST(ROW, host) ROW(host)
#if defined(RECOMPILE_FIRST)
#define HOSTS(ROW) ONE_HOST(ROW, RECOMPILE_FIRST)
#elif defined(__aarch64__)
#define HOSTS(ROW) ROW(neon)
#elif defined(__riscv)
#define HOSTS(ROW) ROW(rv64)
#else
#define HOSTS(ROW) ROW(v2) ROW(v3) ROW(v4)
#endif
#define READY(host) extern const struct sim_native_ready sim_ready_##host;
HOSTS(READY)

const struct sim_native_texels *recompile_texels(const char *host)
{
    static const struct row {
        const char *host;
        struct sim_native_texels texels;
    } rows[] = {
#define ROW(host)                                                                                  \
    {#host,                                                                                        \
     {.take = take, .steps = steps, .put = put, .lods = find_lods, .ready = &sim_ready_##host}},
        HOSTS(ROW)
#undef ROW
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (!strcmp(rows[i].host, host))
            return &rows[i].texels;
    return NULL;
}
