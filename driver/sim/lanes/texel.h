/* SPDX-License-Identifier: MIT */
/* texel.h: how the channels of an element lie in memory, and what conversion each needs. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/sim/lanes/lanes.h"

struct sim_channel {
    uint8_t kind; /* enum sim_channel_kind */
    uint8_t dword, shift, bits;
};

/* Layouts that lanes_filter.c has specialised loops for. */
enum sim_texel_kind {
    SIM_TEXEL_OTHER,
    SIM_TEXEL_FLOAT4, /* four channels of 32 bits as they are */
    SIM_TEXEL_UNORM8, /* four channels of eight bits, normalised */
    SIM_TEXEL_KINDS
};

struct sim_texel_format {
    uint8_t bytes, dwords; /* dwords: that hold it, 1 to 4 */
    uint8_t kind;          /* enum sim_texel_kind */
    bool integer;          /* registers hold integers */
    struct sim_channel channel[4];
};

/* For fetches: DATA_FORMAT, NUM_FORMAT (HW_NUM_FORMAT_*), whether signed. False for what is not
 * known. */
bool sim_texel_format_read(struct sim_texel_format *texel, unsigned format, unsigned num_format,
                           bool is_signed);
/* FORCE_DEGAMMA: colours of 8 bits are sRGB, alpha is not. */
void sim_texel_format_degamma(struct sim_texel_format *texel);
/* The values of the 256 numbers of an sRGB channel, once some format has them. */
extern float sim_srgb_values[256];
/* For RATs: FORMAT and NUMBER_TYPE (HW_CB_*). */
bool sim_texel_format_write(struct sim_texel_format *texel, unsigned format, unsigned number_type);

/* Converts elements, of which raw[k] has dword k, to values of the channels in `wanted` (bit c:
 * channel c). channel[c] then points to the values: to raw if they need no conversion, else to
 * `room`. */
static inline void sim_texel_decode(const struct sim_memory_lanes *lanes,
                                    const struct sim_texel_format *texel, unsigned wanted,
                                    sim_vector raw[4], sim_vector room[4], uint32_t *channel[4],
                                    unsigned n)
{
    for (unsigned c = 0; c < 4; c++) {
        const struct sim_channel *how = &texel->channel[c];
        channel[c] = how->kind == SIM_CHANNEL_COPY ? raw[how->dword] : room[c];
        if ((wanted >> c & 1u) && how->kind != SIM_CHANNEL_COPY)
            lanes->decode[how->kind](room[c], raw[how->dword], how->shift,
                                     how->bits ? how->bits : 32, n);
    }
}
