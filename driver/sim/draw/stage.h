/* SPDX-License-Identifier: MIT */
/* stage.h: runs programs of fetch, vertices and pixels, by the interpreter of compute: each is
 * bound as if it were a program of compute, and runs a wavefront at a time. */
#pragma once

#include "driver/sim/draw/context.h"
#include "driver/sim/exec/wave.h"
#include "driver/sim/raster/vertices.h"

/* The programs of a draw; decode.c: what the decoder does for them. */
enum draw_kind {
    DRAW_FETCH,
    DRAW_VERTEX,
    DRAW_RING_VERTEX,
    DRAW_GEOMETRY,
    DRAW_LOCAL_VERTEX,
    DRAW_CONTROL,
    DRAW_PIXEL
};
extern const struct sim_stage draw_stages[];

/* Exports of vertices: four positions, then parameters. Of pixels: targets, then depth. */
enum {
    DRAW_SLOT_POSITION = 0,
    DRAW_SLOT_PARAM = 4,
    DRAW_SLOTS = DRAW_SLOT_PARAM + DRAW_PARAMS,
    DRAW_SLOT_DEPTH = DRAW_TARGETS
};

enum { DRAW_MOST_EMITTED = 1024 };

/* The item of a ring that each lane writes. */
struct draw_ring {
    uint32_t *items;
    uint32_t dwords; /* of one */
    uint32_t offset[DRAW_STREAMS];
};

/* Vertices that lanes have emitted, by stream, and behind which of them strips end. */
struct draw_emitted {
    uint16_t count[DRAW_STREAMS][SIM_LANES];
    uint32_t ends[DRAW_STREAMS][SIM_LANES][DRAW_MOST_EMITTED / 32];
};

struct draw_stage {
    struct sim_group group; /* first: a wave's group is its stage */
    struct sim_drawing *d;
    struct sim_wave *wave;
    sim_vector *vectors;      /* registers and what is behind them */
    sim_vector (*exports)[4]; /* by slot and channel */
    uint64_t exported;        /* slots, as bits */
    enum draw_kind kind;
    bool minify[HW_CS_SAMPLERS][3];  /* linear filters where textures are minified, by axis */
    uint8_t compare[HW_CS_SAMPLERS]; /* functions of samplers (raster/depth.h) */
    sim_vector offsets[3];           /* of texels, for the gathers of a clause */
    sim_vector (*params)[SIM_PARAM_VECTORS]; /* of pixels, by input */
    struct draw_ring ring;
    struct draw_emitted *emitted; /* by geometry programs */
    struct draw_streamed streamed[DRAW_STREAM_BUFFERS];
    float factors[6];                          /* of the patch, by a control program */
    uint64_t blocks[HW_CS_RESOURCES / 64 + 1]; /* resources that are compressed textures */
};

/* Binds the program of a stage, whose registers are all zeros then. False with the drawing's error
 * filled. */
bool draw_stage_open(struct draw_stage *stage, struct sim_drawing *d, enum draw_kind kind);
void draw_stage_close(struct draw_stage *stage); /* also one that is all zeros, or failed to open */

/* blocks.c: compressed textures that the program fetches from. False with the drawing's error
 * filled; to be closed in any case, before the launch is. */
bool draw_blocks_open(struct draw_stage *stage);
void draw_blocks_close(struct draw_stage *stage);

/* exports.c */
bool draw_take_export(struct sim_wave *wave, const struct sim_store *store);
/* fetch.c: a fetch of graphics; sample.c: one that compute does not have; levels of detail. */
bool draw_fetch(struct sim_wave *wave, const struct sim_fetch *fetch);
bool draw_sample(struct sim_wave *wave, const struct sim_fetch *fetch);
bool draw_query_lod(struct sim_wave *wave, const struct sim_fetch *fetch);
/* multisample.c: a load, or the number of samples. */
bool draw_fetch_samples(struct sim_wave *wave, const struct sim_fetch *fetch);
/* A fetch that is none: a control program writes a factor. */
enum { DRAW_FETCH_TF_WRITE = 0xff };

/* A vector of a register. */
static inline uint32_t *draw_stage_register(const struct draw_stage *stage, unsigned gpr,
                                            unsigned channel)
{
    return stage->vectors[gpr * 4 + channel];
}

/* Whether the launch has time left: asked at the end of each loop. False with the error filled. */
bool draw_stage_may_go_on(struct draw_stage *stage);
/* Runs the program for lanes, of which helpers store nothing. False with the drawing's error
 * filled. */
bool draw_stage_run(struct draw_stage *stage, uint64_t lanes, uint64_t helpers);
