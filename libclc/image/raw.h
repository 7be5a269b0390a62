/* SPDX-License-Identifier: MIT */
/* raw.h: texels by hand, for formats that the hardware does not carry: resource and RAT hold
 * them as one, two or four UINT channels of 32 bits (texels of fewer bits in the lowest), and what
 * they mean is asked of the image's format at run time. Everything here is inlined. */
#pragma once

#include "image/image.h"

#pragma OPENCL FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

/* CL_* of channel data types and orders, as get_image_channel_* return them. */
enum {
#define RAW_TYPE(name, number, stored, bits)          name = (number),
#define RAW_PACKED(name, number, r, g, b, a)          name = (number),
#define RAW_ORDER(name, number, read, stored, opaque) ORDER_##name = (number),
#include "image/raw_formats.def"
};

/* How many bits a channel has; 0: the texel is packed. */
INLINE uint channel_bits(uint type)
{
    switch (type) {
#define RAW_TYPE(name, number, stored, bits)                                                       \
    case name:                                                                                     \
        return bits;
#define RAW_PACKED(name, number, r, g, b, a)                                                       \
    case name:                                                                                     \
        return 0;
#include "image/raw_formats.def"
    default:
        return 32;
    }
}

/* Widths of the channels of a packed type, red, green, blue, alpha; the first is the highest. */
INLINE uint4 packed_bits(uint type)
{
    switch (type) {
#define RAW_PACKED(name, number, r, g, b, a)                                                       \
    case name:                                                                                     \
        return (uint4)(r, g, b, a);
#include "image/raw_formats.def"
    default:
        return 0;
    }
}

/* Their largest values. */
INLINE uint4 packed_largest(uint type)
{
    return ((uint4)(1) << packed_bits(type)) - 1;
}

enum {
    SIGN_UNORM = 0,
    SIGN_SNORM = 1,
    SIGN_UINT = 0,
    SIGN_SINT = 1,
    SIGN_HALF = 0,
    SIGN_FLOAT = 0
};

INLINE bool is_signed(uint type)
{
    switch (type) {
#define RAW_TYPE(name, number, stored, bits)                                                       \
    case name:                                                                                     \
        return SIGN_##stored;
#include "image/raw_formats.def"
    default:
        return false;
    }
}

INLINE bool has_opaque_border(uint order)
{
    switch (order) {
#define RAW_ORDER(name, number, read, stored, opaque)                                              \
    case ORDER_##name:                                                                             \
        return opaque;
#include "image/raw_formats.def"
    default:
        return false;
    }
}
