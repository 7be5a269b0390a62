/* SPDX-License-Identifier: MIT */
/* run.c: a draw from its indices to its pixels. */
#include "driver/sim/draw/geometry.h"
#include "driver/sim/draw/pixels.h"
#include "driver/sim/draw/streamout.h"
#include "driver/sim/draw/tessellation.h"

struct run {
    struct sim_drawing *d;
    const struct draw_state *state;
    struct draw_shaders shaders;
    struct draw_geometry geometry;
    struct draw_tessellation tessellation;
    struct draw_streamout streamout;
    struct draw_pixels pixels;
};

static bool count_primitive(void *data, const struct draw_primitive *primitive)
{
    (void)primitive;
    (*(uint64_t *)data)++;
    return true;
}

static void count_clipped(struct run *run, const struct draw_raster *raster)
{
    draw_count(run->d, DRAW_COUNT_TO_CLIP, raster->taken);
    draw_count(run->d, DRAW_COUNT_CLIPPED, raster->left);
}

static bool draw_vertices(struct run *run, const struct draw_state *state,
                          const struct draw_vertices *vertices)
{
    struct draw_raster raster = {.state = state, .vertices = vertices, .sink = &run->pixels.sink};
    run->pixels.targets.depth.z_min = state->z_min;
    run->pixels.targets.depth.z_max = state->z_max;
    run->streamout.vertices = vertices;
    if (run->streamout.streams &&
        !draw_assemble(state, vertices->cut, vertices->count, draw_streamout_take, &run->streamout))
        return false;
    const bool drawn = !state->discard && !vertices->stream;
    uint64_t others = 0; /* primitives that are counted alone */
    const bool sound =
        draw_assemble(state, vertices->cut, vertices->count,
                      drawn ? draw_primitive : count_primitive, drawn ? (void *)&raster : &others);
    draw_count(run->d, run->state->geometry ? DRAW_COUNT_EMITTED : DRAW_COUNT_PRIMITIVES,
               raster.taken + others);
    count_clipped(run, &raster);
    return sound && draw_pixels_flush(&run->pixels);
}

static bool take_strips(void *data, const struct draw_vertices *vertices)
{
    struct run *run = data;
    return draw_vertices(run, &run->geometry.output, vertices);
}

static bool take_patch(void *data, const struct draw_vertices *vertices,
                       const struct draw_tessellated *patch)
{
    struct run *run = data;
    struct draw_raster raster = {
        .state = run->state, .vertices = vertices, .sink = &run->pixels.sink};
    if (!patch)
        return draw_vertices(run, &run->geometry.output, vertices);
    run->streamout.vertices = vertices;
    if (run->streamout.streams &&
        !draw_patch_primitives(patch, run->state, draw_streamout_take, &run->streamout))
        return false;
    const bool sound =
        run->state->discard || draw_patch_primitives(patch, run->state, draw_primitive, &raster);
    count_clipped(run, &raster);
    return sound && draw_pixels_flush(&run->pixels);
}

static bool run_instance(struct run *run, const struct draw_indices *indices, uint32_t instance)
{
    struct draw_vertices vertices = {0};
    if (run->state->patch)
        return draw_tessellation_run(&run->tessellation, &run->shaders, indices, instance,
                                     take_patch, run);
    if (run->state->geometry)
        return draw_geometry_run(&run->geometry, &run->shaders, indices, instance, take_strips,
                                 run);
    const bool sound =
        draw_vertices_run(run->d, run->state, &run->shaders, indices, instance, &vertices) &&
        draw_vertices(run, run->state, &vertices);
    draw_vertices_finish(&vertices);
    return sound;
}

/* The stage whose vertices streams take. */
static struct draw_stage *last_stage(struct run *run)
{
    return run->state->geometry ? &run->geometry.copy
           : run->state->patch  ? &run->tessellation.evaluation
                                : &run->shaders.vertex;
}

bool draw_run(struct sim_drawing *d, const struct draw_indices *indices)
{
    struct draw_state state;
    struct run run = {.d = d, .state = &state};
    if (!draw_state_read(d, &state))
        return false;
    const enum draw_kind kind = state.patch      ? DRAW_LOCAL_VERTEX
                                : state.geometry ? DRAW_RING_VERTEX
                                                 : DRAW_VERTEX;
    bool sound = draw_shaders_open(&run.shaders, d, kind) &&
                 (!state.geometry || draw_geometry_open(&run.geometry, d, &state)) &&
                 (!state.patch || draw_tessellation_open(&run.tessellation, d, &state, &run.shaders,
                                                         state.geometry ? &run.geometry : NULL)) &&
                 draw_streamout_open(&run.streamout, d, last_stage(&run)) &&
                 draw_pixels_open(&run.pixels, d, &state);
    for (uint32_t i = 0; sound && i < d->instances; i++)
        sound = draw_stage_may_go_on(&run.pixels.stage) && run_instance(&run, indices, i);
    draw_pixels_close(&run.pixels);
    draw_geometry_close(&run.geometry);
    draw_tessellation_close(&run.tessellation);
    draw_shaders_close(&run.shaders);
    return sound;
}
