/* SPDX-License-Identifier: MIT */
/* drawing.h: who carries out packets of graphics. Without one a stream that draws fails. */
#pragma once

#include <stdbool.h>

struct hw_chip;
struct sim_dispatcher;
struct sim_fetch;
struct sim_drawing; /* the graphics context of a stream; the drawer's own */
struct sim_packet;
struct sim_state;
struct sim_store;
struct sim_stream;
struct sim_wave;

struct sim_drawer {
    /* The context of a stream that begins; `state` has its configuration registers. NULL: memory
     * is short. */
    struct sim_drawing *(*begin)(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                                 const struct sim_state *state);
    /* A packet without the compute bit, which sets state or draws. False with `error` filled
     * (SIM_ERROR_SIZE bytes). */
    bool (*packet)(struct sim_drawing *drawing, const struct sim_packet *packet, char *error);
    void (*end)(struct sim_drawing *drawing);
    /* Whether what a checked stream draws with has memory. False with `error` filled. */
    bool (*check)(const struct hw_chip *chip, struct sim_stream *stream, char *error);
};

/* Takes what a program of graphics exports, from the lanes of wave->exec. False after a fault. */
typedef bool (*sim_export_fn)(struct sim_wave *wave, const struct sim_store *store);

/* Carries out a fetch that takes differences of pixels. False after a fault. */
typedef bool (*sim_fetch_fn)(struct sim_wave *wave, const struct sim_fetch *fetch);
/* Reads the constants again whose buffer an index chooses, which has changed. */
typedef void (*sim_index_fn)(struct sim_wave *wave);
