/* SPDX-License-Identifier: MIT */
/* image_raw_write.cl: write_image{f,i,ui} to images that are bound raw (image_raw.h), with the
 * conversions of OpenCL 1.2, section 8.3. */
#include "image_raw.h"

/* Components in the order of memory. */
INLINE uint4 in_memory(uint4 c, uint order)
{
    switch (order) {
    case ORDER_A: return c.wwww;
    case ORDER_RA: return c.xwxw;
    case ORDER_BGRA: return c.zyxw;
    case ORDER_ARGB: return c.wxyz;
    default: return c;
    }
}

INLINE uint half_bits(float value)
{
    ushort stored;
    vstore_half_rte(value, 0, (private half *)&stored);
    return stored;
}

/* NaN becomes 0. */
INLINE uint4 normalized(float4 c, float4 low, float4 largest)
{
    c = select(c, (float4)(0.0f), isnan(c));
    return as_uint4(convert_int4(rint(min(max(c, low), 1.0f) * largest)));
}

/* Channels of at most 16 bits, each in the low bits of its own dword. */
INLINE uint4 narrow_channels(uint4 c, uint type)
{
    float4 f = as_float4(c);
    switch (type) {
    case UNORM_8: return normalized(f, 0.0f, 255.0f);
    case UNORM_16: return normalized(f, 0.0f, 65535.0f);
    case SNORM_8: return normalized(f, -1.0f, 127.0f);
    case SNORM_16: return normalized(f, -1.0f, 32767.0f);
    case SINT_8: return as_uint4(clamp(as_int4(c), -128, 127));
    case SINT_16: return as_uint4(clamp(as_int4(c), -32768, 32767));
    case UINT_8: return min(c, 0xffu);
    case UINT_16: return min(c, 0xffffu);
    case HALF: return (uint4)(half_bits(f.x), half_bits(f.y), half_bits(f.z), half_bits(f.w));
    default: return normalized(f, 0.0f, convert_float4(packed_largest(type)));
    }
}

INLINE uint4 raw_texel(uint4 value, int2 format)
{
    uint type = format.x, bits = channel_bits(type);
    uint3 packed = packed_bits(type);
    uint4 c = in_memory(value, format.y);
    if (bits == 32)
        return c;
    c = narrow_channels(c, type);
    if (bits == 0)
        return (uint4)(c.x << (packed.y + packed.z) | c.y << packed.z | c.z, 0, 0, 0);
    if (bits == 16)
        return (uint4)((c.x & 0xffff) | c.y << 16, (c.z & 0xffff) | c.w << 16, 0, 0);
    c &= 0xff;
    return (uint4)(c.x | c.y << 8 | c.z << 16 | c.w << 24, 0, 0, 0);
}

#define DEFINE_WRITE_AS(access, name, texel, image_type, int_type, shape)                          \
    void OVERLOAD name(access image_type image, int_type coord, texel value)                       \
    {                                                                                              \
        __rootle_rat_store_typed(raw_texel(as_uint4(value), __rootle_image_format(image)),         \
                                 INT_##shape(coord), __rootle_image_id(image) + ABI_RAT_IMAGES);   \
    }

#define DEFINE_WRITE(name, texel, image_type, int_type, shape)                                     \
    DEFINE_WRITE_AS(write_only, name, texel, image_type, int_type, shape)                          \
    DEFINE_WRITE_AS(read_write, name, texel, image_type, int_type, shape)

#define DEFINE_ALL(name, texel)                                                                    \
    DEFINE_WRITE(name, texel, image1d_t, int, 1D)                                                  \
    DEFINE_WRITE(name, texel, image1d_buffer_t, int, 1D)                                           \
    DEFINE_WRITE(name, texel, image1d_array_t, int2, 1D_ARRAY)                                     \
    DEFINE_WRITE(name, texel, image2d_t, int2, 2D)                                                 \
    DEFINE_WRITE(name, texel, image2d_array_t, int4, 2D_ARRAY)                                     \
    DEFINE_WRITE(name, texel, image3d_t, int4, 3D)

DEFINE_ALL(write_imagef, float4)
DEFINE_ALL(write_imagei, int4)
DEFINE_ALL(write_imageui, uint4)
