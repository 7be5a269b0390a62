/* SPDX-License-Identifier: MIT */
/* context.h: the graphics context of a stream, and what its parts share. */
#pragma once

#include "driver/sim/draw/draw.h"
#include "driver/sim/draw/registers.h"
#include "driver/sim/launch/dispatch.h"
#include "driver/sim/raster/state.h"

enum { DRAW_RESOURCES = 1024, DRAW_CTL_CONSTS = 4 };

struct draw_border {
    uint32_t index;
    float color[HW_CS_SAMPLERS][4];
};

/* Draws that ask for it are left out, unless what was counted is as wanted. */
struct draw_condition {
    bool active, wanted, visible;
};

/* Statistics of the pipeline, in the order in which an event writes them (Mesa r600_query.c). R700
 * has the first eight. */
enum draw_statistic {
    DRAW_COUNT_PIXELS,
    DRAW_COUNT_CLIPPED, /* primitives that clipping left a part of */
    DRAW_COUNT_TO_CLIP,
    DRAW_COUNT_VERTICES, /* programs that ran */
    DRAW_COUNT_GEOMETRY,
    DRAW_COUNT_EMITTED, /* primitives of geometry programs */
    DRAW_COUNT_PRIMITIVES,
    DRAW_COUNT_INDICES,
    DRAW_COUNT_PATCHES,
    DRAW_COUNT_EVALUATED,
    DRAW_COUNT_COMPUTE,
    DRAW_STATISTICS
};

struct sim_drawing {
    struct sim_dispatcher *dispatcher;
    const struct sim_stream *stream;
    const struct sim_state *compute; /* has the configuration registers */
    struct sim_state state;          /* of graphics: context registers, samplers, loop constants */
    struct sim_state stage;          /* what a program sees, as if it were one of compute */
    uint32_t resource[DRAW_RESOURCES][SIM_RESOURCE_DWORDS];
    uint32_t ctl_const[DRAW_CTL_CONSTS];
    struct draw_border borders[5]; /* of pixels, vertices, geometry, control, vertices of patches */
    uint32_t instances, index_type;
    /* Indirect draws: where their arguments are; their indices, and how many there are. */
    uint64_t indirect_base, index_base;
    uint32_t index_room;
    struct draw_condition condition;
    uint64_t passed; /* pixels that passed the tests of depth and stencil */
    bool uncounted;  /* statistics are stopped */
    uint64_t statistic[DRAW_STATISTICS];
    /* Primitives that streams would have written, and those that they wrote. */
    uint64_t needed[DRAW_STREAMS], written[DRAW_STREAMS];
    uint32_t filled[DRAW_STREAM_BUFFERS]; /* dwords, from the start of the buffer */
    char *error;                          /* of the packet that is carried out */
};

static inline uint32_t draw_register(const struct sim_drawing *d, uint32_t address)
{
    return sim_context(&d->state, address);
}

static inline void draw_count(struct sim_drawing *d, enum draw_statistic statistic, uint64_t more)
{
    d->statistic[statistic] += d->uncounted ? 0 : more;
}

float draw_register_float(const struct sim_drawing *d, uint32_t address);

/* Fills the error. Always false. */
bool draw_fail(struct sim_drawing *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static inline uint64_t draw_address(uint32_t low, uint32_t high)
{
    return low | (uint64_t)(high & 0xffu) << 32;
}

/* Memory of the stream, of which all bytes must be there. NULL with the error filled. */
uint8_t *draw_memory(struct sim_drawing *d, uint64_t address, uint64_t bytes, const char *what);

/* The indices of a draw, which are read one by one. */
struct draw_indices {
    const uint8_t *memory; /* NULL: 0, 1, 2 and so on */
    uint32_t count;
    unsigned bytes; /* of one */
};

/* Packets; each is false with the error filled. queries.c: an event that writes memory, and what
 * draws depend on; streamout.c: where a buffer of a stream is filled, and how far; draws.c. */
bool draw_event(struct sim_drawing *d, const struct sim_packet *packet);
bool draw_predicate(struct sim_drawing *d, const struct sim_packet *packet);
bool draw_streamout_update(struct sim_drawing *d, const struct sim_packet *packet);
bool draw_streamout_copy(struct sim_drawing *d, const struct sim_packet *packet);
bool draw_packet(struct sim_drawing *d, const struct sim_packet *packet);

/* run.c: draws with the state that is set. False with the error filled. */
bool draw_run(struct sim_drawing *d, const struct draw_indices *indices);
