/* SPDX-License-Identifier: MIT */
/* registers.h: register addresses and fields, descriptor words, and PM4 packets, as data.
 * HW_R_NAME is a register's byte address (of element 0 for arrays, see HW_R_NAME_STRIDE).
 * REG_SET(REGISTER, FIELD, value) makes a field's bits, REG_GET(word, REGISTER, FIELD) reads one.
 */
#pragma once

#include <stdint.h>

#include "driver/hw/isa.h"

enum hw_register {
#define REG(name, address) HW_R_##name = (address),
#define REG_ARRAY(name, address, stride, count)                                                    \
    HW_R_##name = (address), HW_R_##name##_STRIDE = (stride), HW_R_##name##_COUNT = (count),
#define FIELD(reg, name, lo, width)
#include "driver/hw/registers.def"
#undef REG
#undef REG_ARRAY
#undef FIELD
};

enum hw_register_field {
#define REG(name, address)
#define REG_ARRAY(name, address, stride, count)
#define FIELD(reg, name, lo, width)                                                                \
    HW_F_##reg##_##name##_LO = (lo), HW_F_##reg##_##name##_WIDTH = (width),
#include "driver/hw/registers.def"
#undef REG
#undef REG_ARRAY
#undef FIELD
};

#define REG_GET(value, reg, field)                                                                 \
    ((uint32_t)(value) >> HW_F_##reg##_##field##_LO & HW_MASK(HW_F_##reg##_##field##_WIDTH))
#define REG_SET(reg, field, value)                                                                 \
    (((uint32_t)(value) & HW_MASK(HW_F_##reg##_##field##_WIDTH)) << HW_F_##reg##_##field##_LO)
#define HW_R_ELEMENT(reg, index) (HW_R_##reg + HW_R_##reg##_STRIDE * (uint32_t)(index))

/* Descriptor and surface codes. */
enum { HW_TYPE_TEXTURE = 2, HW_TYPE_BUFFER = 3 };
enum { HW_DIM_1D, HW_DIM_2D, HW_DIM_3D, HW_DIM_CUBE, HW_DIM_1D_ARRAY, HW_DIM_2D_ARRAY };
enum { HW_DIM_2D_MSAA = 6, HW_DIM_2D_ARRAY_MSAA };
#define hw_dim_has_layers(dim) ((dim) >= HW_DIM_CUBE && (dim) != HW_DIM_2D_MSAA)
enum { HW_NUM_FORMAT_NORM, HW_NUM_FORMAT_INT, HW_NUM_FORMAT_SCALED };
enum { HW_COMP_UNSIGNED, HW_COMP_SIGNED };
enum {
    HW_ARRAY_LINEAR_GENERAL = 0,
    HW_ARRAY_LINEAR_ALIGNED = 1,
    HW_ARRAY_1D_TILED_THIN1 = 2,
    HW_ARRAY_2D_TILED_THIN1 = 4
};
enum {
    HW_CLAMP_WRAP,
    HW_CLAMP_MIRROR,
    HW_CLAMP_EDGE,
    HW_CLAMP_MIRROR_ONCE_EDGE,
    HW_CLAMP_HALF_BORDER,
    HW_CLAMP_MIRROR_ONCE_HALF_BORDER,
    HW_CLAMP_BORDER,
    HW_CLAMP_MIRROR_ONCE_BORDER
};
enum { HW_FILTER_POINT, HW_FILTER_BILINEAR };
enum {
    HW_BORDER_TRANSPARENT_BLACK,
    HW_BORDER_OPAQUE_BLACK,
    HW_BORDER_OPAQUE_WHITE,
    HW_BORDER_REGISTER
};
enum {
    HW_CB_UNORM = 0,
    HW_CB_SNORM = 1,
    HW_CB_UINT = 4,
    HW_CB_SINT = 5,
    HW_CB_SRGB = 6,
    HW_CB_FLOAT = 7
};
enum { HW_SWAP_STD, HW_SWAP_ALT, HW_SWAP_STD_REV, HW_SWAP_ALT_REV };
enum { HW_RAT_BUFFER, HW_RAT_1D, HW_RAT_1D_ARRAY, HW_RAT_2D, HW_RAT_2D_ARRAY, HW_RAT_3D };

/* First slots of the compute stage. Source: Mesa evergreend.h, evergreen_state.c. */
enum {
    HW_CS_RESOURCE_BASE = 816,
    HW_CS_RESOURCES = 176,
    HW_CS_SAMPLER_BASE = 90,
    HW_CS_SAMPLERS = 18,
    HW_CS_LOOP_CONST = 160
};

/* PM4 type-3 packets. COUNT is the number of payload dwords minus one. */
enum {
    HW_CONFIG_REG_BASE = 0x8000,
    HW_CONFIG_REG_END = 0xAC00,
    HW_CONTEXT_REG_BASE = 0x28000,
    HW_CONTEXT_REG_END = 0x29000,
    HW_RESOURCE_BASE = 0x30000,
    HW_SAMPLER_BASE = 0x3C000,
    HW_LOOP_CONST_BASE = 0x3A200,
    HW_BOOL_CONST_BASE = 0x3A500,
    HW_BOOL_CONST_END = 0x3A518,
    HW_CTL_CONST_BASE = 0x3CFF0,
    HW_CTL_CONST_END = 0x3FF0C
};
enum hw_pkt3 {
#define PKT3(name, code, least, most, check) HW_PKT3_##name = (code),
#include "driver/hw/packets.def"
#undef PKT3
};
/* Ends of a CP_DMA, sources of SET_APPEND_CNT, what events write, and how WAIT_REG_MEM compares. */
enum { HW_CP_DMA_MEMORY = 0, HW_CP_DMA_GDS = 1, HW_CP_DMA_DATA = 2 };
enum { HW_APPEND_FROM_MEMORY = 3 };
/* Append counters: context registers that only SET_APPEND_CNT may set. */
enum { HW_APPEND_COUNT_BASE = 0x2872C, HW_APPEND_COUNTERS = 12 };
enum { HW_EOP_NOTHING, HW_EOP_DATA_32, HW_EOP_DATA_64, HW_EOP_CLOCK };
enum { HW_EOS_APPEND_COUNT, HW_EOS_GDS, HW_EOS_DATA_32 };
enum {
    HW_WAIT_ALWAYS,
    HW_WAIT_LESS,
    HW_WAIT_LESS_EQUAL,
    HW_WAIT_EQUAL,
    HW_WAIT_NOT_EQUAL,
    HW_WAIT_GREATER_EQUAL,
    HW_WAIT_GREATER
};
/* Graphics: what SET_BASE sets, SET_PREDICATION tests, and where offsets of streams are. */
enum { HW_BASE_INDIRECT = 1, HW_R_VGT_STRMOUT_DRAW_OPAQUE_FILLED = 0x28B2C };
enum { HW_R_SX_MISC = 0x28350 }; /* bit 0: nothing is drawn */
enum { HW_PREDICATION_CLEAR, HW_PREDICATION_PIXELS, HW_PREDICATION_PRIMITIVES };
enum { HW_STRMOUT_PACKET, HW_STRMOUT_FILLED, HW_STRMOUT_MEMORY, HW_STRMOUT_NONE };
enum { HW_STRMOUT_STORE = 1 << 0 };
#define HW_PREDICATION(word1)      ((word1) >> 16 & 7u)
#define HW_STRMOUT_SOURCE(control) ((control) >> 1 & 3u)
enum { HW_PKT3_PREDICATE_BIT = 1 << 0, HW_PKT3_COMPUTE_BIT = 1 << 1 };
static inline uint32_t hw_pkt3(unsigned opcode, unsigned payload_dwords, bool compute)
{
    return 3u << 30 | ((payload_dwords - 1u) & 0x3fffu) << 16 | (opcode & 0xffu) << 8 |
           (compute ? HW_PKT3_COMPUTE_BIT : 0u);
}
static inline unsigned hw_pkt3_opcode(uint32_t header)
{
    return header >> 8 & 0xffu;
}
static inline unsigned hw_pkt3_payload(uint32_t header)
{
    return (header >> 16 & 0x3fffu) + 1u;
}
enum {
    HW_EVENT_CS_PARTIAL_FLUSH = 0x07,
    HW_EVENT_PS_PARTIAL_FLUSH = 0x10,
    HW_EVENT_CACHE_FLUSH_AND_INV_TS = 0x14,
    HW_EVENT_CACHE_FLUSH_AND_INV = 0x16
};
enum { /* CP_COHER_CNTL bits of SURFACE_SYNC */
       HW_COHER_CB0_DEST = 1 << 6,
       HW_COHER_FULL_CACHE = 1 << 20,
       HW_COHER_TC = 1 << 23,
       HW_COHER_VC = 1 << 24,
       HW_COHER_CB = 1 << 25,
       HW_COHER_DB = 1 << 26,
       HW_COHER_SH = 1 << 27,
       HW_COHER_SMX = 1 << 28,
};
