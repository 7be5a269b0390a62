/* SPDX-License-Identifier: MIT */
/* state.h: what a draw asks for, in terms of no family of chips: whoever reads registers fills it,
 * once for each draw. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum draw_primitive_type {
    DRAW_POINTS = 1,
    DRAW_LINES = 2,
    DRAW_LINE_STRIP = 3,
    DRAW_TRIANGLES = 4,
    DRAW_FAN = 5,
    DRAW_STRIP = 6,
    DRAW_PATCHES = 9,
    DRAW_LINES_ADJACENT = 10,
    DRAW_LINE_STRIP_ADJACENT = 11,
    DRAW_TRIANGLES_ADJACENT = 12,
    DRAW_STRIP_ADJACENT = 13,
    DRAW_RECTANGLES = 0x11,
    DRAW_LINE_LOOP = 0x12,
    DRAW_QUADS = 0x13,
    DRAW_QUAD_STRIP = 0x14,
    DRAW_POLYGON = 0x15
};

static inline uint32_t draw_bits(uint32_t value, unsigned low, unsigned width)
{
    return value >> low & ((1u << width) - 1u);
}

struct draw_rect {
    int32_t left, top, right, bottom; /* pixels; right and bottom are outside */
};

enum { DRAW_TARGETS = 8, DRAW_PARAMS = 32, DRAW_STREAMS = 4, DRAW_STREAM_BUFFERS = 4 };
enum {
    DRAW_DISTANCES = 8,
    DRAW_PLANES = 6,
    DRAW_VIEWPORTS = 16,
    DRAW_SAMPLES = 8,
    DRAW_WINDOWS = 4
};

/* How a triangle is drawn. */
enum { DRAW_FILL_AREA, DRAW_FILL_POINTS, DRAW_FILL_LINES };

/* An input of pixels. */
struct draw_input {
    uint8_t param;   /* of the vertices; DRAW_PARAMS: none, a default */
    uint8_t initial; /* number of that default */
    bool flat, sprite;
};

/* Barycentric coordinates that pixels may have, in the order of their registers. */
enum draw_bary {
    DRAW_PERSP_SAMPLE,
    DRAW_PERSP_CENTER,
    DRAW_PERSP_CENTROID,
    DRAW_LINEAR_SAMPLE,
    DRAW_LINEAR_CENTER,
    DRAW_LINEAR_CENTROID,
    DRAW_BARYS
};

struct draw_state {
    unsigned primitive;
    unsigned patch; /* vertices of one that is tessellated; 0: none is */
    bool geometry;  /* vertices go through a geometry program */
    bool numbered;  /* vertices know the number of the primitive that they provoke */
    bool restart;
    uint32_t restart_index, index_offset;
    unsigned params; /* that vertices export */
    /* Clipping and the viewport. */
    bool window_space;  /* positions are on the screen, and w is not asked for, but where */
    bool inverse_given; /* it is 1 / w, for inputs */
    bool clip, half_z, clip_near, clip_far, discard;
    float scale[3], offset[3], z_min, z_max;
    float band[2]; /* how far to the sides is drawn, in multiples of w; 0: as far as can be */
    /* Distances of vertices that clip, and that cull, as bits. They are those of planes, or begin
     * in an export of a position (1 to 3). */
    uint8_t clip_distances, cull_distances;
    unsigned distance_export; /* 0: of planes */
    float plane[DRAW_PLANES][4];
    struct draw_rect scissor;
    /* Rectangles of the window. A pixel's bits say which it lies in; bit n of `hidden`: those that
     * lie in n are not drawn. */
    struct draw_rect window[DRAW_WINDOWS];
    uint16_t hidden;
    /* Exports of vertices beside their position. */
    bool vertex_misc, vertex_point_size, vertex_layer, vertex_viewport;
    /* Samples of a pixel: how many (0 is 1, too), where they lie from its centre, in sixteenths of
     * a pixel, and which are drawn. */
    unsigned samples;
    int8_t sample_at[DRAW_SAMPLES][2];
    uint8_t sample_mask;
    bool by_sample; /* the program runs for each one */
    /* Points and lines, in pixels. Lines may be rectangles. */
    bool rectangular_lines;
    float point_size, point_least, point_most;
    float point_height; /* of all points; 0: as wide */
    unsigned line_width;
    /* Fragments of a line that are drawn, as bits, each of which holds for so many; 0: all are. */
    uint16_t stipple;
    unsigned stipple_factor;
    bool stipple_restarts;      /* at each line, and not at each row of them */
    float rectangle_width;      /* of lines that are rectangles */
    bool sprite, sprite_bottom; /* coordinates of points; their t grows downwards, or upwards */
    uint8_t sprite_select[4];
    /* Triangles. */
    uint8_t fill[2];  /* front and back faces: DRAW_FILL_* */
    bool vertex_edge; /* vertices say whether an edge begins at them */
    bool cull_front, cull_back, front_clockwise, last_vertex_provokes, center_half;
    unsigned fraction_bits; /* of positions */
    /* Offsets of front and back faces: by slope, and in units; most of both. A unit is one of the
     * last bit of a number of so many bits where it is 0. */
    float slope[2], shift[2], shift_limit;
    double shift_unit;
    int shift_bits;
    /* Pixels. */
    unsigned inputs;
    struct draw_input input[DRAW_PARAMS];
    bool bary[DRAW_BARYS];
    bool position, face;
    unsigned position_register, face_register, face_channel;
    bool face_bits;
    bool sample; /* its number is in a register, beside the pixel's place */
    unsigned sample_register;
    bool exports_samples, exports_stencils; /* the program does */
    uint32_t target_mask;
};
