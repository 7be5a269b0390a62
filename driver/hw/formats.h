/* SPDX-License-Identifier: MIT */
/* formats.h: hardware data formats, and the one table from OpenCL image formats to them.
 *
 * hw_format_info describes what a DATA_FORMAT number means in memory: the simulator decodes
 * descriptors with it alone. hw_image_format answers how an OpenCL (order, type) pair is carried;
 * compiler and state set-up ask the same query, so they cannot disagree. */
#ifndef ROOTLE_HW_FORMATS_H
#define ROOTLE_HW_FORMATS_H

#include <stdbool.h>
#include <stdint.h>

/* Orders of OpenCL 2.0, which CL/cl.h hides from programs of OpenCL 1.2. */
#ifndef CL_sRGBA
#define CL_sRGBA 0x10C1
#define CL_sBGRA 0x10C2
#endif

/* DATA_FORMAT / CB FORMAT numbers. Source: Mesa r600_formats.h. */
enum hw_format {
    HW_FMT_INVALID = 0,
    HW_FMT_8 = 1,
    HW_FMT_16 = 5,
    HW_FMT_16_FLOAT = 6,
    HW_FMT_8_8 = 7,
    HW_FMT_5_6_5 = 8,
    HW_FMT_1_5_5_5 = 0x0A,
    HW_FMT_4_4_4_4 = 0x0B,
    HW_FMT_5_5_5_1 = 0x0C,
    HW_FMT_32 = 0x0D,
    HW_FMT_32_FLOAT = 0x0E,
    HW_FMT_16_16 = 0x0F,
    HW_FMT_16_16_FLOAT = 0x10,
    HW_FMT_2_10_10_10 = 0x19,
    HW_FMT_8_8_8_8 = 0x1A,
    HW_FMT_10_10_10_2 = 0x1B,
    HW_FMT_32_32 = 0x1D,
    HW_FMT_32_32_FLOAT = 0x1E,
    HW_FMT_16_16_16_16 = 0x1F,
    HW_FMT_16_16_16_16_FLOAT = 0x20,
    HW_FMT_32_32_32_32 = 0x22,
    HW_FMT_32_32_32_32_FLOAT = 0x23,
    HW_FMT_8_8_8 = 0x2C,
    HW_FMT_16_16_16 = 0x2D,
    HW_FMT_16_16_16_FLOAT = 0x2E,
    HW_FMT_32_32_32 = 0x2F,
    HW_FMT_32_32_32_FLOAT = 0x30,
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

/* How an OpenCL image format is carried by textures and RATs. */
struct hw_image_format {
    uint32_t order, type; /* CL_R ..., CL_UNORM_INT8 ... */
    uint8_t bytes;        /* of one texel, as OpenCL defines it */
    uint8_t format;       /* enum hw_format, of texture and RAT; 0 when neither can carry it */
    uint8_t num_format;   /* HW_NUM_FORMAT_* */
    uint8_t comp;         /* HW_COMP_* */
    uint8_t cb_number;    /* HW_CB_* */
    uint8_t comp_swap;    /* HW_SWAP_* */
    uint8_t dst_sel[4];   /* HW_SEL_*: what the kernel sees as x, y, z, w */
    bool read, write;     /* the hardware can sample it; can store to it */
    bool read_only;       /* kernels may not write it, however it is carried */
    bool opaque_border;   /* border colour is (0,0,0,1): orders without alpha */
};

/* The table's row for a pair, or NULL when the driver does not carry it. */
const struct hw_image_format *hw_image_format_find(uint32_t order, uint32_t type);
/* All rows, for clGetSupportedImageFormats: index from 0 until NULL. */
const struct hw_image_format *hw_image_format_at(unsigned index);

/* How texels of so many bytes are carried raw, as UINT channels of 32 bits of which the first hold
 * the texel (ROOTLE_FORMATS=minimal). Never NULL; bytes are those of the carrier, 4 at least. */
const struct hw_image_format *hw_image_format_raw(unsigned bytes);

/* The colour component (0 red .. 3 alpha) that a store puts into each of a format's `channels` (1
 * to 4) memory channels under a HW_SWAP_*. */
const uint8_t *hw_comp_swap_components(unsigned channels, unsigned swap);

#endif
