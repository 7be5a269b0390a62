/* SPDX-License-Identifier: MIT */
/* run.c: a draw from its indices to its pixels. */
#include "driver/sim/draw/raster.h"

static bool run_instance(struct sim_drawing *d, const struct draw_state *state,
                         struct draw_shaders *shaders, struct draw_pixels *pixels,
                         const struct draw_indices *indices, uint32_t instance)
{
    struct draw_vertices vertices = {0};
    struct draw_raster raster = {d, state, &vertices, pixels};
    const bool sound =
        draw_vertices_run(d, state, shaders, indices, instance, &vertices) &&
        (state->discard || draw_assemble(d, state, &vertices, draw_triangle, &raster)) &&
        draw_pixels_flush(pixels);
    draw_vertices_finish(&vertices);
    return sound;
}

bool draw_run(struct sim_drawing *d, const struct draw_indices *indices)
{
    struct draw_state state;
    struct draw_shaders shaders;
    struct draw_pixels pixels = {0};
    if (!draw_state_read(d, &state))
        return false;
    bool sound = draw_shaders_open(&shaders, d) && draw_pixels_open(&pixels, d, &state);
    for (uint32_t i = 0; sound && i < d->instances; i++)
        sound = draw_stage_may_go_on(&pixels.stage) &&
                run_instance(d, &state, &shaders, &pixels, indices, i);
    draw_pixels_close(&pixels);
    draw_shaders_close(&shaders);
    return sound;
}
