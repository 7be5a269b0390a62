/* SPDX-License-Identifier: MIT */
/* raw_write.cl: write_image{f,i,ui} to images that are bound raw (raw.h), with the
 * conversions of OpenCL 1.2, section 8.3. */
#include "image/raw.h"
#include "image/srgb.h"

/* Components in the order of memory. */
INLINE uint4 in_memory(uint4 c, uint order)
{
    switch (order) {
#define RAW_ORDER(name, number, read, stored, opaque) case ORDER_##name: return (uint4)stored;
#include "image/raw_formats.def"
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

#define STORE_UNORM(bits) normalized(f, 0.0f, (float)((1 << bits) - 1))
#define STORE_SNORM(bits) normalized(f, -1.0f, (float)((1 << (bits - 1)) - 1))
#define STORE_SINT(bits) as_uint4(clamp(as_int4(c), INT_MIN >> (32 - bits), INT_MAX >> (32 - bits)))
#define STORE_UINT(bits) min(c, UINT_MAX >> (32 - bits))
#define STORE_FLOAT(bits) c
#define STORE_HALF(bits) (uint4)(half_bits(f.x), half_bits(f.y), half_bits(f.z), half_bits(f.w))

/* Channels, each in the low bits of its own dword. */
INLINE uint4 stored_channels(uint4 c, uint type)
{
    float4 f = as_float4(c);
    switch (type) {
#define RAW_TYPE(name, number, stored, bits) case name: return STORE_##stored(bits);
#include "image/raw_formats.def"
    default: return normalized(f, 0.0f, convert_float4(packed_largest(type)));
    }
}

INLINE uint packed_texel(uint4 c, uint4 bits)
{
    return ((c.x << bits.y | c.y) << bits.z | c.z) << bits.w | c.w;
}

INLINE uint4 raw_texel(uint4 value, int2 format)
{
    uint type = format.x, bits = channel_bits(type);
    uint4 packed = packed_bits(type);
    if (has_curve(format.y))
        value = as_uint4(stored_colour(as_float4(value), format.y));
    uint4 c = in_memory(value, format.y);
    if (bits == 32)
        return c;
    c = stored_channels(c, type);
    if (bits == 0)
        return (uint4)(packed_texel(c, packed), 0, 0, 0);
    if (bits == 16)
        return (uint4)((c.x & 0xffff) | c.y << 16, (c.z & 0xffff) | c.w << 16, 0, 0);
    c &= 0xff;
    return (uint4)(c.x | c.y << 8 | c.z << 16 | c.w << 24, 0, 0, 0);
}

#define DEFINE_WRITE_AS(access, name, texel, image_type, int_type, shape)                          \
    void OVERLOAD NAMED(name)(access image_type image, int_type coord, texel value)                       \
    {                                                                                              \
        __rootle_rat_store_typed(raw_texel(TO_##texel(value), __rootle_image_format(image)),       \
                                 INT_##shape(coord), __rootle_image_id(image) + ABI_RAT_IMAGES);   \
    }

#include "image/write.h"
