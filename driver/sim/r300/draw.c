/* SPDX-License-Identifier: MIT */
/* draw.c: a draw from its vertices to its pixels. */
#include <assert.h>
#include <stdlib.h>

#include "driver/sim/r300/pixels.h"

static struct r300_pixels *new_pixels(struct r300 *r)
{
    const size_t bytes =
        (sizeof(struct r300_pixels) + SIM_VECTOR_ALIGN - 1) / SIM_VECTOR_ALIGN * SIM_VECTOR_ALIGN;
    struct r300_pixels *pixels = aligned_alloc(SIM_VECTOR_ALIGN, bytes);

    if (!pixels)
        r300_fail(r, "out of memory");
    return pixels;
}

static bool is_empty(const struct draw_rect *rect)
{
    return rect->left >= rect->right || rect->top >= rect->bottom;
}

bool r300_draw(struct r300 *r, const struct r300_source *source)
{
    struct draw_state state;
    struct draw_vertices vertices;

    if (!r300_setup_read(r, source->control, &state))
        return false;
    assert(state.params == R300_PARAMS);
    if (is_empty(&state.scissor) || !source->count)
        return true;
    struct r300_pixels *pixels = new_pixels(r);
    if (!pixels)
        return false;
    bool sound = r300_pixels_open(pixels, r, &state);
    if (sound) {
        struct draw_raster raster = {.state = &state, .vertices = &vertices, .sink = &pixels->sink};
        sound = r300_vertices_run(r, source, &vertices) &&
                draw_assemble(&state, vertices.cut, vertices.count, draw_primitive, &raster) &&
                r300_pixels_flush(pixels);
        r300_vertices_free(&vertices);
    }
    r300_pixels_close(pixels);
    free(pixels);
    return sound;
}
