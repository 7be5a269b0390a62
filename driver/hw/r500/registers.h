/* SPDX-License-Identifier: MIT */
/* registers.h: registers of R500, their fields, packets and formats. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/hw/fields.h"

/* Addresses: HW_R500_R_NAME, of arrays that of the first element. */
enum hw_r500_register {
#define R500_REG(name, address)              HW_R500_R_##name = (address),
#define R500_REG_ARRAY(name, address, count) HW_R500_R_##name = (address),
#define FIELD(reg, field, lo, width)
#include "driver/hw/r500/registers.def"
#undef R500_REG
#undef R500_REG_ARRAY
#undef FIELD
};

/* Fields, for HW_GET(value, R500_R_NAME, FIELD). */
enum hw_r500_register_field {
#define R500_REG(name, address)
#define R500_REG_ARRAY(name, address, count)
#define FIELD(reg, field, lo, width)                                                               \
    HW_R500_R_##reg##_##field##_LO = (lo), HW_R500_R_##reg##_##field##_WIDTH = (width),
#include "driver/hw/r500/registers.def"
#undef R500_REG
#undef R500_REG_ARRAY
#undef FIELD
};

/* "NAME" or, of an array, "NAME_3", for the register at an address; false when the list has none.
 */
bool hw_r500_register_name(uint32_t address, char *name, size_t size);
/* Whether a stream may write any value to a register. */
bool hw_r500_register_is_safe(uint32_t address);

enum {
    HW_R500_REGISTERS_END = 0x5000, /* bytes; registers of streams lie below */
    HW_R500_RS_K0 = 62,             /* RS_IP pointers: the constants 0 and 1 */
    HW_R500_RS_K1 = 63,
    HW_R500_MAX_SIZE = 4096,   /* texels of a texture or target, each way */
    HW_R500_ROW_BYTES = 32,    /* rows of linear textures and targets are multiples of so many */
    HW_R500_OFFSET_BYTES = 32, /* and so are their addresses */
};
enum { HW_R500_COORD_2D, HW_R500_COORD_3D }; /* of textures */
enum { HW_R500_FILTER_NEAREST = 1, HW_R500_FILTER_LINEAR = 2 };
enum { HW_R500_OUT_UNUSED = 15 };
enum {
    HW_R500_DITHER_ROUND = 1 | 1 << 2,   /* RB3D_DITHER_CTL: colours and alpha to the nearest */
    HW_R500_DSTCACHE_FLUSH = 2 | 2 << 2, /* RB3D_DSTCACHE_CTLSTAT: write back, and forget */
    HW_R500_WAIT_3D_IDLECLEAN = 1 << 17, /* WAIT_UNTIL */
};
enum { HW_R500_OUT_SEL_A, HW_R500_OUT_SEL_R, HW_R500_OUT_SEL_G, HW_R500_OUT_SEL_B };

/* Packets. Type 0 writes registers one after the other, or with the bit ONE_REG all to one. */
enum { HW_R500_PKT0_ONE_REG = 1 << 15 };
enum hw_r500_pkt3 { HW_R500_PKT3_NOP = 0x10, HW_R500_PKT3_DRAW_IMMD_2 = 0x35 };
enum { HW_R500_PRIM_QUADS = 13, HW_R500_WALK_EMBEDDED = 3 };

/* A row of a linear texture or target, padded. */
static inline uint32_t hw_r500_row_bytes(uint32_t bytes)
{
    return (bytes + HW_R500_ROW_BYTES - 1) / HW_R500_ROW_BYTES * HW_R500_ROW_BYTES;
}

static inline uint32_t hw_r500_pkt0(uint32_t address, uint32_t count, bool one)
{
    return (count - 1) << 16 | (one ? (uint32_t)HW_R500_PKT0_ONE_REG : 0) | address >> 2;
}
static inline uint32_t hw_r500_pkt3(enum hw_r500_pkt3 opcode, uint32_t payload)
{
    return 3u << 30 | (payload - 1) << 16 | (uint32_t)opcode << 8;
}

struct hw_r500_format {
    uint8_t layout; /* enum hw_format: channels in memory */
    uint8_t texture, target, output;
    uint8_t slot[4];
};

/* NULL when there is no such format. */
const struct hw_r500_format *hw_r500_format_of_texture(unsigned texture);
const struct hw_r500_format *hw_r500_format_of_target(unsigned target, unsigned output);

struct hw_image_format;
/* How images of an OpenCL format are carried, by texture and target alike; NULL when they are not:
 * R500 has no integers, and what lacks a channel that kernels read as alpha. */
const struct hw_r500_format *hw_r500_image_format(const struct hw_image_format *format);
