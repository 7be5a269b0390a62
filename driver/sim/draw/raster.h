/* SPDX-License-Identifier: MIT */
/* raster.h: from triangles to quads of pixels. */
#ifndef ROOTLE_SIM_DRAW_RASTER_H
#define ROOTLE_SIM_DRAW_RASTER_H

#include "driver/sim/draw/pixels.h"
#include "driver/sim/draw/vertices.h"

/* The corner of a triangle that is left after clipping. Weights are those of the second and third
 * vertex of the triangle that was drawn: `persp` in space, `linear` on the screen. */
struct draw_corner {
    double clip[4]; /* position before division */
    double distance[DRAW_DISTANCES];
    double persp[2], linear[2];
    double x, y, z; /* on the screen */
    int64_t fixed[2];
    double inverse_w;
};

enum { DRAW_MOST_CORNERS = 20 };

struct draw_raster {
    struct sim_drawing *d;
    const struct draw_state *state;
    const struct draw_vertices *vertices;
    struct draw_pixels *pixels;
    /* The viewport that vertices name, and its number. */
    struct draw_state other;
    uint32_t viewport;
};

/* clip.c: clips a triangle, whose corners have `clip` and weights, to the volume that is seen.
 * Returns how many corners are left. */
unsigned draw_clip(const struct draw_state *state, struct draw_corner corners[DRAW_MOST_CORNERS]);
/* False: nothing of a line, or of a point, is left. */
bool draw_clip_line(const struct draw_state *state, struct draw_corner corners[2]);
bool draw_clip_point(const struct draw_state *state, const struct draw_corner *corner);
/* Where a corner lies on the screen. */
void draw_project(const struct draw_state *state, struct draw_corner *corner);

/* The corner at a vertex, whose weights are 0. */
void draw_corner_at(const struct draw_raster *r, uint32_t vertex, struct draw_corner *corner);
/* Whether all lie beyond the same distance that culls. */
bool draw_is_culled(const struct draw_state *state, const struct draw_corner *corners,
                    unsigned count);
/* False for what is no number, or far beyond what is clipped. */
bool draw_is_on_screen(const struct draw_corner *corners, unsigned count);
/* A triangle on the screen that is neither culled nor faces backwards. */
bool draw_area(struct draw_raster *r, const struct draw_corner *a, const struct draw_corner *b,
               const struct draw_corner *c);
/* strokes.c: lines, drawn from the second vertex to the first where they are turned; points. */
bool draw_line(struct draw_raster *r, uint32_t first, uint32_t second, bool turned);
bool draw_point(struct draw_raster *r, uint32_t vertex);

/* A primitive, as draw_assemble hands it over: `data` is the raster. */
bool draw_primitive(void *data, const struct draw_primitive *primitive);

#endif
