/* SPDX-License-Identifier: MIT */
/* pixels.h: quads of pixels, 16 of which run a fragment program together. */
#pragma once

#include "driver/sim/r300/context.h"
#include "driver/sim/r300/textures.h"
#include "driver/sim/r500/us_wave.h"
#include "driver/sim/raster/raster.h"
#include "driver/sim/raster/targets.h"

enum { R300_INPUTS = 32, R300_QUADS = US_LANES / 4 };

/* Where a component of an input comes from. */
enum { R300_FROM_ZERO, R300_FROM_ONE, R300_FROM_PARAM, R300_FROM_S, R300_FROM_T, R300_FROM_FACE };

struct r300_component {
    uint8_t from, param, channel;
};

/* A temporary that the rasteriser fills. */
struct r300_input {
    uint8_t temp;
    bool is_color;
    struct r300_component component[4];
};

struct r300_pixels {
    struct draw_sink sink;
    struct r300 *r;
    const struct draw_state *state;
    struct us_draw us;
    struct us_program program;
    struct us_wave wave;
    struct r300_textures textures;
    struct draw_targets targets;
    unsigned multiwrites; /* targets that the program's first colour goes to */
    struct r300_input input[R300_INPUTS];
    unsigned inputs;
    bool flat, clamps; /* colours: of a vertex alone; to 0 and 1 */
    /* Values at the first vertex of the triangle, and by how much the others differ. */
    float start[R300_INPUTS][4], more[2][R300_INPUTS][4];
    uint32_t corner[3], provoking;
    const struct draw_vertices *vertices;
    int face; /* that those are of; -1: none yet */
    unsigned quads;
    uint64_t covered;
    struct draw_places places;
    sim_vector value[R300_INPUTS][4]; /* of inputs, by lane */
    char us_error[US_ERROR_SIZE];
};

/* False with the error filled; to be closed in any case. */
bool r300_pixels_open(struct r300_pixels *pixels, struct r300 *r, const struct draw_state *state);
void r300_pixels_close(struct r300_pixels *pixels);
/* Draws the quads that wait. */
bool r300_pixels_flush(struct r300_pixels *pixels);

/* program.c: a fragment program of R300 in R500's words, in the place of those, and its constants.
 * False with the error filled. */
bool r300_program_translate(struct r300 *r, uint32_t *count);
void r300_program_constants(const struct r300 *r, float constant[][4]);
/* surfaces.c: binds colours and depths. False with the error filled. */
bool r300_targets_open(struct r300 *r, struct r300_pixels *pixels);
/* inputs.c: reads what the rasteriser writes to temporaries (RS_INST, RS_IP). */
bool r300_inputs_read(struct r300 *r, struct r300_pixels *pixels, bool points);
/* Values at the corners of a triangle, or of a point. */
void r300_inputs_begin(struct r300_pixels *pixels, bool front);
