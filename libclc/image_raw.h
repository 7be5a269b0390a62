/* SPDX-License-Identifier: MIT */
/* image_raw.h: texels by hand, for formats that the hardware does not carry: resource and RAT hold
 * them as one, two or four UINT channels of 32 bits (texels of fewer bits in the lowest), and what
 * they mean is asked of the image's format at run time. Everything here is inlined. */
#ifndef ROOTLE_LIBCLC_IMAGE_RAW_H
#define ROOTLE_LIBCLC_IMAGE_RAW_H

#include "image.h"

#pragma OPENCL FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

/* CL_* of channel data types and orders, as get_image_channel_* return them. */
enum {
    SNORM_8 = 0x10D0,
    SNORM_16,
    UNORM_8,
    UNORM_16,
    UNORM_565,
    UNORM_555,
    UNORM_101010,
    SINT_8,
    SINT_16,
    SINT_32,
    UINT_8,
    UINT_16,
    UINT_32,
    HALF,
    FLOAT
};
enum {
    ORDER_R = 0x10B0,
    ORDER_A,
    ORDER_RG,
    ORDER_RA,
    ORDER_RGB,
    ORDER_RGBA,
    ORDER_BGRA,
    ORDER_ARGB,
    ORDER_INTENSITY,
    ORDER_LUMINANCE,
    ORDER_RX,
    ORDER_RGX,
    ORDER_RGBX,
    ORDER_SRGBA = 0x10C1,
    ORDER_SBGRA
};

/* How many bits a channel has; 0: the texel is packed. */
INLINE uint channel_bits(uint type)
{
    switch (type) {
    case SNORM_8:
    case UNORM_8:
    case SINT_8:
    case UINT_8:
        return 8;
    case SNORM_16:
    case UNORM_16:
    case SINT_16:
    case UINT_16:
    case HALF:
        return 16;
    case UNORM_565:
    case UNORM_555:
    case UNORM_101010:
        return 0;
    default:
        return 32;
    }
}

/* Widths of the three channels of a packed type; the first is the highest. */
INLINE uint3 packed_bits(uint type)
{
    return type == UNORM_565 ? (uint3)(5, 6, 5) : type == UNORM_555 ? (uint3)(5) : (uint3)(10);
}

/* Their largest values; 1 for the fourth. */
INLINE uint4 packed_largest(uint type)
{
    return (uint4)(((uint3)(1) << packed_bits(type)) - 1, 1);
}

INLINE bool is_signed(uint type)
{
    return type == SNORM_8 || type == SNORM_16 || type == SINT_8 || type == SINT_16;
}

/* Orders without alpha have an opaque border (OpenCL 1.2, section 8.2). */
INLINE bool has_opaque_border(uint order)
{
    return order == ORDER_R || order == ORDER_RG || order == ORDER_RGB || order == ORDER_LUMINANCE;
}

#endif
