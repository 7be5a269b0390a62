/* SPDX-License-Identifier: MIT */
/* state.h: packets of R500's streams, and the registers that they fill. Nothing is inherited from
 * an earlier stream. */
#pragma once

#include "driver/hw/r500/r500.h"
#include "driver/hw/r500/registers.h"
#include "driver/sim/stream/stream.h"

struct r500_state {
    uint32_t reg[HW_R500_REGISTERS_END / 4];
    bool set[HW_R500_REGISTERS_END / 4];
    /* Instructions and constants, which GA_US_VECTOR_DATA fills through a window. */
    uint32_t code[HW_R500_MAX_INSTRUCTIONS][HW_R500_WORDS];
    uint32_t constant[HW_R500_CONSTANTS][4];
    uint32_t window; /* dwords written since GA_US_VECTOR_INDEX */
};

static inline uint32_t r500_reg(const struct r500_state *state, uint32_t address)
{
    return state->reg[address / 4];
}
/* Returns a register of an array. */
static inline uint32_t r500_reg_at(const struct r500_state *state, uint32_t address, unsigned index)
{
    return state->reg[address / 4 + index];
}
static inline bool r500_is_set(const struct r500_state *state, uint32_t address)
{
    return state->set[address / 4];
}

struct r500_packet {
    uint32_t offset;  /* of the header, in dwords */
    unsigned type;    /* 0, 2 or 3 */
    unsigned opcode;  /* of type 3 */
    uint32_t address; /* of type 0: the first register */
    bool one;         /* all values go to that one */
    uint32_t count;   /* dwords of payload */
    const uint32_t *payload;
};

/* Reads the packet at an offset inside the stream; its payload may not be. */
void r500_packet_read(const struct sim_stream *stream, uint32_t offset, struct r500_packet *packet);
/* The register of value i of a packet of type 0. */
static inline uint32_t r500_packet_register(const struct r500_packet *packet, uint32_t i)
{
    return packet->one ? packet->address : packet->address + 4 * i;
}
struct checker;
/* The address of the object of the next relocation is added to the value of the packet at an
 * offset. False with the checker's error filled. */
bool r500_relocate(struct checker *c, uint32_t offset, uint32_t *value, const char *name,
                   struct sim_bo **object);
/* Writes one register. False when GA_US_VECTOR_DATA runs over what there is. */
bool r500_state_write(struct r500_state *state, uint32_t address, uint32_t value);

/* Texture unit i as its registers say. NULL, or why the simulator does not carry it. */
struct r500_texture {
    const struct hw_r500_format *format;
    uint32_t width, height, pitch; /* texels */
    uint32_t depth;                /* 1 of what is 2D */
    uint32_t address;
    uint64_t slice_bytes, bytes; /* of a whole slice, and of all that is read */
    bool is_3d;
    bool wraps; /* it can repeat and mirror: sizes are powers of two, and there is no pitch */
    bool is_signed, linear;
    uint8_t clamp[3], select[4];
};
const char *r500_read_texture(const struct r500_state *state, unsigned i,
                              struct r500_texture *texture);

/* Render target i likewise; not in use: bytes is 0. */
struct r500_target {
    const struct hw_r500_format *format;
    uint32_t pitch; /* texels */
    uint32_t address;
    uint64_t row_bytes;
    bool is_signed;
    uint8_t source[4]; /* component (0 red .. 3 alpha) that each channel in memory takes */
};
/* `used` says whether it is in use. */
const char *r500_read_target(const struct r500_state *state, unsigned i, bool *used,
                             struct r500_target *target);

/* The rectangle that a draw's four vertices have, inside the scissors, and what goes into
 * temporaries: s and t are linear in x and y. */
struct r500_input {
    unsigned temp;
    /* The values of r g b a: at pixel (0, 0)'s centre, and what a step to the right and down
     * adds. */
    double start[4], right[4], down[4];
};
enum { R500_INPUTS = 8 };
struct r500_rectangle {
    uint32_t x0, y0, x1, y1; /* pixels; x1 and y1 are outside */
    unsigned input_count;
    struct r500_input input[R500_INPUTS];
};
/* rectangle.c: reads them of the vertices of a DRAW_IMMD_2 packet. NULL, or why not. */
const char *r500_read_rectangle(const struct r500_state *state, const struct r500_packet *packet,
                                struct r500_rectangle *rectangle);
