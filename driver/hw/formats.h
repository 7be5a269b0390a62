/* SPDX-License-Identifier: MIT */
/* formats.h: hardware data formats, and the one table from OpenCL image formats to them.
 *
 * hw_format_info describes what a DATA_FORMAT number means in memory: the simulator decodes
 * descriptors with it alone. hw_image_format answers how an OpenCL (order, type) pair is carried;
 * compiler and state set-up ask the same query, so they cannot disagree. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Orders and types of OpenCL 2.0 and 2.1, which CL/cl.h hides from programs of OpenCL 1.2. */
#ifndef CL_DEPTH
#define CL_DEPTH 0x10BD
#endif
#ifndef CL_sRGBA
#define CL_sRGBx 0x10C0
#define CL_sRGBA 0x10C1
#define CL_sBGRA 0x10C2
#define CL_ABGR  0x10C3
#endif
#ifndef CL_UNORM_INT_101010_2
#define CL_UNORM_INT_101010_2 0x10E0
#endif

/* DATA_FORMAT / CB FORMAT numbers. */
enum hw_format {
    HW_FMT_INVALID = 0,
#define PACKED_FORMAT(id, number, size, x, y, z, w, real) HW_FMT_##id = (number),
#include "driver/hw/hw_formats.def"
#undef PACKED_FORMAT
};

struct hw_format_info {
    const char *name;
    uint8_t format; /* enum hw_format */
    uint8_t bytes;  /* of one element */
    uint8_t channels;
    bool is_float;
    /* Bits of the channels in memory order, and the position of each within the element, bit 0
     * being the lowest bit of the first byte. */
    uint8_t bits[4], shift[4];
};

/* NULL for a number that is no format. */
const struct hw_format_info *hw_format_find(unsigned format);

/* The meaning of a format's stored numbers. */
enum hw_number {
    HW_NUMBER_UNORM,
    HW_NUMBER_SNORM,
    HW_NUMBER_UINT,
    HW_NUMBER_SINT,
    HW_NUMBER_SRGB, /* UNORM by the curve of sRGB, but for alpha */
    HW_NUMBER_FLOAT,
};

/* An OpenCL image format, and how textures and RATs carry it. */
struct hw_image_format {
    uint32_t order, type; /* CL_R ..., CL_UNORM_INT8 ... */
    uint8_t bytes;        /* of one texel, as OpenCL defines it */
    uint8_t number;       /* enum hw_number */
    uint8_t format;       /* enum hw_format, of texture and RAT */
    uint8_t num_format;   /* HW_NUM_FORMAT_* */
    uint8_t comp;         /* HW_COMP_* */
    uint8_t cb_number;    /* HW_CB_* */
    uint8_t comp_swap;    /* HW_SWAP_* */
    uint8_t dst_sel[4];   /* HW_SEL_*: what the kernel sees as x, y, z, w */
    bool opaque_border;   /* border colour is (0,0,0,1): orders without alpha */
    uint8_t padding;      /* bits of a texel's last byte that no channel has, and that are ones in
                             textures */
};

/* The table's row for a pair, or NULL when OpenCL does not allow it. */
const struct hw_image_format *hw_image_format_find(uint32_t order, uint32_t type);
/* All rows, for clGetSupportedImageFormats: index from 0 until NULL. */
const struct hw_image_format *hw_image_format_at(unsigned index);
/* Its channel order and type alone; false: there is none at the index. */
bool hw_image_format_name(unsigned index, uint32_t *order, uint32_t *type);
/* The CLAMP_* of a cl_addressing_mode. CL_ADDRESS_NONE promises coordinates inside. */
unsigned hw_clamp_mode(uint32_t addressing);

/* A channel of a texel. */
struct hw_channel {
    uint8_t component;   /* of the colour that it holds: 0 red .. 3 alpha */
    uint8_t bits, shift; /* width and position, bit 0 being the lowest of the texel's first byte */
};

/* Fills in the channels that hold a component, in memory order, and returns how many (1 to 4).
 * Bits of no channel are padding. */
unsigned hw_image_format_channels(const struct hw_image_format *format,
                                  struct hw_channel channels[4]);

/* How texels of so many bytes are carried raw, as UINT channels of 32 bits of which the first hold
 * the texel (ROOTLE_FORMATS=minimal). Never NULL; bytes are those of the carrier, 4 at least. */
const struct hw_image_format *hw_image_format_raw(unsigned bytes);

/* The colour component (0 red .. 3 alpha) that a store puts into each of a format's `channels` (1
 * to 4) memory channels under a HW_SWAP_*. */
const uint8_t *hw_comp_swap_components(unsigned channels, unsigned swap);
