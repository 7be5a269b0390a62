/* SPDX-License-Identifier: MIT */
/* streamout.h: stream output, which GL calls transform feedback: vertices of primitives are written
 * to buffers. */
#pragma once

#include "driver/sim/draw/vertices.h"

struct draw_stream_buffer {
    uint8_t *memory;
    uint32_t dwords; /* where it ends */
    uint32_t stride;
};

/* The streams and buffers of a draw. */
struct draw_streamout {
    struct sim_drawing *d;
    uint8_t streams;               /* that count, as bits */
    uint8_t buffers[DRAW_STREAMS]; /* of each stream, as bits */
    struct draw_stream_buffer buffer[DRAW_STREAM_BUFFERS];
    const struct draw_vertices *vertices; /* of the primitives that are taken */
};

/* Reads registers; programs of `stage` write items then, where it is not NULL. False with the
 * drawing's error filled. */
bool draw_streamout_open(struct draw_streamout *out, struct sim_drawing *d,
                         struct draw_stage *stage);
/* Writes a primitive of the vertices: `data` is a struct draw_streamout. */
bool draw_streamout_take(void *data, const struct draw_primitive *primitive);
