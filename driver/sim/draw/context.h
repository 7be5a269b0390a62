/* SPDX-License-Identifier: MIT */
/* context.h: the graphics context of a stream, and what its parts share. */
#ifndef ROOTLE_SIM_DRAW_CONTEXT_H
#define ROOTLE_SIM_DRAW_CONTEXT_H

#include "driver/sim/draw/draw.h"
#include "driver/sim/draw/registers.h"
#include "driver/sim/launch/dispatch.h"

enum { DRAW_RESOURCES = 1024, DRAW_TARGETS = 8, DRAW_PARAMS = 32, DRAW_CTL_CONSTS = 4 };

struct draw_border {
    uint32_t index;
    float color[HW_CS_SAMPLERS][4];
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
    uint64_t passed; /* pixels that passed the tests of depth and stencil */
    char *error;     /* of the packet that is carried out */
};

static inline uint32_t draw_register(const struct sim_drawing *d, uint32_t address)
{
    return sim_context(&d->state, address);
}

float draw_register_float(const struct sim_drawing *d, uint32_t address);

/* Fills the error. Always false. */
bool draw_fail(struct sim_drawing *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The indices of a draw, which are read one by one. */
struct draw_indices {
    const uint8_t *memory; /* NULL: 0, 1, 2 and so on */
    uint32_t count;
    unsigned bytes; /* of one */
};

/* queries.c: an event that writes memory. False with the error filled. */
bool draw_event(struct sim_drawing *d, const struct sim_packet *packet);

/* run.c: draws with the state that is set. False with the error filled. */
bool draw_run(struct sim_drawing *d, const struct draw_indices *indices);

#endif
