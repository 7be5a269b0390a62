/* SPDX-License-Identifier: MIT */
/* raster.h: from primitives to quads of pixels. */
#pragma once

#include "driver/sim/raster/vertices.h"

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

/* Weights of the second and third vertex in pixels. */
struct draw_weights {
    float persp[2][4], linear[2][4];
};

/* Pixels (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1). Depths and weights are those of centres.
 */
struct draw_quad {
    int32_t x, y;
    unsigned covered; /* pixels, as bits */
    bool front;
    struct draw_weights center;
    float z[4], w[4];
    uint8_t samples[4]; /* that are covered, as bits, by pixel */
    /* Where pixels have several samples. Centroids lie in what is covered. */
    unsigned count;  /* of a pixel; 0: one */
    unsigned number; /* of the sample that the program runs for */
    float sample_z[DRAW_SAMPLES][4];
    struct draw_weights sample, centroid;
};

struct draw_raster;

/* A taker of quads embeds it first. Functions that return false have said why. */
struct draw_sink {
    /* Quads are those of a triangle from now on; or of a point, whose corners are as those of a
     * square. */
    void (*begin)(struct draw_sink *sink, const struct draw_vertices *vertices,
                  const uint32_t triangle[3]);
    void (*begin_point)(struct draw_sink *sink, const struct draw_vertices *vertices,
                        uint32_t point, uint32_t provoking);
    bool (*add)(struct draw_sink *sink, const struct draw_quad *quad);
    bool (*may_go_on)(struct draw_sink *sink); /* there is time left */
    /* Sees to the layer and viewport of a primitive; NULL: there is one of each. */
    bool (*select)(struct draw_raster *r, uint32_t vertex);
};

struct draw_raster {
    const struct draw_state *state;
    const struct draw_vertices *vertices;
    struct draw_sink *sink;
    /* The viewport that vertices name, and its number. */
    struct draw_state other;
    uint32_t viewport;
    /* The triangle whose edges are drawn faces backwards; the offset of its depths. */
    bool back;
    double shift;
    /* Fragments that the row of lines has had, and the vertex at which the last line ended. */
    uint32_t stippled, line_end;
    /* Primitives that came, and those that clipping left a part of; whether it did of this one. */
    uint64_t taken, left;
    bool seen;
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
/* Whether the scissor and the rectangles of the window let a pixel be drawn. */
bool draw_is_shown(const struct draw_state *state, int32_t x, int32_t y);
/* Hands a quad on with nothing but the sample that it names. */
bool draw_by_samples(struct draw_raster *r, const struct draw_quad *quad);
/* strokes.c: lines, drawn from the second vertex to the first where they are turned; points. */
bool draw_line(struct draw_raster *r, uint32_t first, uint32_t second, bool turned);
bool draw_edge(struct draw_raster *r, struct draw_corner corners[2], bool turned);
bool draw_point(struct draw_raster *r, uint32_t vertex, uint32_t provoking);

/* A primitive, as draw_assemble hands it over: `data` is the raster. */
bool draw_primitive(void *data, const struct draw_primitive *primitive);
